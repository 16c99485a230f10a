// The output of commands that print only names and numbers, by the text of the command.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shell/analysis/simple_commands.hpp"

namespace termhost::shell {

/// The commands of `$(…)`, `(…)` of fish, or backquotes.
[[nodiscard]] std::string_view substituted(std::string_view substitution);

/// True if the commands print nothing but digits.
[[nodiscard]] bool prints_number(std::string_view commands);

/// True if the commands print the current folder.
[[nodiscard]] bool prints_folder(std::string_view commands);

struct PlainOutput {
  UnknownPart part;
  bool several = false;  ///< one on each line, or more
};
[[nodiscard]] std::optional<PlainOutput> plain_output(std::string_view commands);

/// The common ending of the printed names (`.ts`), if the commands print only names of files below the current folder,
/// one on each line. Empty text: the ending is not known.
[[nodiscard]] std::optional<std::string> ending_of_names(std::string_view commands);

/// `IFS= read -r f`: the variable that gets a line, if the condition does nothing else.
[[nodiscard]] std::string_view read_variable(std::string_view condition);

}  // namespace termhost::shell
