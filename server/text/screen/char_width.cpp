#include "text/screen/char_width.hpp"

#include <algorithm>
#include <iterator>

namespace termhost::text::detail {
namespace {

struct WidthRange {
  char32_t first;
  char32_t last;
  int width;
};

// All ranges whose width is not 1, in order. Made by tests/oracle/render/widths.mjs, which also checks it.
constexpr WidthRange ranges[] = {
#include "text/screen/char_width_ranges.inc"
};

std::array<std::uint8_t, 0x10000 / 4> make_plane_zero() {
  std::array<std::uint8_t, 0x10000 / 4> packed;
  packed.fill(0b01010101);
  for (const WidthRange& range : ranges) {
    for (char32_t character = range.first; character <= range.last && character < 0x10000; ++character) {
      const auto shift = character % 4 * 2;
      std::uint8_t& byte = packed[character / 4];
      byte = static_cast<std::uint8_t>((byte & ~(3U << shift)) | static_cast<unsigned>(range.width) << shift);
    }
  }
  return packed;
}

}  // namespace

const std::array<std::uint8_t, 0x10000 / 4>& plane_zero_widths() {
  static const auto packed = make_plane_zero();
  return packed;
}

int find_char_width(char32_t character) {
  const auto* const range = std::lower_bound(std::begin(ranges), std::end(ranges), character,
                                             [](const WidthRange& a, char32_t b) { return a.last < b; });
  return range != std::end(ranges) && range->first <= character ? range->width : 1;
}

}  // namespace termhost::text::detail
