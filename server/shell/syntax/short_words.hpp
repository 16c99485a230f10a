// A look-up of words in a small fixed set, sorted at compile time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace termhost::shell {

/// Rows found by their `word`.
template <class Row, std::size_t N>
class WordTable {
 public:
  explicit constexpr WordTable(const std::array<Row, N>& rows) : rows_(rows) {
    std::ranges::sort(rows_, before, &Row::word);
  }
  /// nullptr: there is none.
  [[nodiscard]] constexpr const Row* find(std::string_view word) const {
    const auto found = std::ranges::lower_bound(rows_, word, before, &Row::word);
    return found != rows_.end() && found->word == word ? &*found : nullptr;
  }

 private:
  /// By length first: most words of a text are as long as none of the set, or one.
  static constexpr bool before(std::string_view a, std::string_view b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  }

  std::array<Row, N> rows_;
};

struct ShortWord {
  std::string_view word;
};

template <std::size_t N>
class ShortWords {
 public:
  template <class... Words>
  explicit constexpr ShortWords(Words... words) : table_(std::array{ShortWord{words}...}) {}
  [[nodiscard]] constexpr bool contains(std::string_view word) const { return table_.find(word) != nullptr; }

 private:
  WordTable<ShortWord, N> table_;
};
template <class... Words>
ShortWords(Words...) -> ShortWords<sizeof...(Words)>;

}  // namespace termhost::shell
