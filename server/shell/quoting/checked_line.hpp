// The check of every one-line text, for all families: it counts only if the shell reads it with the same meaning.
#pragma once

#include <string>
#include <string_view>

#include "shell/quoting/quote.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// True if a line has no control character and the meaning of `tree`. `parse(text)` reads the line, `same_meaning(tree,
/// again)` compares.
template <class Parse, class Same>
[[nodiscard]] bool says_the_same(std::string_view line, const SyntaxTree& tree, Parse parse, Same same_meaning) {
  if (has_control(line)) return false;
  const SyntaxTree again = parse(std::string(line));
  return again.ok() && !again.open_ended() && same_meaning(tree, again);
}

}  // namespace termhost::shell
