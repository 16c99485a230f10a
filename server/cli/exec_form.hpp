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

/// The command that `exec_command` made `line` from; empty: `line` is not such a command.
[[nodiscard]] std::string command_in_exec(std::string_view line, const ExecForm& form);

enum class ShellState {
  Fresh,   ///< the agent runs each command in a shell of its own
  Shared,  ///< what one command makes of its shell, the next one finds
};

/// True if `command` has the same effect in `exec` as in the agent's shell. Such a command consists of programs only.
/// It changes nothing of the shell that runs it, and needs nothing that earlier ones changed. It leaves nothing
/// running, because `exec` would end that.
[[nodiscard]] bool same_in_exec(std::string_view command, ShellState state, const ExecForm& form);

}  // namespace termhost::cli
