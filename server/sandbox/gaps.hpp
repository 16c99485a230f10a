// Gaps: the parts of a sandbox that a machine cannot enforce, as phrases after "the sandbox does not cover".
#pragma once

#include <string>
#include <vector>

#include "sandbox/sandbox.hpp"

namespace termhost::sandbox {

/// The oldest Landlock that suffices alone: with earlier ones, `truncate` could empty files.
inline constexpr int landlock_alone = 3;  // Linux 6.2
/// From this version on Landlock also stops signals.
inline constexpr int landlock_with_signals = 6;  // Linux 6.12

/// `landlock`: the version of its interface.
[[nodiscard]] std::vector<std::string> gaps(Level level, bool has_view, int landlock);

}  // namespace termhost::sandbox
