// Sets of characters as a pattern writes them, of which bytes of UTF-8 are made.
#pragma once

#include <bitset>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace termhost::tool {

using ByteSet = std::bitset<256>;
inline constexpr std::size_t ascii = 128;  ///< bytes that are characters of their own

[[nodiscard]] ByteSet byte_range(unsigned first, unsigned last);
[[nodiscard]] ByteSet one_byte(char byte);
/// With each letter also the other case of it.
[[nodiscard]] ByteSet regardless_of_case(ByteSet bytes);

/// What \d, \w or \s stands for, by the letter in either case; nothing for another letter.
[[nodiscard]] std::optional<ByteSet> escaped_class(char letter);
/// The class in [[:name:]].
[[nodiscard]] std::optional<ByteSet> posix_class(std::string_view name);
[[nodiscard]] bool is_word_byte(char byte);

/// A set of characters: of ASCII each, of the others all or a few.
struct CharacterSet {
  ByteSet ascii_ones;
  bool all_others = false;
  std::vector<std::string> others;

  void add(const ByteSet& bytes, bool negated);
  void negate();
};

}  // namespace termhost::tool
