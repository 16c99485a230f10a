// UTF-8 as a terminal reads it: what is malformed is dropped without a trace, and decoding goes on with the byte that
// did not fit. So is the byte order mark. This is what xterm.js does; a terminal that shows U+FFFD would show other
// columns.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace termhost::vt {

struct Decoded {
  static constexpr char32_t nothing = 0xffffffff;
  char32_t code_point = nothing;  ///< or `nothing`: the bytes taken spell no character
  std::size_t taken = 0;          ///< bytes; 0: the bytes are a proper beginning and more are needed
};

namespace detail {

inline constexpr char32_t byte_order_mark = 0xfeff;

/// Bytes in a sequence that begins with `lead`; 0 for a byte that begins none.
constexpr std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xc0) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf8 ? 4 : 0;
}

constexpr bool is_character(char32_t code_point, std::size_t length) {
  constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  if (code_point < least[length] || code_point > 0x10ffff) return false;
  return (code_point < 0xd800 || code_point > 0xdfff) && code_point != byte_order_mark;
}

}  // namespace detail

/// Decodes the first character of `bytes`, which must not be empty.
[[nodiscard]] inline Decoded decode_utf8(std::string_view bytes) {
  const auto lead = static_cast<unsigned char>(bytes.front());
  const std::size_t length = detail::sequence_length(lead);
  if (length == 0) return {Decoded::nothing, 1};
  if (length == 1) return {lead, 1};
  char32_t code_point = lead & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (i == bytes.size()) return {};
    const auto byte = static_cast<unsigned char>(bytes[i]);
    if ((byte & 0xc0) != 0x80) return {Decoded::nothing, i};
    code_point = code_point << 6 | (byte & 0x3f);
  }
  if (!detail::is_character(code_point, length)) return {Decoded::nothing, length};
  return {code_point, length};
}

}  // namespace termhost::vt
