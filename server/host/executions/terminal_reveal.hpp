// Brings up the terminal of a command for the user, as the setting `showTerminal` says: once per command.
#pragma once

#include "host/executions/executions.hpp"

namespace termhost::host {

class TerminalReveal {
 public:
  TerminalReveal(const HostContext& context, Executions& executions) : context_(context), executions_(executions) {}

  /// A command that has started is shown once it has run for long.
  void watch(const base::ExecutionId& execution) const;
  /// It waits for input that the user may type.
  void awaits_user(ExecutionRecord& record) const;

 private:
  void show(ExecutionRecord& record) const;

  const HostContext& context_;
  Executions& executions_;
};

}  // namespace termhost::host
