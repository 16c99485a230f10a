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
#include "shell/submission.hpp"
#include "tool/command_result.hpp"
#include "tool/run_command.hpp"

namespace termhost::host {

using CallId = std::uint64_t;
using Replied = std::function<void(tool::CommandResult)>;

struct ExecuteRequest {
  std::string command;
  std::string cwd;                         ///< absolute; empty: the host's default
  std::string shell;                       ///< name or path; empty: the default
  std::map<std::string, std::string> env;  ///< of its terminal, which must have exactly these; owned terminals only
  std::optional<base::Millis> timeout;     ///< the agent's patience: answer "running" after it
  std::optional<base::Millis> limit;       ///< hard: stop the command; nothing: the setting's
  bool background = false;
  bool pipes = false;
  bool approved = false;  ///< typed by the person: no question is asked
  base::ToolCallId tool_call;
  base::TaskId task;
};

struct Call {
  CallId id = 0;
  ExecuteRequest request;
  tool::RunCommand machine;
  Replied replied;
  approval::Decision decision;
  bool edited = false;
  std::string feedback;
  std::string reason;  ///< why it failed, was denied or lost
  bool denied = false;
  bool cd_pending = false;  ///< the `cd` before the command is on its way
  base::TerminalId terminal;
  base::ExecutionId execution;
  std::map<tool::Clock, Scheduler::TimerId> timers;
  std::optional<Scheduler::TimerId> integration_timer;
  bool completed_told = false;  ///< `tool/calling` complete was sent
};

/// Somebody who waits for an execution to end: wait_for_command, stop_command.
struct Waiter {
  base::ExecutionId execution;
  base::ToolCallId tool_call;
  Replied replied;
  std::optional<Scheduler::TimerId> timer;
};

}  // namespace termhost::host
