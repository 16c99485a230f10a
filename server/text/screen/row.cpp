#include "text/screen/row.hpp"

#include <algorithm>

namespace termhost::text {

void Row::clear() {
  std::fill_n(cells_.begin(), used_, empty_cell());
  used_ = 0;
  plain_ = solid_ = true;
  wrapped = false;
}

void Row::fill(Cell cell, bool keep_protected) {
  for (Cell& old : cells_) {
    if (!keep_protected || !is_protected(old)) old = cell;
  }
  used_ = columns();
  solid_ = false;
  plain_ = plain_ && is_plain(cell);
}

void Row::replace(int start, int end, Cell fill, bool keep_protected) {
  const int last = std::min(end, columns());
  if (start > 0 && !(keep_protected && is_protected((*this)[start - 1]))) clear_wide_at(start - 1, fill);
  if (end < columns() && width_at(end - 1) == 2 && !(keep_protected && is_protected((*this)[end]))) {
    set(end, empty_cell(fill & protected_flag));
  }
  if (!keep_protected && last >= used_ && fill == empty_cell()) {
    for (int column = start; column < used_; ++column) cells_[static_cast<std::size_t>(column)] = fill;
    used_ = std::min(used_, start);
    if (used_ == 0) plain_ = solid_ = true;
    return;
  }
  for (int column = start; column < last; ++column) {
    if (!keep_protected || !is_protected((*this)[column])) set(column, fill);
  }
}

void Row::insert(int column, int count, Cell fill) {
  column %= columns();
  if (column > 0) clear_wide_at(column - 1, fill);
  const int shift = std::min(count, columns() - column);
  const auto from = cells_.begin() + column;
  std::move_backward(from, cells_.end() - shift, cells_.end());
  std::fill_n(from, shift, fill);
  used_ = columns();
  solid_ = false;
  plain_ = plain_ && is_plain(fill);
  clear_wide_at(columns() - 1, fill);
}

void Row::erase(int column, int count, Cell fill) {
  column %= columns();
  const int shift = std::min(count, columns() - column);
  const auto from = cells_.begin() + column;
  std::move(from + shift, cells_.end(), from);
  std::fill(cells_.end() - shift, cells_.end(), fill);
  used_ = columns();
  solid_ = false;
  plain_ = plain_ && is_plain(fill);
  if (column > 0) clear_wide_at(column - 1, fill);
  if (is_tail((*this)[column])) set(column, empty_cell(fill & protected_flag));
}

void Row::resize(int columns) {
  cells_.resize(static_cast<std::size_t>(columns), empty_cell());
  used_ = std::min(used_, columns);
  solid_ = false;
  clear_wide_at(columns - 1, 0);
}

int Row::trimmed_length() const {
  for (int column = used_ - 1; column >= 0; --column) {
    if (has_content((*this)[column])) return column + width_at(column);
  }
  return 0;
}

}  // namespace termhost::text
