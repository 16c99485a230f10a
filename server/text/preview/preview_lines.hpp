// The lines that a preview can show or leave out, and how chosen ones become a text with its gaps marked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "text/position.hpp"
#include "text/preview/preview.hpp"

namespace termhost::text {

/// One line, or a run of equal lines that is shown as its first.
struct PreviewLine {
  Position begin;
  std::uint64_t end = 0;  ///< offset
  std::string_view text;  ///< shown, from `begin`; shorter than the line where it is cut or folded
  bool line_start = true;
  bool folded = false;

  [[nodiscard]] bool complete() const { return begin.offset + text.size() == end; }
};

/// The lines of a part of an output. Lines longer than `columns` are cut; equal lines in a row are folded where that
/// saves more than the `mark_bytes` that it costs to say so.
[[nodiscard]] std::vector<PreviewLine> preview_lines(Window window, std::size_t columns, std::size_t mark_bytes);

/// The most bytes that a gap mark and its line end take in an output of this size.
[[nodiscard]] std::size_t widest_mark(Position end);

/// `lines` are disjoint and in order. Every byte between them is in a gap, and every gap has its mark:
/// on a line of its own, or inside the line where it begins and ends within one.
[[nodiscard]] PreviewText assemble(const std::vector<PreviewLine>& lines, Position end, bool ends_with_line_end);

}  // namespace termhost::text
