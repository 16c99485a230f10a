#include "text/emulator/resize.hpp"

#include <algorithm>

#include "text/emulator/printing.hpp"
#include "text/emulator/scrolling.hpp"
#include "text/screen/reflow.hpp"

namespace termhost::text::emulation {
namespace {

/// A full-screen program draws again; until then its rows are cut or filled up.
void resize_alternate(State& t, int columns, int rows) {
  std::vector<Row> kept = t.alternate.take_rows();
  kept.resize(static_cast<std::size_t>(rows), Row(columns));
  for (Row& row : kept) row.resize(columns);
  t.alternate.put_rows(std::move(kept), columns);
  t.alternate.x = std::min(t.alternate.x, columns - 1);
  t.alternate.y = std::min(t.alternate.y, rows - 1);
}

void resize_normal(State& t, int columns, int rows) {
  t.normal.unpack(0);
  t.normal.scrollback().leave_text(t.normal.columns(), *t.final_text);
  const auto wanted = static_cast<std::size_t>(rows);
  const int old_columns = t.normal.columns();
  Layout layout{t.normal.take_rows(), t.normal.x, static_cast<std::size_t>(t.normal.y)};
  if (columns != old_columns) layout = reflow(layout, columns);
  const auto is_blank = [](const Row& row) { return row.trimmed_length() == 0 && !row.wrapped; };
  while (layout.rows.size() > wanted && layout.rows.size() - 1 > layout.y && is_blank(layout.rows.back())) {
    layout.rows.pop_back();
  }
  const std::size_t leaving = layout.rows.size() > wanted ? layout.rows.size() - wanted : 0;
  for (std::size_t y = 0; y < leaving; ++y) hand_on(t, layout.rows[y]);
  layout.rows.erase(layout.rows.begin(), layout.rows.begin() + static_cast<std::ptrdiff_t>(leaving));
  layout.rows.resize(wanted, Row(columns));
  t.normal.put_rows(std::move(layout.rows), columns);
  t.normal.x = std::min(layout.x, columns);
  t.normal.y = static_cast<int>(std::min(layout.y - std::min(layout.y, leaving), wanted - 1));
}

}  // namespace

void resize(State& t, int columns, int rows) {
  columns = std::max(columns, min_columns);
  rows = std::max(rows, min_rows);
  if (columns == t.normal.columns() && rows == t.normal.rows()) return;
  end_run(t);
  t.preceding_width = 0;
  t.final_text = &t.carried;
  resize_alternate(t, columns, rows);
  resize_normal(t, columns, rows);
}

}  // namespace termhost::text::emulation
