// The events that agents report to a hook before they run a command, and the answer that each of them wants. Pure: the
// facts about the world come with the call. The formats are those of the agents' own documents and programs
// (docs/agents.md).
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "approval/decision/decide.hpp"
#include "shell/syntax/shell_kind.hpp"

namespace termhost::cli {

struct HookWorld {
  /// The verdict of the person's policy on a command of that shell in that folder, where `folders` are the workspace.
  std::function<approval::Decision(std::string_view command, shell::ShellKind shell, const std::string& cwd,
                                   const std::vector<std::string>& folders)>
      judge;
  approval::FindProgram locate;                           ///< where PATH finds a program
  std::function<std::string(const char* name)> variable;  ///< of the environment; empty: it is not set
  std::string started_in;                                 ///< the folder in which the agent started the hook
  std::string persons_shell;                              ///< $SHELL
  std::string program;                                    ///< how a command line calls this program
  /// An allowed command runs through `exec` if the agent takes a changed command. The agent then checks its own rules
  /// against the changed command, so its denials do not see the one inside. Therefore only a user who asks for this
  /// gets it.
  bool through_exec = false;
  sandbox::Level sandbox = sandbox::Level::Off;  ///< that the user has set
};

struct HookAnswer {
  int exit_status = 0;  ///< another one denies, for every agent
  std::string output;   ///< of stdout; empty: no opinion, and the agent decides as it would without us
  std::string problem;  ///< not empty: one sentence on what was not understood
};

/// The names that `answer_hook` takes.
[[nodiscard]] std::vector<std::string> hook_agents();

/// `event` is what the agent wrote. What is not understood is asked, and denied where the agent's hooks can't ask.
[[nodiscard]] HookAnswer answer_hook(std::string_view agent, std::string_view event, const HookWorld& world);

/// The same answer where the event could not even be looked at.
[[nodiscard]] HookAnswer answer_unclear_hook(std::string_view agent, std::string_view why);

}  // namespace termhost::cli
