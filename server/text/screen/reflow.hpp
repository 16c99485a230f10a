// Lays out the lines of a screen again for another width: wrapped lines are joined and cut again, so that no text is
// lost and a line that fits now is not split.
#pragma once

#include <cstddef>
#include <vector>

#include "text/screen/row.hpp"

namespace termhost::text {

struct Layout {
  std::vector<Row> rows;
  int x = 0;          ///< the cursor
  std::size_t y = 0;  ///< may lie beyond the rows that will fit
};

[[nodiscard]] Layout reflow(const Layout& old, int columns);

}  // namespace termhost::text
