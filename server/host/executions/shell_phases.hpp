// The phases of the shells that we run, told to the system: it asks nobody in the middle of a decision.
#pragma once

#include "host/executions/executions.hpp"
#include "host/terminals/terminals.hpp"

namespace termhost::host {

class ShellPhases {
 public:
  ShellPhases(const HostContext& context, const Terminals& terminals, const Executions& executions)
      : context_(context), terminals_(terminals), executions_(executions) {}

  /// To be called after each event.
  void tell() const;

 private:
  [[nodiscard]] ShellPhase phase_of(const terminal::Terminal& terminal) const;

  const HostContext& context_;
  const Terminals& terminals_;
  const Executions& executions_;
};

}  // namespace termhost::host
