// Finds the parts of a very long line that look like the error. Bounded: it searches the first MiB of each line, and
// stops after a fixed number of keywords per output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/position.hpp"

namespace termhost::text {

struct LinePart {
  Position begin;
  std::string text;
};

class LongLineSearch {
 public:
  /// `part` continues the line at `at`. It may be cut anywhere: what is found is the same for every way to cut it.
  void take(std::string_view part, Position at);
  /// The line has ended. Returns the parts of it, in order.
  [[nodiscard]] std::vector<LinePart> finish();

 private:
  void look(bool is_last);

  std::string segment_;  ///< of the line, to be looked at once it is full
  Position segment_begin_;
  std::uint64_t found_end_ = 0;  ///< offset, of the last part that was found
  std::size_t searched_ = 0;     ///< bytes of the line that no segment has any more
  std::size_t looks_ = 0;        ///< keywords of the output that were looked at
  std::vector<LinePart> found_;
};

}  // namespace termhost::text
