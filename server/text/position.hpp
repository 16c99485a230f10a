// The position of a piece in an output.
#pragma once

#include <cstdint>
#include <string_view>

namespace termhost::text {

struct Position {
  std::uint64_t offset = 0;  ///< bytes before it
  std::uint64_t lines = 0;   ///< line ends before it
  friend bool operator==(const Position&, const Position&) = default;
};

/// A contiguous part of an output.
struct Window {
  Position position;
  std::string_view text;
  bool line_start = true;  ///< a line begins with it
};

[[nodiscard]] std::uint64_t count_line_ends(std::string_view text);

/// The position after `text`, which starts at `from`.
[[nodiscard]] Position advance(Position from, std::string_view text);

/// The most bytes of `text`, at most `limit`, that end at a code-point border.
[[nodiscard]] std::string_view code_point_prefix(std::string_view text, std::size_t limit);
[[nodiscard]] std::string_view code_point_suffix(std::string_view text, std::size_t limit);
/// The first `columns` code points of `text`.
[[nodiscard]] std::string_view column_prefix(std::string_view text, std::size_t columns);

}  // namespace termhost::text
