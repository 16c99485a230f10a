// The way of a row out of the screen: rows are kept here until their end is known, and then become final text.
//
// Invariants:
// - A row is in one place: cells on the Screen, text here, or the one row of cells here that left last. Rows that have
//   left wait as text or as that row, never as both.
// - The text is whole lines, each with an LF, of characters of width 1. Its last lines may be rows that are still at
// the
//   top of the screen: Screen::text_rows() counts them, and unpack() takes them back when their cells are needed.
//   Code that reads or moves rows by number uses Screen::row(), or unpacks first.
// - The last line of the text continues in the row below it if that row is wrapped.
// - No line after `blanks_until_` ends with a blank.
// - Final text is written in order and once. It is the same for lines that came as PlainLines, as text, or by cells.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "text/screen/cluster_pool.hpp"
#include "text/screen/line_writer.hpp"
#include "text/screen/row.hpp"

namespace termhost::text {

class PlainLines;

class Scrollback {
 public:
  explicit Scrollback(int columns) : held_(columns) {}

  // Rows become text.

  /// A row that is solid(), if it leaves or not. `goes_on`: the row below continues it.
  void keep(const Row& row, bool goes_on);
  /// Keeps the last lines, those on a screen of `rows` rows; the others leave.
  void keep(const PlainLines& lines, int rows, std::string& out);
  /// Takes the last row of the text, of which there is one, back into `row`, which is clear.
  void take_back(Row& row);

  // Rows leave. `out` gets what is final.

  /// A row of cells leaves; below what left before. It is left with a row to be used again, which may be of another
  /// width.
  void leave(Row& row, const ClusterPool& clusters, std::string& out);
  /// All of the text leaves; its last row waits for the one below it.
  void leave_text(int columns, std::string& out);
  /// Makes the waiting text final. `next` is the row below it, or null.
  void settle(const Row* next, const ClusterPool& clusters, std::string& out);
  /// A row of the screen that leaves at once, nothing waiting above it.
  bool write(const Row& row, const Row* next, const ClusterPool& clusters, std::string& out) {
    return writer_.write_row(row, next, clusters, out);
  }
  /// The line that left last, if it goes on, ends there after all.
  void end_open_line(std::string& out) { writer_.end_open_line(out); }

  template <class Visit>
  void for_each_cell(Visit visit) {
    held_.for_each_cell(visit);
  }

 private:
  [[nodiscard]] std::string_view last_line() const;
  void write_text(std::size_t size, std::string& out);
  void trim(int rows, std::string& out);

  std::string text_;
  std::size_t blanks_until_ = 0;
  std::size_t trimmed_size_ = 0;  ///< of the text when lines left it last
  Row held_;                      ///< the last row that left
  bool holds_row_ = false;
  LineWriter writer_;
};

}  // namespace termhost::text
