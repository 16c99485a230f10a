// The possible values of a loop's variable.
#pragma once

#include <string_view>
#include <vector>

#include "shell/analysis/simple_commands.hpp"

namespace termhost::shell {

/// True if the name occurs only once without a `$` before it. Then only the loop sets it.
[[nodiscard]] bool named_once(std::string_view source, std::string_view name);

/// One word for all of them: their common beginning and end, with an unknown part between.
[[nodiscard]] ShellWord any_of_words(const std::vector<ShellWord>& words);

/// zsh: all variables of `for a b in …`.
[[nodiscard]] std::vector<std::string_view> further_loop_names(std::string_view loop);

}  // namespace termhost::shell
