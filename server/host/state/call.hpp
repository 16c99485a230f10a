// One execute_command call while it is alive: its request, its state machine, and what was decided for it so far.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "approval/decision/decide.hpp"
#include "base/ids.hpp"
#include "host/ports/ports.hpp"
#include "shell/launch/submission.hpp"
#include "terminal/stop_step.hpp"
#include "tool/reading/until.hpp"
#include "tool/results/command_result.hpp"
#include "tool/run_command.hpp"

namespace termhost::host {

using CallId = std::uint64_t;
using tool::StopCause;

/// WaitNoLonger: a command that runs goes on in the background, one that has not begun never does.
enum class CancelMeans { Stop, WaitNoLonger };
using Replied = std::function<void(tool::CommandResult)>;

struct ExecuteRequest {
  std::string command;
  std::string cwd;    ///< absolute; empty: where the task's last command left its shell
  std::string shell;  ///< name or path; empty: the default
  ShellNamedBy shell_by = ShellNamedBy::User;
  std::map<std::string, std::string> env;  ///< of its terminal, which must have exactly these; owned terminals only
  std::optional<base::Millis> timeout;     ///< the agent's patience: answer "running" after it
  std::optional<base::Millis> limit;       ///< hard: stop the command; nothing: the setting's
  tool::Until until;                       ///< what else ends the agent's waiting
  bool background = false;
  bool keep = false;           ///< it outlives the orderly end of termhost; the user is asked
  bool to_its_end = false;     ///< whoever waits has nothing else to do: silence is no answer
  bool pipes = false;          ///< a plain child: stdout and stderr apart, no terminal, no input
  bool alone = false;          ///< a process of its own on a terminal of its own, apart from all shells; no input
  bool required_cwd = false;   ///< only a terminal that is in `cwd` already, else a new one: no `cd` in an old one
  sandbox::Sandbox sandbox{};  ///< of its terminal, which must be in exactly this one
  bool outside = false;        ///< the agent asks for no sandbox, and says why
  std::string justification;
  bool approved = false;  ///< typed by the person: no question is asked
  bool by_user = false;   ///< the user wrote the line, so it is not tried in a copy
  base::ToolCallId tool_call;
  base::TaskId task;

  /// Not a shell that commands share: what it runs in ends with it.
  [[nodiscard]] bool has_own_process() const { return pipes || alone; }
};

struct ParsedCommand {
  shell::ShellKind shell;
  shell::SyntaxTree tree;
};

struct Call {
  CallId id = 0;
  ExecuteRequest request;
  std::string command;  ///< as the agent wrote it; the request has what runs
  tool::RunCommand machine;
  Replied replied;
  approval::Decision decision;
  std::string place;    ///< "in the sandbox (…)", "outside the sandbox"; empty: there is none to be in
  bool unheld = false;  ///< it would not run in the sandbox where it belongs
  std::optional<ParsedCommand> parsed;  ///< what runs, from its judgement to its submission
  bool asked = false;                   ///< the person, who has not answered yet
  bool edited = false;
  std::string feedback;
  std::string reason;         ///< why it failed, was denied or lost
  std::string nobody_to_ask;  ///< of a trial: why it cannot run outside; empty: the user can be asked
  bool denied = false;
  StopCause stop_cause = StopCause::Person;
  base::TerminalId terminal;
  base::ExecutionId execution;  ///< given when it is queued or gets its terminal
  std::map<tool::Clock, Scheduler::TimerId> timers;
  std::optional<tool::Met> met;     ///< what ended the agent's waiting
  bool output_comes_again = false;  ///< of one that an earlier termhost began: all that its command has printed
  bool told_waiting = false;        ///< it was answered "waiting": the agent knows its execution, and may ask for it
};

}  // namespace termhost::host
