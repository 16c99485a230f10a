// Text to a shell. Once it is sent, nothing here or elsewhere sends it again.
#pragma once

#include <string>

#include "host/calls/calls.hpp"
#include "host/calls/deliveries.hpp"
#include "host/calls/shim_executions.hpp"

namespace termhost::host {

class Submissions {
 public:
  Submissions(const HostContext& context, Terminals& terminals, Executions& executions, ShimExecutions& shim_executions,
              Calls& calls, Deliveries& deliveries)
      : context_(context),
        terminals_(terminals),
        executions_(executions),
        shim_executions_(shim_executions),
        calls_(calls),
        deliveries_(deliveries) {}

  [[nodiscard]] Effects submit(CallId id);
  /// The `cd` before the call's command.
  [[nodiscard]] Effects submit_directory(CallId id);
  /// No start was reported in time: why, and no more commands for a terminal that does not keep its promise.
  [[nodiscard]] std::string start_overdue(const Call& call);
  /// The `cd` was never reported: its terminal is not busy with it for ever.
  [[nodiscard]] Effects directory_overdue(const base::ExecutionId& execution);
  [[nodiscard]] Effects answered(const event::SubmissionAnswered& event);
  [[nodiscard]] Effects not_delivered(const effect::NotDelivered& effect);

  /// Facts from the tree of the command about its output and its end.
  static void note_command(ExecutionRecord& record, const shell::SyntaxTree& command, shell::ShellKind shell);

 private:
  [[nodiscard]] Effects refused(CallId id, ExecutionRecord& record, std::string why);
  [[nodiscard]] Effects deliver(CallId id, terminal::Terminal& terminal, const shell::SyntaxTree& command,
                                shell::SubmissionPlan plan, ExecutionRecord& record);
  [[nodiscard]] shell::SubmissionPlan plan_for(terminal::Terminal& terminal, const shell::SyntaxTree& command) const;

  const HostContext& context_;
  Terminals& terminals_;
  Executions& executions_;
  ShimExecutions& shim_executions_;
  Calls& calls_;
  Deliveries& deliveries_;
};

}  // namespace termhost::host
