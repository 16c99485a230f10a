// Progress bars: frames that a CR separates and that the next one overwrites. Only the last has to be drawn.
#pragma once

#include <cstddef>
#include <string_view>

#include "text/screen/char_width.hpp"

namespace termhost::text {

/// `bytes` follow a CR on a row of so many columns. Returns how many of them may be left out because what follows
/// overwrites the cells that they write: frames of nothing but characters of width 1, none wider than the next.
[[nodiscard]] std::size_t overwritten_frames(std::string_view bytes, int columns, const CharWidths& char_width);

}  // namespace termhost::text
