// Caches of a terminal whose sandbox cannot write them where they are.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "sandbox/known_places.hpp"
#include "sandbox/plan.hpp"

namespace termhost::sandbox {

/// Variables that name a folder of the scratch for each cache that could not be written where it is. `place_of` says
/// where that is, without links; empty: nowhere.
[[nodiscard]] std::map<std::string, std::string> moved_caches(
    const Plan& plan, const std::function<std::string(const Cache& cache)>& place_of);

}  // namespace termhost::sandbox
