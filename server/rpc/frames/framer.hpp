// Cuts a byte stream into messages, and recovers from bytes that are not a message. Incremental: the stream may be cut
// anywhere.
//
// A problem is reported once, then the framer continues at the next plausible header (or line). A JSON text never has a
// raw line break within a string. So a raw header line inside a body means that the length was wrong, and that a new
// message begins there.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "rpc/dialect.hpp"

namespace termhost::rpc {

inline constexpr std::size_t max_frame_bytes = std::size_t{64}
                                               << 20;  // the largest paste or file anyone sends, and some
inline constexpr std::size_t max_header_bytes = std::size_t{8} << 10;  // real headers have under 100 bytes
inline constexpr std::size_t frame_padding = 128;                      // bytes that may be read past a frame

struct NeedMore {};  ///< not an error
/// One message. Valid until the next feed() or next(); `frame_padding` bytes after it can be read.
struct Frame {
  std::string_view text;
};
struct FramingProblem {
  std::string what;  ///< one sentence: what was wrong, and what happens with the bytes
};
using FramerEvent = std::variant<NeedMore, Frame, FramingProblem>;

class Framer {
 public:
  virtual ~Framer() = default;
  virtual void feed(std::string_view bytes) = 0;
  [[nodiscard]] virtual FramerEvent next() = 0;
  /// The stream has ended: what is left unfinished, if anything.
  [[nodiscard]] virtual FramerEvent finish() = 0;
};

[[nodiscard]] std::unique_ptr<Framer> make_framer(Framing framing);

/// `text` as it goes on the wire.
[[nodiscard]] std::string framed(Framing framing, std::string text);

}  // namespace termhost::rpc
