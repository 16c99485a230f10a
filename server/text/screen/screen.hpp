// One buffer of the terminal: a grid of rows, the cursor in it, its margins, tab stops and saved cursor. Coordinates
// are zero-based; a cursor column equal to the width (or beyond) means that the next character wraps.
#pragma once

#include <cstdint>
#include <vector>

#include "text/screen/charset.hpp"
#include "text/screen/row.hpp"
#include "text/screen/scrollback.hpp"

namespace termhost::text {

struct SavedCursor {
  int x = 0;
  std::int64_t line = 0;  ///< from the top of the scrollback, as xterm.js keeps it: scrolling on moves it up
  Cell attributes = 0;
  const Charset* charset = nullptr;
};

class Screen {
 public:
  Screen(int columns, int rows);

  int x = 0;
  int y = 0;
  int top = 0;                ///< first row of the scroll region
  int bottom = 0;             ///< last row of the scroll region
  std::int64_t scrolled = 0;  ///< rows that left upwards into the scrollback
  SavedCursor saved;

  [[nodiscard]] int columns() const { return columns_; }
  [[nodiscard]] int rows() const { return static_cast<int>(rows_.size()); }
  [[nodiscard]] Row& row(int index) {
    if (index < text_rows_) unpack(index);
    return rows_[slot(index)];
  }
  [[nodiscard]] Row& current() { return row(y); }

  /// Blank, cursor at home, margins and tab stops as at the start; the saved cursor stays.
  void clear();

  /// Moves the rows [first, last] up or down by `count`, clearing those that come in.
  void shift_up(int first, int last, int count = 1);
  void shift_down(int first, int last, int count = 1);

  void set_tab_stop(bool stop);
  void clear_tab_stops();
  [[nodiscard]] int next_tab_stop() const;
  [[nodiscard]] int previous_tab_stop() const;

  /// Takes the rows out in order, leaving none, and puts others in their place.
  [[nodiscard]] std::vector<Row> take_rows();
  void put_rows(std::vector<Row> rows, int columns);

  // Rows at the top may be text instead of cells, as plain output leaves them. They become cells when the row is
  // needed; most scroll off before that.

  /// The rows from the top that are text still.
  [[nodiscard]] int text_rows() const { return text_rows_; }
  /// The text above the first row that has cells. It ends with the rows of the screen that are still text.
  [[nodiscard]] Scrollback& scrollback() { return scrollback_; }
  /// The rows above the last one, whose cells are clear, are now the end of the scrollback's text.
  void use_text() { text_rows_ = rows() - 1; }
  /// The row at the top scrolls off and a clear one comes in below. Only with text_rows().
  void scroll_text();
  /// Gives the rows from `first` on their cells.
  void unpack(int first);

 private:
  [[nodiscard]] std::size_t slot(int index) const {
    const std::size_t at = first_ + static_cast<std::size_t>(index);
    return at < rows_.size() ? at : at - rows_.size();
  }
  void set_default_tab_stops();

  int columns_;
  std::size_t first_ = 0;  ///< the place of row 0: scrolling everything turns the ring
  std::vector<Row> rows_;
  std::vector<bool> tab_stops_;
  Scrollback scrollback_;
  int text_rows_ = 0;
};

}  // namespace termhost::text
