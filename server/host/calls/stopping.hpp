// Stopping an execution: never before its start is known, never after its end, one step harder at a time.
#pragma once

#include "host/calls/calls.hpp"
#include "host/executions/executions.hpp"

namespace termhost::host {

/// The longest time for the whole ladder.
inline constexpr base::Millis stop_patience =
    tool::interrupt_grace + tool::terminate_grace + tool::kill_grace + tool::end_shell_grace;

class Stopping {
 public:
  Stopping(const HostContext& context, Executions& executions, Calls& calls)
      : context_(context), executions_(executions), calls_(calls) {}

  [[nodiscard]] Effects wished(const event::ExecutionStopWished& event);
  /// The ladder of stopping for a command that no call waits on any more.
  void escalate(const base::ExecutionId& id, StopStep step, StopCause cause);
  void step(const effect::Stop& stop);

 private:
  const HostContext& context_;
  Executions& executions_;
  Calls& calls_;
};

}  // namespace termhost::host
