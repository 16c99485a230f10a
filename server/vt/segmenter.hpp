// Cuts a terminal stream into what was printed and what the shell said about it, in order.
//
// Data segments hold every byte that is no shell marker, untouched and in order; markers are taken out. The stream may
// be cut anywhere between two calls. Bounded: an OSC payload over 64 KiB is no marker and passes as data.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "vt/shell_marker.hpp"

namespace termhost::vt {

struct Segment {
  std::string_view data;              ///< valid until the next call
  std::optional<ShellMarker> marker;  ///< set: this segment is a marker and `data` is empty
};

class Segmenter {
 public:
  /// The next segment of `bytes`, which is advanced past it; nothing when all of it was consumed or is held back
  /// because the next bytes decide what it is.
  [[nodiscard]] std::optional<Segment> next(std::string_view& bytes);

  /// The bytes held back at the end of the stream: an unfinished sequence is data after all.
  [[nodiscard]] std::string take_rest();

 private:
  std::string held_;   // an escape sequence that began and has not ended
  std::string ready_;  // held bytes that turned out to be data, alive while the caller looks at them
};

}  // namespace termhost::vt
