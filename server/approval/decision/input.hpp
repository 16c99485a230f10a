// The verdict on text that is typed into a terminal: the part that a shell may read is a command line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "approval/decision/decision.hpp"
#include "shell/syntax/shell_kind.hpp"

namespace termhost::approval {

/// The reader of the text's first line.
enum class InputReader : std::uint8_t {
  Shell,    ///< it has the terminal
  Program,  ///< a program has it and waits for input at this moment
  Either,   ///< a program has it, but may end before it reads: the shell gets what is left
};

struct InputFacts {
  InputReader reader = InputReader::Either;
  bool takes_commands = true;     ///< the program's input may be code: see `input_takes_commands`
  bool program_approved = false;  ///< the user has already approved input for this execution
  std::string_view pending;       ///< sent to this terminal since the last line end, and perhaps not read yet
  shell::ShellKind shell = shell::ShellKind::Bash;
  std::string cwd;  ///< as in Question, like the rest
  Workspace workspace;
  const SessionState* session = nullptr;
  FindProgram locate{};
  const Files* files = nullptr;
};

/// `^C ^D ^Z ^\` hand the terminal back: what follows them is a command line too, and so is each line after the first,
/// since a program may end with any line it reads. Where only a program that takes commands makes the text ask, the
/// answer holds for the rest of its execution: keep it in `program_approved`.
[[nodiscard]] Decision judge_input(std::string_view text, const InputFacts& facts, const Policy& policy);

/// May a command of this line read code from the terminal: a shell, an interpreter, an editor, or what cannot be known?
[[nodiscard]] bool input_takes_commands(std::string_view command, shell::ShellKind shell);

}  // namespace termhost::approval
