// UTF-8 as a terminal reads it: what is malformed is dropped without a trace, and decoding goes on with the byte that
// did not fit. So is the byte order mark. This is what xterm.js does; a terminal that shows U+FFFD would show other
// columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace termhost::vt {

struct Decoded {
  static constexpr char32_t nothing = 0xffffffff;
  char32_t code_point = nothing;  ///< or `nothing`: the bytes taken spell no character
  std::size_t taken = 0;          ///< bytes; 0: the bytes are a proper beginning and more are needed
};

/// Decodes the first character of `bytes`, which must not be empty.
[[nodiscard]] Decoded decode_utf8(std::string_view bytes);

inline void append_utf8(char32_t character, std::string& out) {
  const auto byte = [&](char32_t value) { out += static_cast<char>(value); };
  if (character < 0x80) return byte(character);
  if (character < 0x800) {
    byte(0xc0 | character >> 6);
  } else {
    if (character < 0x10000) {
      byte(0xe0 | character >> 12);
    } else {
      byte(0xf0 | character >> 18);
      byte(0x80 | (character >> 12 & 0x3f));
    }
    byte(0x80 | (character >> 6 & 0x3f));
  }
  byte(0x80 | (character & 0x3f));
}

}  // namespace termhost::vt
