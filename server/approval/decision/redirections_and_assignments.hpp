// Assignments before a command, and its redirections: both may change what a harmless program does.
#pragma once

#include <string>

#include "approval/places/paths.hpp"
#include "approval/programs/program_match.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

/// The permissions of the command, as far as they are known.
struct CommandPermissions {
  const Program* ruled = nullptr;  ///< the program that a rule allows
  bool may_log = false;            ///< its output is of a command that a rule allows
  bool reads_freely = false;
};

/// The objection to the assignments before the command and to its redirections; empty: there is none.
[[nodiscard]] std::string objection_outside_words(const shell::SimpleCommand& command, const ReadablePlaces& places,
                                                  const CommandPermissions& facts);

/// True if its input is not the terminal: a pipe, a file, a here-document.
[[nodiscard]] bool is_stdin_redirected(const shell::SimpleCommand& command);

/// True if the line cannot replace or close a pipe: `< /dev/null`, `0>&-`.
[[nodiscard]] bool keeps_pipes(std::string_view line);

}  // namespace termhost::approval
