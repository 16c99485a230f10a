// A screen as a model reads it.
#pragma once

#include <string>
#include <string_view>

#include "text/emulator/renderer.hpp"

namespace termhost::tool {

/// "Screen of 80x24, cursor at row 3, column 1." and what else is to know.
[[nodiscard]] std::string screen_title(const text::ScreenView& view);

/// The title and the rows, without blank rows at the end.
[[nodiscard]] std::string format_screen(const text::ScreenView& view);

/// Rows that say the same as the one above them, as an editor fills an empty file with `~`, in a few words.
[[nodiscard]] std::string without_filler(std::string_view screen);

}  // namespace termhost::tool
