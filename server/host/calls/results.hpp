// The facts of a result, gathered from the call, its execution and its terminal.
#pragma once

#include "host/calls/acquisitions.hpp"
#include "host/calls/calls.hpp"
#include "host/executions/executions.hpp"
#include "tool/results/command_result.hpp"

namespace termhost::host {

class Results {
 public:
  Results(const HostContext& context, const Terminals& terminals, Executions& executions,
          const Acquisitions& acquisitions)
      : context_(context), terminals_(terminals), executions_(executions), acquisitions_(acquisitions) {}

  [[nodiscard]] tool::CommandResult of(const Call& call, tool::Answer answer) const;
  [[nodiscard]] tool::CommandResult of(ExecutionRecord& record, const base::ToolCallId& tool_call) const;

 private:
  void fill_from(tool::CommandResult& result, ExecutionRecord& record) const;
  void measure(tool::CommandResult& result, ExecutionRecord& record) const;
  [[nodiscard]] std::optional<tool::AwaitedInput> input_of(const ExecutionRecord& record,
                                                           const terminal::Terminal& terminal,
                                                           const tool::CommandResult& shown) const;

  const HostContext& context_;
  const Terminals& terminals_;
  Executions& executions_;
  const Acquisitions& acquisitions_;
};

/// It runs in a trial whose network only its own command line reaches.
[[nodiscard]] bool has_own_network(const ExecutionRecord& record);

/// A server in such a trial looks as if others could reach it.
void tell_unreached(ExecutionRecord& record, const std::vector<int>& ports, const Terminals& terminals,
                    const Executions& executions);

}  // namespace termhost::host
