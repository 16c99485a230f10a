// A plan as a list of texts, for the guard that applies it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sandbox/plan.hpp"

namespace termhost::sandbox {

[[nodiscard]] std::vector<std::string> to_texts(const Plan& plan);
/// Nothing if the list is not a plan.
[[nodiscard]] std::optional<Plan> from_texts(const std::vector<std::string>& texts);

}  // namespace termhost::sandbox
