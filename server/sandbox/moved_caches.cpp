#include "sandbox/moved_caches.hpp"

#include <fmt/format.h>

#include "sandbox/reach.hpp"

namespace termhost::sandbox {

std::map<std::string, std::string> moved_caches(const Plan& plan,
                                                const std::function<std::string(const Cache& cache)>& place_of) {
  std::map<std::string, std::string> moved;
  if (plan.scratch.empty()) return moved;
  for (const Cache& cache : caches) {
    if (cache.in_scratch.empty()) continue;
    const std::string place = place_of(cache);
    if (place.empty() || !takes_writes(access_to(plan, place)))
      moved.emplace(cache.variable, fmt::format("{}/{}", plan.scratch, cache.in_scratch));
  }
  return moved;
}

}  // namespace termhost::sandbox
