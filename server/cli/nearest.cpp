#include "cli/nearest.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace termhost::cli {
namespace {

/// Optimal string alignment distance.
std::size_t edits(std::string_view from, std::string_view to) {
  std::vector<std::size_t> before_last, last(to.size() + 1), row(to.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= from.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t other = from[i - 1] == to[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + other});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = last;
    last = row;
  }
  return last.back();
}

}  // namespace

std::string nearest(std::string_view word, std::span<const std::string> names) {
  std::string best;
  std::size_t fewest = (word.size() + 2) / 3 + 1;
  for (const std::string& name : names) {
    const std::size_t count = edits(word, name);
    if (count >= fewest) continue;
    fewest = count;
    best = name;
  }
  return best;
}

}  // namespace termhost::cli
