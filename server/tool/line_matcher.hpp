// Finds the lines that match a pattern, in linear time, regardless of case. Where every match must contain one of a few
// words, those are looked for first, at a few gigabytes a second, and RE2 sees only the lines that have one.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <re2/re2.h>

#include "text/keyword_scanner.hpp"

namespace termhost::tool {

class LineMatcher {
 public:
  /// A pattern that is no valid regular expression is taken as plain text, and note() says so.
  explicit LineMatcher(const std::string& pattern);

  struct Match {
    std::size_t line = 0;   ///< offset of the line
    std::size_t begin = 0;  ///< offset of the match, or of the word that it must contain
  };

  /// The first matching line in `text` at or after `from`, both of which are at line starts.
  [[nodiscard]] std::optional<Match> find(std::string_view text, std::size_t from) const;

  [[nodiscard]] const std::string& note() const { return note_; }

 private:
  void choose_words(const std::string& pattern);
  [[nodiscard]] bool matches(std::string_view line) const;
  [[nodiscard]] std::optional<Match> find_by_words(std::string_view text, std::size_t from) const;
  [[nodiscard]] std::optional<Match> find_by_pattern(std::string_view text, std::size_t from) const;

  std::unique_ptr<re2::RE2> pattern_;
  std::vector<std::string> words_;  ///< lower case; every match contains one
  std::optional<text::KeywordScanner> scanner_;
  bool words_suffice_ = false;  ///< the pattern is nothing but the word
  std::string note_;
};

}  // namespace termhost::tool
