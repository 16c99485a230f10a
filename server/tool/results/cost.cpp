#include "tool/results/cost.hpp"

#include <fmt/format.h>

#include "base/number_text.hpp"

namespace termhost::tool {
namespace {

constexpr std::int64_t remarkable_cpu_ms = 10'000;
constexpr std::uint64_t remarkable_memory = 1'000'000'000;

}  // namespace

bool is_remarkable(const Cost& cost) {
  return cost.cpu_ms.value_or(0) > remarkable_cpu_ms || cost.peak_memory.value_or(0) > remarkable_memory;
}

std::string in_words(const Cost& cost) {
  std::string used;
  if (cost.cpu_ms) used = fmt::format("{:.1f} s of CPU", static_cast<double>(*cost.cpu_ms) / 1000);
  if (cost.peak_memory)
    used += fmt::format("{}{}{} of memory", used.empty() ? "" : " and ", cost.peak_at_least ? "at least " : "",
                        base::size_text(*cost.peak_memory));
  return fmt::format("It used {}.", used);
}

}  // namespace termhost::tool
