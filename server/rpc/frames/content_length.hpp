// The header of a Content-Length frame (LSP 3.17 base protocol): recognising one, anywhere in a stream.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace termhost::rpc {

struct HeaderIncomplete {};
struct HeaderBlock {
  std::size_t size = 0;  ///< bytes up to the body
  std::size_t body_length = 0;
};
struct HeaderBroken {
  std::string what;
  std::size_t resume = 0;  ///< the start of the search for the next header: past the wrong bytes
};
using HeaderResult = std::variant<HeaderIncomplete, HeaderBlock, HeaderBroken>;

/// Reads the header block that `bytes` begin with. Names in any case; lines end with CR LF or LF; other fields are
/// ignored; of several lengths the last counts (a header that was cut off and begun anew).
[[nodiscard]] HeaderResult read_header(std::string_view bytes);

/// The longest header line that find_header() sees, so that as many bytes at the end of `bytes` may be the beginning of
/// one.
inline constexpr std::size_t header_line_bytes = 64;

/// Finds the first end of a line `Content-Length: digits` in `bytes`, from `from` on, and returns the offset of its
/// "C".
[[nodiscard]] std::optional<std::size_t> find_header(std::string_view bytes, std::size_t from);

}  // namespace termhost::rpc
