// The verdict on a command line, by rules about the words that the shell would see.
#pragma once

#include <cstddef>

#include "approval/decision/decision.hpp"
#include "approval/rules/policy.hpp"

namespace termhost::approval {

/// The longest argument of a program on Linux. Only this much of a longer line is judged, and it is never allowed.
inline constexpr std::size_t max_judged_bytes = 128 * 1024;

[[nodiscard]] Decision decide(const Question& question, const Policy& policy);

}  // namespace termhost::approval
