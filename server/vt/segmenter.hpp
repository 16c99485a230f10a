// Cuts a terminal stream into printed data and shell markers, in order.
//
// Data segments have every byte outside of a marker, unchanged and in order; markers are taken out. The stream may be
// cut anywhere between two calls. Only bytes that may yet become a marker are held back: other sequences (titles,
// links, colours) pass at once. Bounded: an OSC payload over 64 KiB is not a marker and passes as data.
//
// A marker begins with ESC ] or C1 OSC. It ends with BEL, ESC \ or C1 ST, or at an ESC that begins another sequence, as
// in a terminal. C1 controls are recognised in UTF-8 (C2 9D, C2 9C), and as single bytes where those cannot be part of
// a character.
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
  char previous_ = 0;  // the byte before the next one: separates a single-byte C1 control from part of a character
};

}  // namespace termhost::vt
