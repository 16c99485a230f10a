// Another size: the lines on the screen are laid out anew; what no longer fits leaves upwards and is final.
#include <algorithm>

#include "text/screen/emulator.hpp"
#include "text/screen/reflow.hpp"

namespace termhost::text {

void Emulator::resize(int columns, int rows) {
  columns = std::max(columns, min_columns);
  rows = std::max(rows, min_rows);
  if (columns == normal_.columns() && rows == normal_.rows()) return;
  end_run();
  preceding_width_ = 0;
  final_text_ = &carried_;
  resize_alternate(columns, rows);
  resize_normal(columns, rows);
}

/// A full-screen program draws again; until then its rows are cut or filled up.
void Emulator::resize_alternate(int columns, int rows) {
  std::vector<Row> kept = alternate_.take_rows();
  kept.resize(static_cast<std::size_t>(rows), Row(columns));
  for (Row& row : kept) row.resize(columns);
  alternate_.put_rows(std::move(kept), columns);
  alternate_.x = std::min(alternate_.x, columns - 1);
  alternate_.y = std::min(alternate_.y, rows - 1);
}

void Emulator::resize_normal(int columns, int rows) {
  normal_.unpack(0);
  normal_.scrollback().leave_text(normal_.columns(), *final_text_);
  const auto wanted = static_cast<std::size_t>(rows);
  const int old_columns = normal_.columns();
  Layout layout{normal_.take_rows(), normal_.x, static_cast<std::size_t>(normal_.y)};
  if (columns != old_columns) layout = reflow(layout, columns);
  const auto is_blank = [](const Row& row) { return row.trimmed_length() == 0 && !row.wrapped; };
  while (layout.rows.size() > wanted && layout.rows.size() - 1 > layout.y && is_blank(layout.rows.back())) {
    layout.rows.pop_back();
  }
  const std::size_t leaving = layout.rows.size() > wanted ? layout.rows.size() - wanted : 0;
  for (std::size_t y = 0; y < leaving; ++y) hand_on(layout.rows[y]);
  layout.rows.erase(layout.rows.begin(), layout.rows.begin() + static_cast<std::ptrdiff_t>(leaving));
  layout.rows.resize(wanted, Row(columns));
  normal_.put_rows(std::move(layout.rows), columns);
  normal_.x = std::min(layout.x, columns);
  normal_.y = static_cast<int>(std::min(layout.y - std::min(layout.y, leaving), wanted - 1));
}

}  // namespace termhost::text
