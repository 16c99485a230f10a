// Brings the terminal of a command before the person's eyes, as the setting `showTerminal` wishes: once per command.
#pragma once

#include "host/executions.hpp"

namespace termhost::host {

class Showing {
 public:
  Showing(const Surroundings& surroundings, const Terminals& terminals, const Executions& executions)
      : around_(surroundings), terminals_(terminals), executions_(executions) {}

  /// Looks after a command that has started, until it is shown or has ended.
  void watch(const base::ExecutionId& execution) const;

 private:
  [[nodiscard]] bool wanted(const ExecutionRecord& record) const;
  [[nodiscard]] bool deserves_a_look(const ExecutionRecord& record) const;

  const Surroundings& around_;
  const Terminals& terminals_;
  const Executions& executions_;
};

}  // namespace termhost::host
