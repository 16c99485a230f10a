#include "text/screen/screen.hpp"

#include <algorithm>
#include <utility>

namespace termhost::text {
namespace {

constexpr int tab_width = 8;

}  // namespace

Screen::Screen(int columns, int rows) : bottom(rows - 1), columns_(columns), scrollback_(columns) {
  rows_.assign(static_cast<std::size_t>(rows), Row(columns));
  set_default_tab_stops();
}

void Screen::clear() {
  unpack(0);
  for (Row& row : rows_) row.clear();
  x = y = top = 0;
  bottom = rows() - 1;
  set_default_tab_stops();
}

void Screen::shift_up(int first, int last, int count) {
  for (count = std::min(count, last - first + 1); count > 0; --count) {
    row(first).clear();
    if (first == 0 && last == rows() - 1) {
      first_ = slot(1);
      continue;
    }
    for (int index = first; index < last; ++index) std::swap(row(index), row(index + 1));
  }
}

void Screen::shift_down(int first, int last, int count) {
  for (count = std::min(count, last - first + 1); count > 0; --count) {
    row(last).clear();
    for (int index = last; index > first; --index) std::swap(row(index), row(index - 1));
  }
}

void Screen::set_default_tab_stops() {
  tab_stops_.assign(static_cast<std::size_t>(columns_), false);
  for (int column = 0; column < columns_; column += tab_width) tab_stops_[static_cast<std::size_t>(column)] = true;
}

void Screen::set_tab_stop(bool stop) {
  if (x < columns_) tab_stops_[static_cast<std::size_t>(x)] = stop;
}

void Screen::clear_tab_stops() { std::fill(tab_stops_.begin(), tab_stops_.end(), false); }

int Screen::next_tab_stop() const {
  int column = x + 1;
  while (column < columns_ && !tab_stops_[static_cast<std::size_t>(column)]) ++column;
  return std::min(column, columns_ - 1);
}

int Screen::previous_tab_stop() const {
  int column = x - 1;
  while (column > 0 && !tab_stops_[static_cast<std::size_t>(column)]) --column;
  return std::max(column, 0);
}

void Screen::scroll_text() {
  --text_rows_;
  first_ = slot(1);
}

void Screen::unpack(int first) {
  while (text_rows_ > first) scrollback_.take_back(rows_[slot(--text_rows_)]);
}

std::vector<Row> Screen::take_rows() {
  unpack(0);
  std::rotate(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(first_), rows_.end());
  first_ = 0;
  return std::exchange(rows_, {});
}

void Screen::put_rows(std::vector<Row> rows, int columns) {
  rows_ = std::move(rows);
  first_ = 0;
  top = 0;
  bottom = this->rows() - 1;
  for (int column = columns_; column < columns; ++column) tab_stops_.push_back(column % tab_width == 0);
  columns_ = columns;
  tab_stops_.resize(static_cast<std::size_t>(columns));
}

}  // namespace termhost::text
