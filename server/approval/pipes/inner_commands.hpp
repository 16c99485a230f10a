// The words of commands that other commands run: those that xargs appends, those of find for {}, the code of `bash -c`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "approval/places/paths.hpp"
#include "approval/programs/program_match.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

using CommandWords = std::vector<shell::ShellWord>;

/// The commands that `xargs` runs for its input; they begin at `inner`. Each of `read` is one of their words, or
/// replaces another one in a command of its own.
[[nodiscard]] std::vector<CommandWords> commands_of_xargs(Words words, std::size_t inner,
                                                          const std::vector<shell::ShellWord>& read);

/// xargs parts what it reads at blanks too, unless one of its own `options` says otherwise: `a -ox` then is an option
/// of what it runs, which is harmless where any is.
[[nodiscard]] bool blank_makes_option(Words options, const Program* program);

/// `find dir -exec cmd {} +`: the files it finds begin as its folder does.
struct FindWords {
  std::vector<shell::ShellWord> own;
  std::vector<bool> spelled;           ///< of the own ones
  std::vector<CommandWords> commands;  ///< for each folder and each ending of a name
  bool complete = true;                ///< each command has its end
};
/// `spelled`: a rule says so; an action among these is meant with all that it runs.
[[nodiscard]] FindWords words_of_find(Words words, const std::vector<bool>& spelled);

/// `bash -lc 'ls | wc'`: nothing but letters that say how the shell runs, and code that can be read.
struct ShellCode {
  std::string text;
  shell::ShellKind shell = shell::ShellKind::Bash;
};
[[nodiscard]] std::optional<ShellCode> shell_code(Words words);

}  // namespace termhost::approval
