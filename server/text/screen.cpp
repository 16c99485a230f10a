#include "text/screen.hpp"

#include <algorithm>
#include <utility>

#include "base/utf8.hpp"
#include "text/plain_lines.hpp"
#include "text/position.hpp"
#include "vt/scan.hpp"
#include "vt/utf8.hpp"

namespace termhost::text {
namespace {

constexpr int tab_width = 8;

bool is_printable_ascii(std::string_view text) {
  const char* const end = text.data() + text.size();
  return vt::skip_printable_ascii(text.data(), end) == end;
}

std::size_t code_points(std::string_view text) {
  if (is_printable_ascii(text)) return text.size();
  return text.size() - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), base::is_utf8_continuation));
}

void put_text(Row& row, std::string_view text, bool wrapped) {
  row.wrapped = wrapped;
  if (is_printable_ascii(text)) return row.write_ascii(0, text.data(), static_cast<int>(text.size()), 0);
  for (int column = 0; !text.empty(); ++column) {
    const vt::Decoded decoded = vt::decode_utf8(text);
    row.set(column, make_cell(decoded.code_point, 1, 0));
    text.remove_prefix(decoded.taken);
  }
}

}  // namespace

Screen::Screen(int columns, int rows) : bottom(rows - 1), columns_(columns) {
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
  while (text_rows_ > first) {
    const std::string line(last_line());
    text_.resize(text_.size() - line.size() - 1);
    const int first_row = text_rows_ - rows_of(code_points(line), columns_);
    std::string_view rest = line;
    for (int index = first_row; index < text_rows_; ++index) {
      const std::string_view part = column_prefix(rest, static_cast<std::size_t>(columns_));
      rest.remove_prefix(part.size());
      if (index >= 0) put_text(rows_[slot(index)], part, index > first_row);
      if (index == -1) text_.append(line, 0, line.size() - rest.size()).append(1, '\n');
    }
    text_rows_ = std::max(first_row, 0);
  }
}

Row Screen::take_text_row() {
  const std::string_view line = last_line();
  const auto width = static_cast<std::size_t>(columns_);
  const int rows_above = rows_of(code_points(line), columns_) - 1;
  const std::string_view above = column_prefix(line, width * static_cast<std::size_t>(rows_above));
  Row row(columns_);
  put_text(row, line.substr(above.size()), rows_above > 0);
  text_.resize(text_.size() - 1 - line.size() + above.size());
  if (rows_above > 0) text_ += '\n';
  if (text_rows_ > 0) --text_rows_;
  return row;
}

/// Without its LF.
std::string_view Screen::last_line() const {
  const std::string_view text(text_.data(), text_.size() - 1);
  return text.substr(text.rfind('\n') + 1);
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
