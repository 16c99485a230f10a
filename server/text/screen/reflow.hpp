// Lays the lines of a screen out anew for another width: a line that wrapped is joined and cut again, so that no text
// is lost and none is split that now fits.
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
