// Replies: the answer to a call, the answers to tools that wait for an execution, and the news for an agent.
#pragma once

#include <functional>
#include <list>
#include <map>
#include <optional>
#include <vector>

#include "host/calls/results.hpp"
#include "tool/results/environment_details.hpp"

namespace termhost::host {

class Replies {
 public:
  Replies(const HostContext& context, Calls& calls, Terminals& terminals, Executions& executions,
          Acquisitions& acquisitions)
      : context_(context),
        calls_(calls),
        terminals_(terminals),
        executions_(executions),
        acquisitions_(acquisitions),
        results_(context, terminals, executions, acquisitions) {}

  void answer(CallId id, tool::Answer answer);
  /// The call is over: what it held is free.
  [[nodiscard]] Effects release(CallId id);

  [[nodiscard]] bool knows(const base::ExecutionId& execution) const;
  [[nodiscard]] bool has_ended(const base::ExecutionId& execution) const;
  [[nodiscard]] std::optional<base::TaskId> task_of(const base::ExecutionId& execution) const;
  /// The facts about an execution now, in any state; nothing if no execution has this id.
  [[nodiscard]] std::optional<tool::CommandResult> result_now(const base::ExecutionId& execution,
                                                              const base::ToolCallId& tool_call);
  void wait_for(const base::ExecutionId& execution, base::Millis timeout, base::ToolCallId tool_call, Replied replied,
                tool::Until until = {});
  /// The conditions that are awaited of it in addition to its end.
  [[nodiscard]] std::vector<tool::Until> awaited(const base::ExecutionId& execution) const;
  /// The part of a condition that is met; nothing: none.
  using Check = std::function<std::optional<tool::Met>(const tool::Until&)>;
  /// Answers those whose waiting that ends.
  [[nodiscard]] Effects meet(const base::ExecutionId& execution, const Check& check);
  void answer_waiters(const base::ExecutionId& execution);
  void answer_all_waiters();
  /// Nobody waits any more under this name: what is new is not told to no one.
  void stop_waiting(const base::ToolCallId& tool_call);
  /// News of the task's commands: what is told here is not told again. An empty task: of those that named none.
  [[nodiscard]] std::vector<tool::ExecutionDetails> take_news(const base::TaskId& task);

 private:
  /// Somebody who waits for an execution to end: wait_for_command, stop_command.
  struct Waiter {
    base::ExecutionId execution;
    base::ToolCallId tool_call;
    Replied replied;
    std::optional<Scheduler::TimerId> timer;
    tool::Until until;
    std::optional<tool::Met> met;
  };
  /// The end of a call that had an execution id and never ran.
  struct Unstarted {
    tool::CommandResult result;
    base::TaskId task;
    bool reported = false;  ///< to the agent, since its end
  };

  [[nodiscard]] std::optional<tool::CommandResult> result_if_never_ran(const Call& call) const;
  void settle_unstarted(const Call& call);
  [[nodiscard]] Effects free_unreported(const base::TerminalId& id, ExecutionRecord& record);
  void reported_to_agent(ExecutionRecord& record);
  [[nodiscard]] tool::ExecutionDetails news_of(ExecutionRecord& record);
  void reply(Waiter waiter);
  void answer_waiters_if(const std::function<bool(Waiter&)>& chosen);

  const HostContext& context_;
  Calls& calls_;
  Terminals& terminals_;
  Executions& executions_;
  Acquisitions& acquisitions_;
  Results results_;
  std::list<Waiter> waiters_;
  std::map<base::ExecutionId, Unstarted> unstarted_;
};

}  // namespace termhost::host
