// Commands that outlived the termhost that ran them: their terminals have waited, and all that they have printed comes
// once more, through the same rooms as ever. So their outputs, exit codes and artifacts are what they would have been.
#pragma once

#include "host/calls/calls.hpp"
#include "host/executions/keeping.hpp"
#include "host/executions/query_answers.hpp"
#include "host/state/effect.hpp"
#include "host/terminals/terminals.hpp"

namespace termhost::host {

class Adoptions {
 public:
  Adoptions(const HostContext& context, Terminals& terminals, Executions& executions, QueryAnswers& query_answers,
            Keeping& keeping, Calls& calls)
      : context_(context),
        terminals_(terminals),
        executions_(executions),
        query_answers_(query_answers),
        keeping_(keeping),
        calls_(calls) {}

  [[nodiscard]] Effects begin(const event::TakenOver& event);
  /// All that an earlier termhost has acted on has come.
  void replayed(const base::TerminalId& terminal);

 private:
  [[nodiscard]] terminal::Terminal& take_terminal(const event::TakenOver& event);
  ExecutionRecord& announce(terminal::Terminal& terminal, const event::TakenOver& event);

  const HostContext& context_;
  Terminals& terminals_;
  Executions& executions_;
  QueryAnswers& query_answers_;
  Keeping& keeping_;
  Calls& calls_;
};

}  // namespace termhost::host
