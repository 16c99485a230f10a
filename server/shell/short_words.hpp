// Looking up a short word in a fixed set with one comparison per row: up to eight bytes are one number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace termhost::shell {

/// Different for different words of one to eight bytes without NUL; 0 for all others.
[[nodiscard]] constexpr std::uint64_t packed(std::string_view word) {
  if (word.size() > sizeof(std::uint64_t)) return 0;
  std::uint64_t number = 0;
  for (const char c : word) number = number << 8 | static_cast<unsigned char>(c);
  return number;
}

template <std::size_t N>
class ShortWords {
 public:
  template <class... Words>
  explicit constexpr ShortWords(Words... words) : rows_{packed(words)...} {}
  [[nodiscard]] constexpr bool contains(std::string_view word) const {
    const std::uint64_t wanted = packed(word);
    bool found = false;
    for (const std::uint64_t row : rows_) found |= row == wanted;
    return found && wanted != 0;
  }

 private:
  std::array<std::uint64_t, N> rows_;
};
template <class... Words>
ShortWords(Words...) -> ShortWords<sizeof...(Words)>;

/// Rows found by their `word`. What begins or is as long as none of them is turned away at once.
template <class Row, std::size_t N>
class WordTable {
 public:
  explicit constexpr WordTable(const std::array<Row, N>& rows) : rows_(rows) {
    for (std::size_t i = 0; i < N; ++i) {
      words_[i] = packed(rows[i].word);
      lengths_[static_cast<unsigned char>(rows[i].word[0])] |= static_cast<std::uint16_t>(1U << rows[i].word.size());
    }
  }
  /// nullptr: there is none.
  [[nodiscard]] constexpr const Row* find(std::string_view word) const {
    if (word.empty() || word.size() > sizeof(std::uint64_t)) return nullptr;
    if ((lengths_[static_cast<unsigned char>(word[0])] >> word.size() & 1U) == 0) return nullptr;
    const std::uint64_t wanted = packed(word);
    for (std::size_t i = 0; i < N; ++i)
      if (words_[i] == wanted) return &rows_[i];
    return nullptr;
  }

 private:
  std::array<Row, N> rows_;
  std::array<std::uint64_t, N> words_{};
  std::array<std::uint16_t, 256> lengths_{};  // by first character: bit n for a word of n bytes
};

}  // namespace termhost::shell
