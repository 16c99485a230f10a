// UTF-8 as a terminal reads it: what is malformed is dropped without a trace, and decoding goes on with the byte that
// did not fit. So is the byte order mark. This is what xterm.js does; a terminal that shows U+FFFD would show other
// columns.
#pragma once

#include <cstddef>
#include <string_view>

namespace termhost::vt {

struct Decoded {
  static constexpr char32_t nothing = 0xffffffff;
  char32_t code_point = nothing;  ///< or `nothing`: the bytes taken spell no character
  std::size_t taken = 0;          ///< bytes; 0: the bytes are a proper beginning and more are needed
};

/// Decodes the first character of `bytes`, which must not be empty.
[[nodiscard]] Decoded decode_utf8(std::string_view bytes);

inline constexpr std::size_t max_utf8_length = 4;

/// Encodes a character into `to`, which has room for max_utf8_length bytes; returns the end.
[[nodiscard]] inline char* write_utf8(char32_t character, char* to) {
  const auto put = [&](char32_t byte) { *to++ = static_cast<char>(byte); };
  if (character < 0x80) {
    put(character);
    return to;
  }
  if (character < 0x800) {
    put(0xc0 | character >> 6);
  } else {
    if (character < 0x10000) {
      put(0xe0 | character >> 12);
    } else {
      put(0xf0 | character >> 18);
      put(0x80 | (character >> 12 & 0x3f));
    }
    put(0x80 | (character >> 6 & 0x3f));
  }
  put(0x80 | (character & 0x3f));
  return to;
}

}  // namespace termhost::vt
