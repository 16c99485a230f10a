// What all families do with a text that was put on one line: it counts only if the shell reads the same in it.
#pragma once

#include <string>
#include <string_view>

#include "shell/flatten/quote.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// Whether a line has no control character and says the same as `tree`: `parse(text)` reads the line,
/// `same_meaning(tree, again)` compares.
template <class Parse, class Same>
[[nodiscard]] bool says_the_same(std::string_view line, const SyntaxTree& tree, Parse parse, Same same_meaning) {
  if (has_control(line)) return false;
  const SyntaxTree again = parse(std::string(line));
  return again.ok() && !again.open_ended() && same_meaning(tree, again);
}

}  // namespace termhost::shell
