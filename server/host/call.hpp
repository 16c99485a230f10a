// One execute_command call while it is alive: its request, its state machine, and what was decided for it so far.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "approval/policy.hpp"
#include "base/ids.hpp"
#include "host/ports.hpp"
#include "shell/launch/submission.hpp"
#include "terminal/stop_step.hpp"
#include "tool/command_result.hpp"
#include "tool/run_command.hpp"

namespace termhost::host {

using CallId = std::uint64_t;
using tool::StopCause;
using Replied = std::function<void(tool::CommandResult)>;

struct ExecuteRequest {
  std::string command;
  std::string cwd;                         ///< absolute; empty: where the task's last command left its shell
  std::string shell;                       ///< name or path; empty: the default
  std::map<std::string, std::string> env;  ///< of its terminal, which must have exactly these; owned terminals only
  std::optional<base::Millis> timeout;     ///< the agent's patience: answer "running" after it
  std::optional<base::Millis> limit;       ///< hard: stop the command; nothing: the setting's
  bool background = false;
  bool pipes = false;         ///< a plain child: stdout and stderr apart, no terminal, no input
  bool alone = false;         ///< a process of its own on a terminal of its own, apart from all shells; no input
  bool required_cwd = false;  ///< only a terminal that is in `cwd` already, else a new one: no `cd` in an old one
  bool approved = false;      ///< typed by the person: no question is asked
  base::ToolCallId tool_call;
  base::TaskId task;
};

/// Where a call stands on its way to a terminal; None before and after.
enum class Acquisition : std::uint8_t {
  None,
  Queued,             ///< all are busy
  AwaitingOpen,       ///< the editor was asked for one; typed into without integration as soon as it is there
  AwaitingShell,      ///< asked for or there; its shell has not shown that it can take a line
  ChangingDirectory,  ///< the `cd` before the command is on its way
};

struct Call {
  CallId id = 0;
  ExecuteRequest request;
  std::string command;  ///< as the agent wrote it; the request has what runs
  tool::RunCommand machine;
  Replied replied;
  approval::Decision decision;
  bool edited = false;
  std::string feedback;
  std::string reason;  ///< why it failed, was denied or lost
  bool denied = false;
  StopCause stop_cause = StopCause::Person;
  Acquisition acquisition = Acquisition::None;
  base::TerminalId terminal;
  base::ExecutionId execution;  ///< given when it is queued or gets its terminal
  std::map<tool::Clock, Scheduler::TimerId> timers;
  std::optional<Scheduler::TimerId> integration_timer;
  bool told_waiting = false;  ///< it was answered "waiting": the agent knows its execution, and may ask for it
};

/// A terminal that the editor was asked for.
struct Creation {
  CallId call = 0;    ///< which may have ended meanwhile
  std::string shell;  ///< as it was named
};

/// How a call ended that was answered "waiting" and never ran.
struct Unstarted {
  tool::CommandResult result;
  base::TaskId task;
  bool reported = false;  ///< to the agent, since its end
};

/// Somebody who waits for an execution to end: wait_for_command, stop_command.
struct Waiter {
  base::ExecutionId execution;
  base::ToolCallId tool_call;
  Replied replied;
  std::optional<Scheduler::TimerId> timer;
};

}  // namespace termhost::host
