// Chooses the lines of a preview and builds its text.
#pragma once

#include <cstddef>
#include <vector>

#include "text/errors/error_collector.hpp"
#include "text/position.hpp"
#include "text/preview/fold.hpp"
#include "text/preview/preview.hpp"

namespace termhost::text {

/// The parts of an output, or of a piece of it, that is longer than the budget.
struct LayoutInput {
  std::size_t budget = 0;
  std::vector<Window> head;  ///< from the first byte that is in no fold
  std::vector<Window> tail;  ///< to the last one; may overlap the head
  std::vector<Fold> folds;   ///< in order
  std::vector<ErrorBlock> errors;
  Position begin;
  Position end;
  bool ends_with_line_end = true;
  bool brief = false;  ///< show less of the ends where there is an error
};

[[nodiscard]] PreviewText lay_out(const LayoutInput& input);

}  // namespace termhost::text
