#include "rpc/json_string.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <simdjson.h>

#include "base/byte_block.hpp"
#include "base/utf8.hpp"
#include "simd/json_specials.hpp"

namespace termhost::rpc {
namespace {

using base::block_size;

constexpr std::array<char, 256> make_short_escapes() {
  std::array<char, 256> table{};
  constexpr std::string_view names = "\"\\/bfnrt";
  constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
  for (std::size_t i = 0; i < names.size(); ++i) table[static_cast<unsigned char>(names[i])] = meanings[i];
  return table;
}
constexpr auto short_escapes = make_short_escapes();

constexpr std::array<std::int8_t, 256> make_hex_digits() {
  std::array<std::int8_t, 256> table{};
  table.fill(-1);
  for (int digit = 0; digit < 16; ++digit) {
    table[static_cast<unsigned char>("0123456789abcdef"[digit])] = static_cast<std::int8_t>(digit);
    table[static_cast<unsigned char>("0123456789ABCDEF"[digit])] = static_cast<std::int8_t>(digit);
  }
  return table;
}
constexpr auto hex_digits = make_hex_digits();

/// Negative where they are not four digits.
int four_digits(const char* at) {
  const auto digit = [at](int i) { return int{hex_digits[static_cast<unsigned char>(at[i])]}; };
  return digit(0) << 12 | digit(1) << 8 | digit(2) << 4 | digit(3);
}

/// Decodes `\u` and four digits, or two of these if they are a surrogate pair.
Unescaped unescape_code_unit(const char* at, char* to) {
  const int unit = four_digits(at + 2);
  if (unit < 0) return {};
  if (unit < 0x80) {
    *to = static_cast<char>(unit);
    return {at + 6, to + 1};
  }
  auto character = static_cast<char32_t>(unit);
  const bool high = unit >= 0xd800 && unit < 0xdc00;
  if (high) {
    const int low = at[6] == '\\' && at[7] == 'u' ? four_digits(at + 8) : -1;
    if (low < 0xdc00 || low > 0xdfff) return {};
    character = 0x10000 + (static_cast<char32_t>(unit & 0x3ff) << 10 | static_cast<char32_t>(low & 0x3ff));
  } else if (unit >= 0xdc00 && unit < 0xe000) {
    return {};
  }
  return {at + (high ? 12 : 6), base::write_utf8(character, to)};
}

Unescaped unescape_one(const char* at, char* to) {
  constexpr std::string_view line_end = "\\r\\n";
  if (std::memcmp(at, line_end.data(), line_end.size()) == 0) {  // at the end of nearly every line of a terminal
    to[0] = '\r';
    to[1] = '\n';
    return {at + line_end.size(), to + 2};
  }
  const char kind = at[1];
  if (kind == 'u') return unescape_code_unit(at, to);
  *to = short_escapes[static_cast<unsigned char>(kind)];
  return *to == '\0' ? Unescaped{} : Unescaped{at + 2, to + 1};
}

struct Escape {
  std::array<char, 8> text{};  ///< written whole, whatever its size
  std::ptrdiff_t size = 2;
};

constexpr auto escapes = [] {
  std::array<Escape, '\\' + 1> table{};
  for (std::size_t c = 0; c < ' '; ++c) table[c] = {{'\\', 'u', '0', '0', "01"[c / 16], "0123456789abcdef"[c % 16]}, 6};
  constexpr std::string_view names = "\"\\bfnrt";
  constexpr std::string_view meanings = "\"\\\b\f\n\r\t";
  for (std::size_t i = 0; i < names.size(); ++i) table[static_cast<unsigned char>(meanings[i])] = {{'\\', names[i]}, 2};
  return table;
}();

constexpr std::ptrdiff_t longest_escape = 6;

/// So much is looked at before it is copied: what is written then stays in the nearest cache until it is appended.
constexpr std::size_t piece_blocks = 16;
constexpr std::ptrdiff_t piece_bytes = piece_blocks * block_size;

/// Calls `visit` at each quote, backslash and control character of [text, end); a block's size past `end` must be
/// readable. `visit` returns the place to continue, or null to stop.
template <class Visit>
void each_special(const char* text, const char* end, const Visit& visit) {
  std::array<std::uint64_t, piece_blocks> marks;
  const char* at = text;
  for (const char* piece = text; piece < end; piece += piece_bytes) {
    const std::ptrdiff_t size = std::min(end - piece, piece_bytes);
    const std::size_t blocks = static_cast<std::size_t>(size + block_size - 1) / block_size;
    simd::mark_json_specials(piece, blocks, marks.data());
    for (std::size_t block = 0; block < blocks; ++block) {
      for (std::uint64_t specials = marks[block]; specials != 0; specials &= specials - 1) {
        const char* const special = piece + block * block_size + std::countr_zero(specials);
        if (special < at) continue;
        if (special >= end) return;
        at = visit(special);
        if (at == nullptr) return;
      }
    }
  }
}

/// Writes `size` bytes escaped, at most a piece; a block's size past them must be readable. Returns the end.
char* escape_piece(const char* text, std::ptrdiff_t size, char* to) {
  const char* const end = text + size;
  const char* at = text;
  each_special(text, end, [&](const char* special) {
    to = base::copy_in_blocks(at, special, to);
    if (special[0] == '\r' && special[1] == '\n' && special + 1 < end) {  // nearly every line of a terminal ends so
      std::memcpy(to, "\\r\\n", 4);
      to += 4;
      return at = special + 2;
    }
    const Escape& escape = escapes[static_cast<unsigned char>(*special)];
    std::memcpy(to, escape.text.data(), escape.text.size());
    to += escape.size;
    return at = special + 1;
  });
  return base::copy_in_blocks(at, end, to);
}

}  // namespace

void append_json_string(std::string_view text, std::string& out) {
  if (!simdjson::validate_utf8(text.data(), text.size())) return append_json_string(base::well_formed(text), out);
  std::array<char, piece_bytes * longest_escape + 2 * block_size> escaped;
  out.reserve(out.size() + text.size() + text.size() / 16 + 2 * block_size);
  out += '"';
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, piece_bytes);
    text.remove_prefix(piece.size());
    std::array<char, piece_bytes + 2 * block_size> last;  // with room for the bytes that a copy may read past the end
    const bool near_end = text.size() < 2 * block_size;
    if (near_end) std::memcpy(last.data(), piece.data(), piece.size());
    out.append(escaped.data(), escape_piece(near_end ? last.data() : piece.data(), std::ssize(piece), escaped.data()));
  }
  out += '"';
}

Unescaped unescape(const char* at, const char* end, char* to) {
  Unescaped whole;
  each_special(at, end, [&](const char* special) -> const char* {
    to = base::copy_in_blocks(at, special, to);
    if (*special == '"') whole = {special + 1, to};
    if (*special != '\\') return nullptr;
    const Unescaped one = unescape_one(special, to);
    to = one.end;
    return at = one.after;
  });
  return whole;
}

}  // namespace termhost::rpc
