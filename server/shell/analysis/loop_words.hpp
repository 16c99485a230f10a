// What the variable of a loop can hold.
#pragma once

#include <string_view>
#include <vector>

#include "shell/analysis/simple_commands.hpp"

namespace termhost::shell {

/// Does the name stand but once without a `$` in front of it? Then nothing but the loop sets it.
[[nodiscard]] bool named_once(std::string_view source, std::string_view name);

/// The word that stands for each of them: what all begin and end with, and between it what is not known.
[[nodiscard]] ShellWord any_of_words(const std::vector<ShellWord>& words);

/// zsh: all variables of `for a b in …`.
[[nodiscard]] std::vector<std::string_view> further_loop_names(std::string_view loop);

}  // namespace termhost::shell
