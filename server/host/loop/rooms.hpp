// The rooms of the host, and the table that says which of them handles an event or an effect (rooms.cpp).
#pragma once

#include "host/calls/access.hpp"
#include "host/calls/acquisitions.hpp"
#include "host/calls/adoptions.hpp"
#include "host/calls/calls.hpp"
#include "host/calls/deliveries.hpp"
#include "host/calls/replies.hpp"
#include "host/calls/shim_executions.hpp"
#include "host/calls/stopping.hpp"
#include "host/calls/submissions.hpp"
#include "host/calls/wait_conditions.hpp"
#include "host/executions/executions.hpp"
#include "host/executions/keeping.hpp"
#include "host/executions/query_answers.hpp"
#include "host/executions/shell_events.hpp"
#include "host/executions/shell_phases.hpp"
#include "host/executions/terminal_reveal.hpp"
#include "host/terminals/handover.hpp"
#include "host/terminals/spare_shells.hpp"
#include "host/terminals/task_shells.hpp"
#include "host/terminals/terminals.hpp"

namespace termhost::host {

class Rooms {
 public:
  explicit Rooms(const HostContext& context) : context_(context) {}

  /// The consequences, to be carried out in their order.
  [[nodiscard]] Effects handle(const Event& event);
  [[nodiscard]] Effects handle(const Effect& effect);

 private:
  // For the work of several rooms.
  [[nodiscard]] Effects clock_rang(const event::ClockRang& event);
  [[nodiscard]] Effects change_settings();
  [[nodiscard]] Effects end_session();
  [[nodiscard]] Effects mark_idle(const base::TerminalId& terminal);
  [[nodiscard]] Effects remove(const base::TerminalId& terminal);
  void started(const base::ExecutionId& execution);

  const HostContext& context_;

 public:
  Terminals terminals{context_};
  TaskShells task_shells{terminals, context_.configuration};
  Handover handover{context_, terminals, task_shells};
  SpareShells spare_shells{context_, terminals};
  Executions executions{context_, terminals, task_shells, handover};
  QueryAnswers query_answers{context_, terminals, executions};
  ShellEvents shell_events{context_, terminals, executions, query_answers};
  ShellPhases shell_phases{context_, terminals, executions};
  Keeping keeping{context_, terminals, executions};
  Calls calls{context_, task_shells, executions};
  ShimExecutions shim_executions{context_, terminals, executions, calls};
  Acquisitions acquisitions{context_, terminals, executions, task_shells, spare_shells, calls};
  Adoptions adoptions{context_, terminals, executions, query_answers, keeping, calls};
  Deliveries deliveries{context_, terminals, handover, executions, keeping, calls};
  Submissions submissions{context_, terminals, executions, shim_executions, calls, deliveries};
  Stopping stopping{context_, executions, calls};
  Replies replies{context_, calls, terminals, executions, acquisitions};
  Access access{context_, terminals, executions, replies, calls.placing()};
  TerminalReveal reveal{context_, executions};
  WaitConditions wait_conditions{context_, terminals, executions, replies, reveal};
};

}  // namespace termhost::host
