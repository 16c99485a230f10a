// The possible values of a loop's variable, and of what another command prints.
#pragma once

#include <string_view>
#include <vector>

#include "shell/analysis/simple_commands.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// True if the name occurs only once without a `$` before it. Then only the loop sets it.
[[nodiscard]] bool named_once(std::string_view source, std::string_view name);

/// One word for all of them: their common beginning and end, with an unknown part between.
[[nodiscard]] ShellWord any_of_words(const std::vector<ShellWord>& words);

/// `IFS= read -r f`: the variable that gets a line, if the condition does nothing else.
[[nodiscard]] std::string_view read_variable(std::string_view condition);
/// The simple command, or the pipeline, whose output is all of the word: `$(git ls-files)`.
[[nodiscard]] NodeId substituted_line(const SyntaxTree& tree, NodeId word);

/// zsh: all variables of `for a b in …`.
[[nodiscard]] std::vector<std::string_view> further_loop_names(std::string_view loop);

}  // namespace termhost::shell
