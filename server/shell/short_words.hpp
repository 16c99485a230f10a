// Looking up a short word in a fixed set with one comparison: up to eight bytes are one number, and each of the set has
// a slot of its own.
#pragma once

#include <array>
#include <bit>
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
  explicit constexpr ShortWords(Words... words) : ShortWords(std::array<std::string_view, N>{words...}) {}
  explicit constexpr ShortWords(const std::array<std::string_view, N>& words) {
    for (const std::string_view word : words)
      lengths_[static_cast<unsigned char>(word[0])] |= static_cast<std::uint16_t>(1U << word.size());
    while (!fill(words)) factor_ = factor_ * 6364136223846793005 + 1442695040888963407;
  }

  /// Its place in the set; N: it is not in it. What begins or is as long as none of them is turned away at once.
  [[nodiscard]] constexpr std::size_t find(std::string_view word) const {
    if (word.empty() || word.size() > sizeof(std::uint64_t)) return N;
    if ((lengths_[static_cast<unsigned char>(word[0])] >> word.size() & 1U) == 0) return N;
    const std::uint64_t wanted = packed(word);
    const Slot& slot = slots_[slot_of(wanted)];
    return slot.word == wanted ? slot.place : N;
  }
  [[nodiscard]] constexpr bool contains(std::string_view word) const { return find(word) != N; }

 private:
  struct Slot {
    std::uint64_t word = 0;
    std::size_t place = N;
  };
  static constexpr std::size_t slot_count = std::bit_ceil(4 * N);
  static constexpr int shift = 64 - std::bit_width(slot_count - 1);

  [[nodiscard]] constexpr std::size_t slot_of(std::uint64_t word) const {
    return static_cast<std::size_t>(word * factor_ >> shift);
  }

  // False: two words would have the same slot.
  constexpr bool fill(const std::array<std::string_view, N>& words) {
    slots_ = {};
    for (std::size_t place = 0; place < N; ++place) {
      Slot& slot = slots_[slot_of(packed(words[place]))];
      if (slot.word != 0) return false;
      slot = {packed(words[place]), place};
    }
    return true;
  }

  std::uint64_t factor_ = 0x9E3779B97F4A7C15;
  std::array<Slot, slot_count> slots_{};
  std::array<std::uint16_t, 256> lengths_{};  // by first character: bit n for a word of n bytes
};
template <class... Words>
ShortWords(Words...) -> ShortWords<sizeof...(Words)>;

/// Rows found by their `word`.
template <class Row, std::size_t N>
class WordTable {
 public:
  explicit constexpr WordTable(const std::array<Row, N>& rows) : rows_(rows), words_(words_of(rows)) {}
  /// nullptr: there is none.
  [[nodiscard]] constexpr const Row* find(std::string_view word) const {
    const std::size_t place = words_.find(word);
    return place == N ? nullptr : &rows_[place];
  }

 private:
  static constexpr std::array<std::string_view, N> words_of(const std::array<Row, N>& rows) {
    std::array<std::string_view, N> words;
    for (std::size_t i = 0; i < N; ++i) words[i] = rows[i].word;
    return words;
  }

  std::array<Row, N> rows_;
  ShortWords<N> words_;
};

}  // namespace termhost::shell
