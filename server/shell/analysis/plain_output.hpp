// What commands print that print no more than names and numbers, told by their text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shell/analysis/simple_commands.hpp"

namespace termhost::shell {

/// The commands of `$(…)`, `(…)` of fish, or backquotes.
[[nodiscard]] std::string_view substituted(std::string_view substitution);

/// Digits and nothing else, if anything.
[[nodiscard]] bool prints_number(std::string_view commands);

/// The current folder.
[[nodiscard]] bool prints_folder(std::string_view commands);

struct PlainOutput {
  UnknownPart part;
  bool several = false;  ///< one on each line, or more
};
[[nodiscard]] std::optional<PlainOutput> plain_output(std::string_view commands);

/// Names of files below the current folder and nothing else, one on each line: how each of them ends (`.ts`, or not
/// known: empty).
[[nodiscard]] std::optional<std::string> ending_of_names(std::string_view commands);

/// `IFS= read -r f`: the variable that is given a line, if nothing else happens there.
[[nodiscard]] std::string_view read_variable(std::string_view condition);

}  // namespace termhost::shell
