#include "tool/reading/screen_text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace termhost::tool {

std::string screen_title(const text::ScreenView& view) {
  const std::string cursor =
      view.cursor_visible ? fmt::format("cursor at row {}, column {}", view.cursor_row + 1, view.cursor_column + 1)
                          : std::string("cursor hidden");
  return fmt::format("{} of {}x{}, {}{}.", view.alternate ? "Full screen" : "Screen", view.columns, view.rows.size(),
                     cursor, view.title.empty() ? "" : fmt::format(", title '{}'", view.title));
}

std::string without_filler(std::string_view screen) {
  constexpr std::size_t fewest = 4;
  std::string text;
  while (!screen.empty()) {
    const std::string_view row = screen.substr(0, std::min(screen.find('\n'), screen.size() - 1) + 1);
    std::size_t equal = 0;
    while (screen.starts_with(row)) {
      screen.remove_prefix(row.size());
      ++equal;
    }
    const bool folds = equal >= fewest && row.size() > 1;
    for (std::size_t i = 0; i < (folds ? 1 : equal); ++i) text += row;
    if (folds) text += fmt::format("[… the row above {} more times …]\n", equal - 1);
  }
  return text;
}

std::string format_screen(const text::ScreenView& view) {
  const std::string text = screen_title(view);
  std::string rows, blank_rows;
  for (const std::string& row : view.rows) {
    blank_rows += '\n';
    if (row.empty()) continue;
    rows += blank_rows + row;
    blank_rows.clear();
  }
  return text + without_filler(rows);
}

}  // namespace termhost::tool
