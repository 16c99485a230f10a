#include "tool/character_set.hpp"

#include <algorithm>
#include <array>

namespace termhost::tool {
namespace {

struct NamedClass {
  std::string_view name;
  ByteSet bytes;
};

const ByteSet digits = byte_range('0', '9');
const ByteSet letters = byte_range('a', 'z') | byte_range('A', 'Z');
const ByteSet word_bytes = digits | letters | one_byte('_');
const ByteSet blanks = one_byte('\t') | one_byte('\n') | one_byte('\f') | one_byte('\r') | one_byte(' ');
const ByteSet graphic = byte_range('!', '~');

const std::array posix_classes{
    NamedClass{"alnum", digits | letters},
    NamedClass{"alpha", letters},
    NamedClass{"ascii", byte_range(0, ascii - 1)},
    NamedClass{"blank", one_byte('\t') | one_byte(' ')},
    NamedClass{"cntrl", byte_range(0, 31) | byte_range(127, 127)},
    NamedClass{"digit", digits},
    NamedClass{"graph", graphic},
    NamedClass{"lower", byte_range('a', 'z')},
    NamedClass{"print", graphic | one_byte(' ')},
    NamedClass{"punct", graphic & ~(digits | letters)},
    NamedClass{"space", blanks | one_byte('\v')},
    NamedClass{"upper", byte_range('A', 'Z')},
    NamedClass{"word", word_bytes},
    NamedClass{"xdigit", digits | byte_range('a', 'f') | byte_range('A', 'F')},
};

}  // namespace

ByteSet byte_range(unsigned first, unsigned last) {
  ByteSet bytes;
  for (unsigned byte = first; byte <= last; ++byte) bytes.set(byte);
  return bytes;
}

ByteSet one_byte(char byte) { return byte_range(static_cast<unsigned char>(byte), static_cast<unsigned char>(byte)); }

ByteSet regardless_of_case(ByteSet bytes) {
  for (unsigned upper = 'A'; upper <= 'Z'; ++upper) {
    const unsigned lower = upper - 'A' + 'a';
    if (bytes[upper] || bytes[lower]) bytes.set(upper).set(lower);
  }
  return bytes;
}

std::optional<ByteSet> escaped_class(char letter) {
  switch (letter | 0x20) {
    case 'd': return digits;
    case 'w': return word_bytes;
    case 's': return blanks;
    default: return std::nullopt;
  }
}

std::optional<ByteSet> posix_class(std::string_view name) {
  const auto known =
      std::find_if(posix_classes.begin(), posix_classes.end(), [&](const NamedClass& one) { return one.name == name; });
  return known == posix_classes.end() ? std::nullopt : std::optional(known->bytes);
}

bool is_word_byte(char byte) { return word_bytes[static_cast<unsigned char>(byte)]; }

void CharacterSet::add(const ByteSet& bytes, bool negated) {
  ascii_ones |= negated ? ~bytes & byte_range(0, ascii - 1) : bytes;
  all_others |= negated;
}

void CharacterSet::negate() {
  for (std::size_t byte = 0; byte < ascii; ++byte) ascii_ones.flip(byte);
  all_others = !all_others;
}

}  // namespace termhost::tool
