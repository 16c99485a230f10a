// Finds any of a set of keywords, regardless of ASCII case. A filter that is nearly as fast as memory searches for the
// rarest four bytes of each keyword; keywords are compared only at the filter's finds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/search/literal_prefilter.hpp"

namespace termhost::text {

class KeywordScanner {
 public:
  /// `keywords`: lower case, without LF; must outlive the scanner. Those of less than four bytes cost speed.
  explicit KeywordScanner(std::span<const std::string_view> keywords);

  /// The start of a keyword, at or after `from`; or npos. Among several it is one in the first line that has any.
  [[nodiscard]] std::size_t find(std::string_view text, std::size_t from) const;

 private:
  struct Entry {
    std::string_view keyword;
    std::size_t piece = 0;   ///< offset of its rarest piece
    std::uint16_t next = 0;  ///< of the entries with the same hash; 0 ends
  };
  static constexpr std::size_t hash_bits = 10;

  [[nodiscard]] std::size_t match(std::string_view text, std::size_t piece_at, std::size_t from) const;

  LiteralPrefilter filter_;
  std::vector<Entry> entries_;
  std::array<std::uint16_t, std::size_t{1} << hash_bits> first_{};
  std::vector<std::string_view> short_;  ///< shorter than a piece
};

}  // namespace termhost::text
