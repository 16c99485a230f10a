// Chooses what a preview shows and puts it together.
#pragma once

#include <cstddef>
#include <vector>

#include "text/position.hpp"
#include "text/preview/error_collector.hpp"
#include "text/preview/preview.hpp"

namespace termhost::text {

/// What is known of an output that is longer than the budget.
struct LayoutInput {
  std::size_t budget = 0;
  Window head;  ///< from the first byte
  Window tail;  ///< to the last byte; may overlap the head
  std::vector<ErrorBlock> errors;
  Position end;
};

[[nodiscard]] PreviewText lay_out(const LayoutInput& input);

}  // namespace termhost::text
