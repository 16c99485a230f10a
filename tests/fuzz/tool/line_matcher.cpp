// Any pattern and any text: many lines at once are found as RE2 finds them one by one.
#include "tool/reading/line_matcher.hpp"

#include <cstdlib>
#include <string_view>

#include "support/matching_lines.hpp"

namespace {

using namespace termhost;

/// RE2 takes these for an s and a k; searching knows the case of ASCII letters as ASCII only.
bool has_odd_spellings(std::string_view text) {
  return text.find("\u017f") != std::string_view::npos || text.find("\u212a") != std::string_view::npos;
}

}  // namespace

/// The input: the pattern up to a line break, and the text.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(input.find('\n'), input.size());
  const std::string pattern(input.substr(0, end));
  const std::string_view text = input.substr(std::min(end + 1, input.size()));
  if (has_odd_spellings(input) || !re2::RE2(pattern, test::search_options()).ok()) return 0;
  tool::LineMatcher matcher(pattern);
  const re2::RE2 oracle("(?m:" + pattern + ")", test::search_options());
  if (test::lines_by(matcher, text) != test::lines_by_re2(oracle, text)) std::abort();
  return 0;
}
