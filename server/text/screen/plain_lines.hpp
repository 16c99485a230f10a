// The fast path for lines that need no screen: text of width 1, with a line end, and only with sequences that do not
// change it (colours, links, titles, erasing after the text). Such a line becomes text at once, without cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "text/screen/char_width.hpp"

namespace termhost::text {

class PlainLines {
 public:
  /// Reads the lines that `bytes` begin with, as many as are plain and whole, for a screen with so many columns, cursor
  /// in the first one; at most about `most_bytes` of them. Returns the bytes they take.
  std::size_t read(std::string_view bytes, int columns, bool line_feed_returns);

  /// The lines that were read, each with an LF and with the blanks at its end.
  [[nodiscard]] std::string_view text() const { return {text_.data(), ends_.empty() ? 0 : ends_.back()}; }
  /// The size of the text without its last `count` lines; 0 if there are fewer lines.
  [[nodiscard]] std::size_t all_but(std::size_t count) const {
    return count < ends_.size() ? ends_[ends_.size() - 1 - count] : 0;
  }
  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] std::int64_t rows() const { return rows_; }  ///< that the lines take on the screen
  /// The offset after the last line that ends with a blank; 0: there is none.
  [[nodiscard]] std::size_t blanks_until() const { return blanks_until_; }

 private:
  static constexpr std::size_t most_bytes = std::size_t{16} << 10;  ///< so that all of it stays in the nearest cache

  CharWidths char_width_;
  std::vector<char> text_;
  std::vector<std::size_t> ends_;
  std::int64_t rows_ = 0;
  std::size_t blanks_until_ = 0;
};

/// The rows that a line of so many columns takes.
[[nodiscard]] constexpr int rows_of(std::size_t length, int columns) {
  if (length <= static_cast<std::size_t>(columns)) return 1;
  return static_cast<int>((length - 1) / static_cast<std::size_t>(columns)) + 1;
}

}  // namespace termhost::text
