#include "text/search/piece_groups.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "simd/piece_marks.hpp"

namespace termhost::text {
namespace {

using simd::piece_bytes;
constexpr unsigned half_bits = 4, any_half = 0xFFFF;

/// The marks of a group: for each position of a piece, one bit for each value of half a byte that any piece has there.
struct Shape {
  std::array<unsigned, piece_bytes> low{}, high{};

  explicit Shape(std::string_view piece) {
    low.fill(any_half);
    high.fill(any_half);
    for (std::size_t i = 0; i < std::min(piece.size(), piece_bytes); ++i) {
      const auto byte = static_cast<unsigned char>(piece[i]);
      low[i] = 1U << (byte & ((1U << half_bits) - 1));
      high[i] = 1U << (byte >> half_bits);
    }
  }

  [[nodiscard]] Shape with(const Shape& other) const {
    Shape both = *this;
    for (std::size_t i = 0; i < piece_bytes; ++i) {
      both.low[i] |= other.low[i];
      both.high[i] |= other.high[i];
    }
    return both;
  }

  /// The number of four-byte pieces, out of all possible ones, that the group marks.
  [[nodiscard]] std::uint64_t size() const {
    std::uint64_t size = 1;
    for (std::size_t i = 0; i < piece_bytes; ++i)
      size *= static_cast<std::uint64_t>(std::popcount(low[i]) * std::popcount(high[i]));
    return size;
  }
};

struct Group {
  Shape shape;
  std::size_t first = 0;          ///< of its pieces
  std::uint64_t more_as_one = 0;  ///< additional marks if it and the next were one group
};

std::uint64_t more_as_one(const Shape& shape, const Shape& next) {
  const std::uint64_t apart = shape.size() + next.size(), together = shape.with(next).size();
  return together - std::min(together, apart);
}

void look_at_next(std::vector<Group>& groups, std::size_t i) {
  if (i + 1 < groups.size()) groups[i].more_as_one = more_as_one(groups[i].shape, groups[i + 1].shape);
}

}  // namespace

std::vector<std::size_t> piece_groups(std::span<const std::string_view> sorted, std::size_t most) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < sorted.size(); ++i) groups.push_back({Shape(sorted[i]), i});
  for (std::size_t i = 0; i < groups.size(); ++i) look_at_next(groups, i);
  while (groups.size() > most) {
    const auto best = std::min_element(groups.begin(), groups.end() - 1,
                                       [](const Group& a, const Group& b) { return a.more_as_one < b.more_as_one; });
    best->shape = best->shape.with((best + 1)->shape);
    const auto at = static_cast<std::size_t>(best - groups.begin());
    groups.erase(best + 1);
    look_at_next(groups, at);
    if (at > 0) look_at_next(groups, at - 1);
  }
  std::vector<std::size_t> group_of(sorted.size());
  for (std::size_t group = 0; group < groups.size(); ++group)
    std::fill(group_of.begin() + static_cast<std::ptrdiff_t>(groups[group].first), group_of.end(), group);
  return group_of;
}

}  // namespace termhost::text
