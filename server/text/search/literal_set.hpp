// Finds the literals of a set in a text, some gigabytes a second. For long literals, four bytes are looked up at every
// fourth place: a long literal has a whole piece at one of those places, wherever it begins. Short ones are searched
// with a LiteralPrefilter.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/search/literal_prefilter.hpp"

namespace termhost::text {

class LiteralSet {
 public:
  struct Literal {
    std::string text;  ///< lower case where its case does not matter; not empty
    bool any_case = false;
  };

  explicit LiteralSet(std::vector<Literal> literals);

  [[nodiscard]] const std::vector<Literal>& literals() const { return literals_; }
  [[nodiscard]] std::size_t longest() const { return std::max(longest_line_, longest_lines_); }

  struct Place {
    std::size_t at = 0;
    std::size_t literal = 0;
  };
  /// Appends each literal that begins in `text` at `from` or later, and is whole.
  void find(std::string_view text, std::size_t from, std::vector<Place>& found) const;
  /// Appends each literal that begins there and could continue past the end.
  void find_begun(std::string_view text, std::size_t from, std::vector<Place>& found) const;

 private:
  /// Four bytes of a literal, both cases of letters alike.
  struct Piece {
    std::uint32_t bytes = 0;
    std::uint32_t literal = 0;
    std::size_t offset = 0;
  };

  /// The beginning of a short literal, up to four bytes, both cases of letters alike.
  struct Short {
    std::uint32_t bytes = 0, mask = 0;
    std::uint32_t literal = 0;
  };

  void add_long(std::size_t literal);
  void add_short(std::size_t literal);
  void find_long(std::string_view text, std::size_t from, std::vector<Place>& found) const;
  void find_long_around(std::string_view text, std::size_t from, std::size_t at, std::vector<Place>& found) const;
  [[nodiscard]] bool is_known(std::uint32_t piece) const;
  void find_short(std::string_view text, std::size_t from, std::vector<Place>& found) const;
  void find_short_at(std::string_view text, std::size_t at, std::vector<Place>& found) const;
  static constexpr std::size_t hash_bits = 16;

  std::vector<Literal> literals_;
  std::vector<Piece> pieces_;  ///< of the long ones, by their bytes
  std::array<std::uint64_t, (std::size_t{1} << hash_bits) / 64> known_pieces_{};
  LiteralPrefilter filter_;
  std::array<std::vector<Short>, 256> short_by_first_byte_;  ///< folded
  std::array<std::vector<std::uint32_t>, 256> all_by_first_byte_;
  std::size_t longest_line_ = 0, longest_lines_ = 0;  ///< without a line end, and with some
};

}  // namespace termhost::text
