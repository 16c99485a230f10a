// What a machine can't hold of a sandbox, in words that stand behind "nothing here holds".
#pragma once

#include <string>
#include <vector>

#include "sandbox/sandbox.hpp"

namespace termhost::sandbox {

/// What Landlock has to know where it stands alone: before, files could be emptied by `truncate`.
inline constexpr int landlock_alone = 3;  // Linux 6.2
/// From this one on signals stop at its fence.
inline constexpr int landlock_with_signals = 6;  // Linux 6.12

/// `landlock`: the version of its interface.
[[nodiscard]] std::vector<std::string> gaps(Level level, bool has_view, int landlock);

}  // namespace termhost::sandbox
