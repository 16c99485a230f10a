// What all families do with a text that was put on one line: it counts only if the shell reads the same in it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "shell/flatten_edits.hpp"
#include "shell/known_commands.hpp"
#include "shell/quote.hpp"
#include "shell/syntax.hpp"

namespace termhost::shell {

/// The line, if it has no control character and says the same as `tree`. `ends` as KnownCommands has them;
/// `parse_again(text, known)` reads the line; `same_meaning(tree, again)` compares.
template <class ParseAgain, class Same>
[[nodiscard]] std::optional<std::string> checked_line(EditedText line, const SyntaxTree& tree, std::string_view ends,
                                                      ParseAgain parse_again, Same same_meaning) {
  if (has_control(line.text)) return std::nullopt;
  KnownCommands known(tree, line.kept, ends);
  SyntaxTree again = parse_again(std::move(line.text), known);
  if (!again.ok() || again.open_ended()) return std::nullopt;
  if (!same_meaning(tree, again)) return std::nullopt;
  return std::move(again).take_source();
}

}  // namespace termhost::shell
