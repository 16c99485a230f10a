// The lines that a preview can show, and the text of the chosen ones with its gaps marked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "text/position.hpp"
#include "text/preview/fold.hpp"
#include "text/preview/preview.hpp"

namespace termhost::text {

/// One line.
struct PreviewLine {
  Position begin;
  std::uint64_t end = 0;  ///< offset
  std::string_view text;  ///< shown, from `begin`; shorter than the line where it is cut
  bool line_start = true;
  bool follows = true;  ///< the line before it, or there is none; else what is between them is left out anyway

  [[nodiscard]] bool complete() const { return begin.offset + text.size() == end; }
};

/// The lines of parts of an output. Lines longer than `columns` are cut.
[[nodiscard]] std::vector<PreviewLine> preview_lines(const std::vector<Window>& windows, std::size_t columns);

/// The most bytes that a gap mark and its line end take in an output with this end and these folds.
[[nodiscard]] std::size_t widest_mark(Position end, const std::vector<Fold>& folds);

struct Extent {
  Position begin, end;
};

/// `lines` are disjoint and in order. Every byte of the extent that is in none of them is in a gap, and every gap has
/// its mark: on a line of its own, or inside the line where it begins and ends within one. A gap that is a fold says
/// so.
[[nodiscard]] PreviewText assemble(const std::vector<PreviewLine>& lines, const std::vector<Fold>& folds,
                                   const Extent& extent, bool ends_with_line_end);

}  // namespace termhost::text
