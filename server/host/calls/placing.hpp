// The choice of the place of a command: outside, or in a sandbox.
#pragma once

#include <optional>

#include "host/executions/executions.hpp"
#include "host/state/call.hpp"
#include "host/state/host_context.hpp"
#include "host/state/places.hpp"
#include "host/terminals/task_shells.hpp"

namespace termhost::host {

class Placing {
 public:
  Placing(const HostContext& context, const TaskShells& task_shells, Executions& executions)
      : context_(context), task_shells_(task_shells), executions_(executions) {}

  /// The place of a command with this verdict on this machine; see place_on_machine.
  [[nodiscard]] std::optional<Place> of(const approval::Decision& decision) const;
  /// Some commands may run in a sandbox here, so a command may want to run outside.
  [[nodiscard]] bool may_confine() const;
  /// Sets the sandbox of a call. If the command cannot run where it belongs, or the agent wants it elsewhere, the user
  /// is asked, and the question says why.
  void choose(Call& call) const;
  /// True if a command with this verdict, or a text typed into one, needs no question, because this sandbox holds it.
  [[nodiscard]] bool runs_unasked(const approval::Decision& decision, const sandbox::Sandbox& in) const;

 private:
  [[nodiscard]] sandbox::Enforcement means_of(const sandbox::Sandbox& sandbox) const;
  [[nodiscard]] sandbox::Sandbox proper_sandbox(const Call& call) const;
  void name_outside(Call& call) const;
  [[nodiscard]] bool asks_inside(const sandbox::Enforcement& means) const;

  const HostContext& context_;
  const TaskShells& task_shells_;
  Executions& executions_;
};

}  // namespace termhost::host
