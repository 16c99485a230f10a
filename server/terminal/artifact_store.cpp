#include "terminal/artifact_store.hpp"

namespace termhost::terminal {

std::string to_string(const StoreError& error) { return error.context; }

std::string artifact_id(const base::ExecutionId& id) { return "cmd-" + id.str() + ".txt"; }

}  // namespace termhost::terminal
