// The execute_command calls that are alive: each with its state machine, whose effects are carried out here or, where
// they are another room's, handed on.
#pragma once

#include <map>
#include <set>
#include <string>

#include "host/calls/placing.hpp"
#include "host/executions/executions.hpp"
#include "host/state/call.hpp"
#include "host/state/effect.hpp"
#include "host/state/event.hpp"
#include "host/state/host_context.hpp"
#include "host/terminals/task_shells.hpp"

namespace termhost::host {

class Calls {
 public:
  Calls(const HostContext& context, const TaskShells& task_shells, Executions& executions)
      : context_(context), task_shells_(task_shells), placing_(context, task_shells, executions) {}

  [[nodiscard]] Call* find(CallId id);
  [[nodiscard]] const Call* find(CallId id) const;
  /// The one that has the execution, or waits with its id; null: none.
  [[nodiscard]] const Call* find(const base::ExecutionId& execution) const;
  [[nodiscard]] const std::map<CallId, Call>& all() const { return calls_; }
  [[nodiscard]] const Placing& placing() const { return placing_; }
  CallId add(ExecuteRequest request, Replied replied);
  /// One that an earlier termhost answered: its command goes on.
  Call& resume(const event::ExecutionBegan& event);
  void erase(CallId id) { calls_.erase(id); }

  /// Its command is to be stopped after this time.
  void limit(CallId id, base::Millis left);

  [[nodiscard]] Effects begin(CallId id);
  [[nodiscard]] Effects tell(CallId id, tool::RunEvent event);
  [[nodiscard]] Effects fail(CallId id, std::string reason);
  [[nodiscard]] Effects stop(CallId id, StopCause cause);
  /// CancelMeans::WaitNoLonger.
  [[nodiscard]] Effects leave(CallId id);
  [[nodiscard]] Effects background(const base::ToolCallId& tool_call);
  [[nodiscard]] Effects approval_answered(CallId id, const ApprovalAnswer& answer);
  /// The rules have changed, here or in another window: what they decide now is asked no more.
  [[nodiscard]] Effects judge_questions();
  /// `silent`: for how long its command has printed nothing. `why`: what the call fails of, if it fails now.
  [[nodiscard]] Effects clock_rang(CallId id, tool::Clock clock, base::Millis silent, std::string why);
  /// The session is over.
  [[nodiscard]] Effects end_all(const std::string& why);
  /// The tree of the command, as the shell that takes the command reads it. The call does not keep its tree.
  [[nodiscard]] static shell::SyntaxTree take_parsed(Call& call, shell::ShellKind shell);
  /// Its command is stopped so long after its start.
  [[nodiscard]] std::optional<base::Millis> limit_of(const Call& call) const { return limits_for(call.request).limit; }
  void bind(CallId id, const base::TerminalId& terminal, const base::ExecutionId& execution);

 private:
  [[nodiscard]] Effects carry_out(Call& call, const std::vector<tool::Effect>& effects);
  void judge(Call& call) const;
  void ask_to_keep(Call& call) const;
  void remember(const Call& call, const ApprovalAnswer& answer);
  [[nodiscard]] std::string question_of(const Call& call) const;
  [[nodiscard]] ApprovalQuestion question_about(const Call& call) const;
  void see_who_can_be_asked(Call& call) const;
  [[nodiscard]] Effects ask_approval(Call& call);
  [[nodiscard]] Effects follow(Call& call, const ApprovalAnswer& answer);
  void arm(Call& call, tool::Clock clock, base::Millis delay) const;
  void disarm(Call& call, tool::Clock clock) const;
  [[nodiscard]] shell::ShellKind shell_of(const Call& call) const;
  [[nodiscard]] tool::RunLimits limits_for(const ExecuteRequest& request) const;

  const HostContext& context_;
  const TaskShells& task_shells_;
  Placing placing_;
  std::map<CallId, Call> calls_;
  std::set<std::string> allowed_lines_;  ///< with all that the person was asked of them
  CallId last_ = 0;
};

}  // namespace termhost::host
