// UTF-8 as a terminal shows it: what is malformed is U+FFFD, one for each maximal part of it, as Unicode recommends and
// base::well_formed does, so that the live output and the result are the same text. The byte order mark is nothing.
#pragma once

#include <cstddef>
#include <string_view>

namespace termhost::vt {

struct Decoded {
  static constexpr char32_t nothing = 0xffffffff;
  static constexpr char32_t replacement = 0xfffd;
  char32_t code_point = nothing;  ///< or `nothing`: the bytes taken spell no character
  std::size_t taken = 0;          ///< bytes; 0: the bytes are a proper beginning and more are needed
  bool malformed = false;         ///< `code_point` is the replacement of what was taken
};

inline constexpr std::string_view replacement_bytes = "\xEF\xBF\xBD";

namespace detail {

inline constexpr char32_t byte_order_mark = 0xfeff;

/// Bytes in a sequence that begins with `lead`; 0 for a byte that begins none (Unicode, table 3-7).
constexpr std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

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
  const std::size_t length = detail::sequence_length(lead);
  if (length == 0) return {Decoded::replacement, 1, true};
  if (length == 1) return {lead, 1};
  char32_t code_point = lead & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (i == bytes.size()) return {};
    const auto byte = static_cast<unsigned char>(bytes[i]);
    const bool fits = (byte & 0xc0) == 0x80 && (i > 1 || detail::may_be_second(lead, byte));
    if (!fits) return {Decoded::replacement, i, true};
    code_point = code_point << 6 | (byte & 0x3f);
  }
  return {code_point == detail::byte_order_mark ? Decoded::nothing : code_point, length};
}

}  // namespace termhost::vt
