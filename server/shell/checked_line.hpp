// What all families do with a text that was put on one line: it counts only if the shell reads the same in it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "shell/known_commands.hpp"
#include "shell/quote.hpp"
#include "shell/syntax.hpp"

namespace termhost::shell {

/// Whether a line has no control character and says the same as `tree`. `kept` and `ends` as KnownCommands has them;
/// `parse_again(text, known)` reads the line; `same_meaning(tree, again)` compares.
template <class ParseAgain, class Same>
[[nodiscard]] bool says_the_same(std::string_view line, std::span<const Kept> kept, const SyntaxTree& tree,
                                 std::string_view ends, ParseAgain parse_again, Same same_meaning) {
  if (has_control(line)) return false;
  KnownCommands known(tree, kept, ends);
  const SyntaxTree again = parse_again(std::string(line), known);
  return again.ok() && !again.open_ended() && same_meaning(tree, again);
}

}  // namespace termhost::shell
