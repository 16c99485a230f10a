// Finds the lines that match a pattern, in linear time, regardless of case. RE2 decides. If each match must contain one
// of a few rare words, these are searched first, at a few gigabytes a second. Their letters have the two cases of ASCII
// only: the odd spellings that Unicode adds, ſ for s and K for k, are not found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <re2/re2.h>

#include "text/search/keyword_scanner.hpp"

namespace termhost::tool {

class LineMatcher {
 public:
  /// An invalid regular expression is searched as plain text, and note() says so.
  explicit LineMatcher(const std::string& pattern);

  /// A byte of the first matching line in `text` at or after `from`, both of which are at line starts; npos if there is
  /// none.
  [[nodiscard]] std::size_t find(std::string_view text, std::size_t from);

  /// The offset of the match in a matching line.
  [[nodiscard]] std::size_t place_in(std::string_view line) const;

  [[nodiscard]] const std::string& note() const { return note_; }

 private:
  void choose_words(const std::string& pattern);
  [[nodiscard]] bool words_are_common() const;
  [[nodiscard]] bool matches(std::string_view line) const;
  [[nodiscard]] std::size_t find_word(std::string_view text, std::size_t from) const;
  [[nodiscard]] std::size_t find_by_words(std::string_view text, std::size_t from);
  [[nodiscard]] std::size_t find_by_pattern(std::string_view text, std::size_t from) const;
  [[nodiscard]] std::size_t find_line_by_line(std::string_view text, std::size_t from) const;

  std::unique_ptr<re2::RE2> pattern_;
  std::vector<std::string> words_;  ///< lower case; every match contains one
  std::optional<text::KeywordScanner> scanner_;
  bool needs_non_ascii_ = false;   ///< no words, but every match has a byte that is not ASCII
  bool line_by_line_ = false;      ///< RE2 has to be given single lines
  bool words_suffice_ = false;     ///< a line with one of them matches
  std::uint64_t looked_at_ = 0;    ///< bytes, for words
  std::uint64_t words_found_ = 0;  ///< in them
  std::string note_;
};

}  // namespace termhost::tool
