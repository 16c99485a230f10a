// Finds any of a set of keywords, regardless of ASCII case, at a few gigabytes a second: every second position is
// probed with a table of the four-byte pieces of all keywords, and only a hit is compared.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace termhost::text {

class KeywordScanner {
 public:
  static constexpr std::size_t shortest_keyword = 5;

  /// `keywords`: lower case, at least `shortest_keyword` bytes each, without LF; must outlive the scanner.
  explicit KeywordScanner(std::span<const std::string_view> keywords);

  /// Where a keyword begins, or npos. Of several, one in the first line that has any.
  [[nodiscard]] std::size_t find(std::string_view text, std::size_t from) const;

 private:
  struct Entry {
    std::string_view keyword;
    std::size_t offset = 0;  ///< of the piece in the keyword
    std::uint16_t next = 0;  ///< other pieces with the same hash; 0 ends
  };
  static constexpr std::size_t table_bits = 14;

  [[nodiscard]] std::size_t match(std::string_view text, std::size_t probe, std::size_t from) const;

  std::vector<Entry> entries_;
  std::array<std::uint16_t, std::size_t{1} << table_bits> first_{};
};

}  // namespace termhost::text
