// The commands that survive the death of termhost: what the next termhost has to know of them is told to the system,
// which keeps it with their output (OwnedTerminals::keep).
#pragma once

#include <map>
#include <optional>

#include "host/executions/executions.hpp"
#include "host/state/kept_execution.hpp"
#include "host/terminals/terminals.hpp"

namespace termhost::host {

class Keeping {
 public:
  Keeping(const HostContext& context, const Terminals& terminals, const Executions& executions)
      : context_(context), terminals_(terminals), executions_(executions) {}

  /// The shell gets the command now. `limit`: it is to be stopped so long after its start. `stays`: it outlives the
  /// orderly end of termhost too.
  void hand_over(const terminal::Terminal& terminal, const ExecutionRecord& record, std::optional<base::Millis> limit,
                 bool stays);
  /// One that an earlier termhost has handed over.
  void take_over(const base::TerminalId& terminal, KeptExecution kept);
  /// Null: nothing of this terminal is kept.
  [[nodiscard]] const KeptExecution* find(const base::TerminalId& terminal) const;
  void started(const base::ExecutionId& execution);
  /// To be called after each event: a command whose end was told is kept no more when the agent has it.
  void look();
  /// At an orderly end: nothing waits for an agent any more.
  void all_is_told();
  void forget(const base::TerminalId& terminal);

 private:
  [[nodiscard]] bool end_is_told(const KeptExecution& kept) const;
  void told(const base::TerminalId& terminal, const base::ExecutionId& execution);

  const HostContext& context_;
  const Terminals& terminals_;
  const Executions& executions_;
  std::map<base::TerminalId, KeptExecution> kept_;
  std::map<base::TerminalId, base::ExecutionId> being_told_;  // their ends are on their way to the agent
};

}  // namespace termhost::host
