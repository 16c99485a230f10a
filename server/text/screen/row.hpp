// One row of the screen and its editing. An edit never leaves half a wide character next to it: the other half becomes
// an empty cell (exactly the cells of xterm.js).
#pragma once

#include <vector>

#include "text/screen/cell.hpp"

namespace termhost::text {

class Row {
 public:
  explicit Row(int columns) : cells_(static_cast<std::size_t>(columns), empty_cell()) {}

  bool wrapped = false;  ///< continues the row above

  [[nodiscard]] int columns() const { return static_cast<int>(cells_.size()); }
  [[nodiscard]] Cell operator[](int column) const { return cells_[static_cast<std::size_t>(column)]; }
  [[nodiscard]] int width_at(int column) const { return width_of((*this)[column]); }

  void set(int column, Cell cell) {
    cells_[static_cast<std::size_t>(column)] = cell;
    solid_ = solid_ && column <= used_ && is_single(cell);
    if (column >= used_) used_ = column + 1;
    plain_ = plain_ && is_plain(cell);
  }

  /// Writes printable ASCII; the caller knows that it fits.
  void write_ascii(int column, const char* text, int count, Cell attributes) {
    Cell* const to = cells_.data() + column;
    const Cell base = empty_cell(attributes);
    for (int i = 0; i < count; ++i) to[i] = base | static_cast<unsigned char>(text[i]);
    solid_ = solid_ && column <= used_ && attributes == 0;
    if (column + count > used_) used_ = column + count;
    plain_ = plain_ && attributes == 0;
  }

  /// Makes the row new: empty and not wrapped.
  void clear();

  /// Fills all cells, or those that are not protected.
  void fill(Cell cell, bool keep_protected = false);
  /// Fills the cells [start, end); `end` may lie beyond the row.
  void replace(int start, int end, Cell fill, bool keep_protected = false);
  void insert(int column, int count, Cell fill);
  void erase(int column, int count, Cell fill);

  void resize(int columns);

  [[nodiscard]] const Cell* data() const { return cells_.data(); }

  template <class Visit>
  void for_each_cell(Visit visit) {
    for (Cell& cell : cells_) visit(cell);
  }

  /// All cells are printable ASCII or empty, and none is protected. (A row may be so without this flag.)
  [[nodiscard]] bool plain() const { return plain_; }
  /// All cells before used() have one unprotected character of width 1, so the text says it all. (A row may be so
  /// without this flag.)
  [[nodiscard]] bool solid() const { return solid_; }
  /// Cells from here on are empty.
  [[nodiscard]] int used() const { return used_; }
  /// The column after the last cell with content.
  [[nodiscard]] int trimmed_length() const;

 private:
  void clear_wide_at(int column, Cell attributes) {
    if (width_at(column) == 2) set(column, empty_cell(attributes & protected_flag));
  }

  std::vector<Cell> cells_;
  int used_ = 0;
  bool plain_ = true;
  bool solid_ = true;
};

}  // namespace termhost::text
