// Cuts a terminal stream into what was printed and what the shell said about it, in order.
//
// Data segments hold every byte that is no shell marker, untouched and in order; markers are taken out. The stream may
// be cut anywhere between two calls. Held back is only what may yet become a marker: other sequences (titles, links,
// colours) pass at once. Bounded: an OSC payload over 64 KiB is no marker and passes as data.
//
// A marker is introduced by ESC ] or C1 OSC and ended by BEL, ESC \ or C1 ST, or by an ESC that begins something else,
// as in a terminal. C1 controls are taken in UTF-8 (C2 9D, C2 9C) and as single bytes where those can be no part of a
// character.
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
  [[nodiscard]] std::optional<Segment> hold(std::string_view& bytes);
  [[nodiscard]] Segment release();

  std::string held_;   // an escape sequence that began and has not ended
  std::string ready_;  // held bytes that turned out to be data, alive while the caller looks at them
  char previous_ = 0;  // the byte before what comes next: tells a single-byte C1 control from part of a character
};

}  // namespace termhost::vt
