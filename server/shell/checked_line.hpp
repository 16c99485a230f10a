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
/// `parse_again(text, known)` reads the line; `meaning(tree, taken_over)` is what must be equal.
template <class ParseAgain, class Meaning>
[[nodiscard]] std::optional<std::string> checked_line(EditedText line, const SyntaxTree& tree, std::string_view ends,
                                                      ParseAgain parse_again, Meaning meaning) {
  if (has_control(line.text)) return std::nullopt;
  KnownCommands known(tree, line.kept, ends);
  SyntaxTree again = parse_again(std::move(line.text), known);
  if (!again.ok() || again.open_ended()) return std::nullopt;
  const auto& [here, there] = again.taken_over();
  if (meaning(again, here) != meaning(tree, there)) return std::nullopt;
  return std::move(again).take_source();
}

}  // namespace termhost::shell
