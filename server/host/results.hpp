// The facts of a result, gathered from the call, its execution and its terminal.
#pragma once

#include "host/acquisitions.hpp"
#include "host/calls.hpp"
#include "host/executions.hpp"
#include "tool/command_result.hpp"

namespace termhost::host {

class Results {
 public:
  Results(const Surroundings& surroundings, Executions& executions, const Acquisitions& acquisitions)
      : around_(surroundings), executions_(executions), acquisitions_(acquisitions) {}

  [[nodiscard]] tool::CommandResult of(const Call& call, tool::Answer answer) const;
  [[nodiscard]] tool::CommandResult of(ExecutionRecord& record, const base::ToolCallId& tool_call) const;

 private:
  void fill_from(tool::CommandResult& result, ExecutionRecord& record) const;

  const Surroundings& around_;
  Executions& executions_;
  const Acquisitions& acquisitions_;
};

}  // namespace termhost::host
