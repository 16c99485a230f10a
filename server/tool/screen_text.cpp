#include "tool/screen_text.hpp"

#include <fmt/format.h>

namespace termhost::tool {

std::string screen_title(const text::ScreenView& view) {
  const std::string cursor =
      view.cursor_visible ? fmt::format("cursor at row {}, column {}", view.cursor_row + 1, view.cursor_column + 1)
                          : std::string("cursor hidden");
  return fmt::format("{} of {}x{}, {}{}.", view.alternate ? "Full screen" : "Screen", view.columns, view.rows.size(),
                     cursor, view.title.empty() ? "" : fmt::format(", title '{}'", view.title));
}

std::string format_screen(const text::ScreenView& view) {
  std::string text = screen_title(view);
  std::string blank_rows;
  for (const std::string& row : view.rows) {
    blank_rows += '\n';
    if (row.empty()) continue;
    text += blank_rows + row;
    blank_rows.clear();
  }
  return text;
}

}  // namespace termhost::tool
