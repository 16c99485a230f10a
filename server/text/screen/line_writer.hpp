// Writes final rows as lines of text: wrapped rows are joined, blanks at the end of a line are dropped, and blank lines
// are held back until a line with text follows, so that the text does not end with them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "text/screen/cluster_pool.hpp"
#include "text/screen/row.hpp"

namespace termhost::text {

/// Appends the characters of a row that is solid().
void append_text(const Row& row, std::string& out);

class LineWriter {
 public:
  /// Appends the text of `row`. `next` is the row below it, or null; it shows if the line goes on. Returns true if a
  /// line with text ended here.
  bool write_row(const Row& row, const Row* next, const ClusterPool& clusters, std::string& out);

  /// Appends whole lines of text, each with its LF; none of those after `blanks_until` ends with a blank.
  void write_lines(std::string_view lines, std::size_t blanks_until, std::string& out);

  /// Appends the text of rows that are full and go on.
  void write_open_line(std::string_view text, std::string& out);

  /// Ends the line here after all, if the last row was written as one that goes on.
  void end_open_line(std::string& out);

 private:
  void write_line(std::string_view line, std::string& out);
  void append(std::string_view text, std::string& out);
  bool end_line(std::string& out);

  std::size_t blanks_ = 0;       ///< at the end of the line so far
  std::size_t blank_lines_ = 0;  ///< since the last line with text
  bool in_line_ = false;         ///< the line so far has text
  bool open_ = false;            ///< the last row goes on
  std::string row_text_;         ///< kept for its memory
};

}  // namespace termhost::text
