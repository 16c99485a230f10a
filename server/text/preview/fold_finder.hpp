// Decides, line by line, which lines of an output are folded: passed tests, steps of builds and downloads, diagnostics
// that were shown before, repeated lines. A fold is made only if it is shorter than its lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "text/errors/diagnostics.hpp"
#include "text/errors/error_lines.hpp"
#include "text/preview/folded_output.hpp"
#include "text/preview/line_shapes.hpp"
#include "text/preview/repeat_finder.hpp"

namespace termhost::text {

/// The lines to fold: only those equal to the line above, or all that tell nothing new.
enum class Folding { Repeats, All };

class FoldFinder {
 public:
  /// `window`: bytes kept of each end.
  FoldFinder(Folding folding, std::size_t window)
      : folding_(folding), output_(window), repeats_(folding == Folding::Repeats) {}

  /// A whole line with its LF, or the last one without. Lines come in order; bytes between them are left out.
  void take(std::string_view line, Position at);
  /// A part of a line that is too long to be looked at.
  void take_part(const Window& part);
  /// The next line does not follow the last one directly: bytes between them are missing.
  void leave_out();
  /// Decides about the lines that were held back.
  void close();

  [[nodiscard]] const FoldedOutput& output() const { return output_; }

 private:
  enum class Open { Nothing, Kinds, Repeats };

  Folded foldable(std::string_view line, const LineShape& shape);
  [[nodiscard]] bool goes_along(std::string_view line, const LineShape& shape) const;
  void take_hidden(std::string_view line, Position at);
  void take_foldable(std::string_view line, Position at, const Folded& what);
  void take_ordinary(std::string_view line, Position at);
  void hold(std::string_view line, Position at);
  void end_block(Position end);
  void settle();

  Folding folding_;
  FoldedOutput output_;
  RepeatFinder repeats_;
  ShownDiagnostics shown_;
  bool explains_known_ = false;  ///< the next lines may belong to a diagnostic that is folded

  Open open_ = Open::Nothing;
  Fold fold_;                 ///< the open fold; kept only if it is shorter than its lines
  bool worth_it_ = false;     ///< once it was
  std::string held_;          ///< lines that are neither kept nor folded yet
  Position held_begin_;       ///< of held_
  std::size_t headings_ = 0;  ///< that wait for a foldable line below them
  std::uint64_t blocks_ = 0;  ///< of repeats that are complete
  Position block_begin_;      ///< of the next
  bool block_alike_ = false;
};

}  // namespace termhost::text
