// UTF-8 as bytes come: is it well-formed, what is it made into if not, and where a chunk cuts it.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace termhost::base {

/// How many of the first bytes of `text` are ASCII.
[[nodiscard]] std::size_t ascii_prefix(std::string_view text);

[[nodiscard]] inline bool is_ascii(std::string_view text) { return ascii_prefix(text) == text.size(); }

/// How many of the first bytes of `text` are well-formed UTF-8 (Unicode 15, table 3-7).
[[nodiscard]] std::size_t well_formed_prefix(std::string_view text);

[[nodiscard]] inline bool is_well_formed(std::string_view text) { return well_formed_prefix(text) == text.size(); }

/// The same text with each ill-formed part (maximal subpart, as Unicode recommends) replaced by one U+FFFD.
[[nodiscard]] std::string well_formed(std::string_view text);

/// Bytes at the end of `text` that begin a code point and do not finish it: 0 to 3. Bytes that can't begin one count as
/// finished.
[[nodiscard]] std::size_t incomplete_utf8_suffix(std::string_view text);

inline constexpr std::size_t max_utf8_length = 4;

/// Bytes of the code point that begins with `lead`; 0 where none does.
[[nodiscard]] std::size_t utf8_length(char lead);

[[nodiscard]] constexpr bool is_utf8_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Encodes a character up to 0x10FFFF, a surrogate as it is, into `to`, which has room for max_utf8_length bytes;
/// returns the end.
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

inline void append_utf8(std::string& out, char32_t character) {
  std::array<char, max_utf8_length> bytes{};
  out.append(bytes.data(), write_utf8(character, bytes.data()));
}

}  // namespace termhost::base
