// Which lines of a text match a pattern: as RE2 says line by line, and as LineMatcher says.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include <re2/re2.h>

#include "tool/reading/line_matcher.hpp"

namespace termhost::test {

inline re2::RE2::Options search_options() {
  re2::RE2::Options options;
  options.set_case_sensitive(false);
  options.set_never_nl(true);
  options.set_log_errors(false);
  return options;
}

/// A '1' for each line that matches, a '0' for each other.
inline std::string lines_by_re2(const re2::RE2& pattern, std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    lines += re2::RE2::PartialMatch(re2::StringPiece(line.data(), line.size()), pattern) ? '1' : '0';
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return lines;
}

inline std::string lines_by(tool::LineMatcher& matcher, std::string_view text) {
  std::string lines;
  std::size_t from = 0;
  const auto next_line = [&](std::size_t at) { return std::min(text.find('\n', at), text.size() - 1) + 1; };
  while (from < text.size()) {
    const std::size_t match = matcher.find(text, from);
    for (; from < text.size() && next_line(from) <= match; from = next_line(from)) lines += '0';
    if (match == std::string_view::npos) break;
    lines += '1';
    from = next_line(from);
  }
  return lines;
}

}  // namespace termhost::test
