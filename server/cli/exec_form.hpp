// A command line of an agent's shell as one that runs it through `termhost exec`.
#pragma once

#include <string>
#include <string_view>

#include "approval/decision/decide.hpp"
#include "shell/syntax/shell_kind.hpp"

namespace termhost::cli {

struct ExecForm {
  shell::ShellKind shell;
  std::string program;           ///< how a command line calls termhost
  approval::FindProgram locate;  ///< where PATH finds a program
};

/// `--pipes`: as in the agent's own shell there is no terminal, no input, and nothing of startup files.
[[nodiscard]] std::string exec_command(std::string_view command, const ExecForm& form);

/// What `exec_command` was given to make `line`; empty: `line` is no such command.
[[nodiscard]] std::string command_in_exec(std::string_view line, const ExecForm& form);

enum class ShellState {
  Fresh,   ///< the agent runs each command in a shell of its own
  Shared,  ///< what one command makes of its shell, the next one finds
};

/// Whether `command` does there what it does in the agent's shell: it is nothing but programs, changes nothing of the
/// shell that runs it, needs nothing that earlier ones changed, and leaves nothing running, which `exec` would end.
[[nodiscard]] bool same_in_exec(std::string_view command, ShellState state, const ExecForm& form);

}  // namespace termhost::cli
