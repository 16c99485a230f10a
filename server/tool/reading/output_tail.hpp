// The last bytes of an output as one text, as the Agent Client Protocol wants them.
#pragma once

#include <cstdint>
#include <string>

#include "base/ids.hpp"
#include "terminal/executions/output_log.hpp"
#include "tool/reading/artifact_source.hpp"

namespace termhost::tool {

struct OutputTail {
  std::string text;  ///< at most as many bytes as asked for; begins at a character
  bool truncated = false;
};

/// From `snapshot` where it is whole, else from its artifact, without what the snapshot hides. `artifacts` may be null:
/// then a preview has to do.
[[nodiscard]] OutputTail output_tail(const terminal::OutputSnapshot& snapshot, ArtifactSource* artifacts,
                                     const base::TaskId& task, std::uint64_t limit);

}  // namespace termhost::tool
