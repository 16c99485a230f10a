// Character sets a program can designate (ESC ( 0 and its kin): line drawing and the national replacement sets.
#pragma once

#include <array>
#include <string_view>

namespace termhost::text {

/// The character shown for each printable ASCII one; index 0 is the blank (0x20), the last is the tilde (0x7E).
using Charset = std::array<char16_t, 0x7f - 0x20>;

[[nodiscard]] inline char32_t translate(const Charset& charset, char character) {
  return charset[static_cast<unsigned char>(character) - 0x20U];
}

struct Designation {
  bool known = false;
  const Charset* charset = nullptr;  ///< null: US-ASCII
};

/// The set that the final byte of a designating sequence names.
[[nodiscard]] Designation designated_charset(char final_byte);

}  // namespace termhost::text
