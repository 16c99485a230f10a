// UTF-8 in chunks of bytes: the check of its form, the repair of ill-formed bytes, and characters that a chunk cuts.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace termhost::base {

/// The number of bytes at the start of `text` that are ASCII.
[[nodiscard]] std::size_t ascii_prefix(std::string_view text);

[[nodiscard]] inline bool is_ascii(std::string_view text) { return ascii_prefix(text) == text.size(); }

/// The number of bytes at the start of `text` that are well-formed UTF-8 (Unicode 15, table 3-7).
[[nodiscard]] std::size_t well_formed_prefix(std::string_view text);

[[nodiscard]] inline bool is_well_formed(std::string_view text) { return well_formed_prefix(text) == text.size(); }

/// `text` with one U+FFFD for each ill-formed part (maximal subpart, as Unicode recommends).
[[nodiscard]] std::string well_formed(std::string_view text);

/// Bytes at the end of `text` that begin a code point and do not finish it: 0 to 3. Bytes that can't begin one count as
/// finished.
[[nodiscard]] std::size_t incomplete_utf8_suffix(std::string_view text);

inline constexpr std::size_t max_utf8_length = 4;

/// Bytes of the code point that begins with `lead`; 0 where none does (Unicode 15, table 3-7).
[[nodiscard]] constexpr std::size_t utf8_length(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  if (byte < 0x80) return 1;
  if (byte < 0xc2 || byte > 0xf4) return 0;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}

[[nodiscard]] constexpr bool is_utf8_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

inline constexpr std::string_view replacement_bytes = "\xEF\xBF\xBD";  ///< U+FFFD

struct Decoded {
  static constexpr char32_t replacement = 0xfffd;
  char32_t code_point = replacement;
  std::size_t taken = 0;   ///< bytes; 0: they are a proper beginning and more are needed
  bool malformed = false;  ///< `code_point` is the replacement of what was taken: a maximal part that begins none
};

namespace detail {

/// No overlong forms, no surrogates, nothing beyond U+10FFFF: all three show in the second byte.
constexpr bool may_be_second(unsigned char lead, unsigned char second) {
  switch (lead) {
    case 0xe0: return second >= 0xa0;
    case 0xed: return second < 0xa0;
    case 0xf0: return second >= 0x90;
    case 0xf4: return second < 0x90;
    default: return true;
  }
}

}  // namespace detail

/// Decodes the first character of `bytes`, which must not be empty.
[[nodiscard]] inline Decoded decode_utf8(std::string_view bytes) {
  const auto lead = static_cast<unsigned char>(bytes.front());
  const std::size_t length = utf8_length(bytes.front());
  if (length == 0) return {Decoded::replacement, 1, true};
  if (length == 1) return {lead, 1};
  char32_t code_point = lead & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (i == bytes.size()) return {};
    const auto byte = static_cast<unsigned char>(bytes[i]);
    const bool fits = is_utf8_continuation(bytes[i]) && (i > 1 || detail::may_be_second(lead, byte));
    if (!fits) return {Decoded::replacement, i, true};
    code_point = code_point << 6 | (byte & 0x3f);
  }
  return {code_point, length};
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
