// Assignments before a command, and its redirections: both may change what a harmless program does.
#pragma once

#include <string>

#include "approval/known.hpp"
#include "approval/paths.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

/// The permissions of the command, as far as they are known.
struct Surrounded {
  const Program* ruled = nullptr;  ///< the program that a rule allows
  bool may_log = false;            ///< its output is of a command that a rule allows
  bool reads_freely = false;
};

/// The reason why they keep the command from running; empty: there is none.
[[nodiscard]] std::string surroundings_objection(const shell::SimpleCommand& command, const ReadablePlaces& places,
                                                 const Surrounded& facts);

/// Something else than the terminal is its input.
[[nodiscard]] bool is_fed(const shell::SimpleCommand& command);

/// Nothing in the line puts another input in the place of a pipe, or closes it: `< /dev/null`, `0>&-`.
[[nodiscard]] bool keeps_pipes(std::string_view line);

}  // namespace termhost::approval
