#include "terminal/executions/artifact_store.hpp"

namespace termhost::terminal {

std::string to_string(const StoreError& error) { return error.context; }

std::string artifact_id(const base::ExecutionId& id, ArtifactKind kind) {
  return "cmd-" + id.str() + (kind == ArtifactKind::Rendered ? ".txt" : ".cast");
}

}  // namespace termhost::terminal
