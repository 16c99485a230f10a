// PowerShell's built-in aliases: a rule for one name of a command covers all of them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

/// The other names of a command, in small letters; none if it has none.
[[nodiscard]] std::vector<std::string_view> powershell_synonyms(std::string_view name);

/// The words that a program gets, where they are not those of the line: PowerShell puts names of files in the place of
/// a bare pattern. Nothing for its own commands.
[[nodiscard]] std::vector<shell::ShellWord> given_to_program(std::span<const shell::ShellWord> words,
                                                             shell::ShellKind shell);

/// Then it gets options in front of all its words (`-noninteractive`, `-encodedCommand`), as a PowerShell would.
[[nodiscard]] bool gives_block_to_program(std::span<const shell::ShellWord> words, shell::ShellKind shell);

/// A pattern in any word, for its own commands and for programs, as what it becomes.
[[nodiscard]] shell::ShellWord with_patterns(shell::ShellWord word);

}  // namespace termhost::approval
