// A command on its way into a shell: it waits for the prompt, then the line editor of our integration takes it by a
// key, or it is typed. What was handed over is not handed over again. shell/launch/line_keys.hpp has the keys.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "host/calls/calls.hpp"
#include "host/executions/executions.hpp"
#include "host/executions/keeping.hpp"
#include "host/state/effect.hpp"
#include "host/terminals/handover.hpp"
#include "host/terminals/terminals.hpp"
#include "shell/launch/submission.hpp"

namespace termhost::host {

class Deliveries {
 public:
  Deliveries(const HostContext& context, Terminals& terminals, Handover& handover, Executions& executions,
             Keeping& keeping, const Calls& calls)
      : context_(context),
        terminals_(terminals),
        handover_(handover),
        executions_(executions),
        keeping_(keeping),
        calls_(calls) {}

  /// At the next prompt, or at once where the terminal is at one, or no prompt of its shell is ever told.
  [[nodiscard]] Effects begin(terminal::Terminal& terminal, CallId call, const ExecutionRecord& record,
                              shell::SubmissionPlan plan);
  /// The shell shows its prompt: what waits for it goes, and a new shell is asked whether it has our keys.
  [[nodiscard]] Effects prompt_shown(const base::TerminalId& terminal);
  [[nodiscard]] Effects editor_said(const base::TerminalId& terminal, std::string_view word);
  /// The shell reads the line that it was given as the beginning of more lines.
  [[nodiscard]] Effects wants_more(const base::TerminalId& terminal);
  [[nodiscard]] Effects overdue(const event::DeliveryOverdue& event);
  [[nodiscard]] Effects heard(const event::DeliveryHeard& event);
  /// The terminal's, if it was not handed over yet; then it never is.
  [[nodiscard]] bool withdraw(const base::TerminalId& terminal);
  void forget(const base::TerminalId& terminal);

 private:
  enum class Step {
    AwaitsPrompt,
    Asks,    ///< where the editor stands
    Handed,  ///< the key was typed; the editor has not said that it took the line
  };
  struct Delivery {
    CallId call = 0;
    base::ExecutionId execution;  ///< empty: nothing but the question whether a new shell has our keys
    shell::SubmissionPlan plan;
    Step step = Step::AwaitsPrompt;
    std::size_t asked = 0, handed = 0;  ///< times; asked since the last answer
    bool heard = false;                 ///< by the editor, since the last answer
    std::uint64_t number = 0;           ///< of its clock: one that rings for an earlier step is not heard
    std::optional<Scheduler::TimerId> timer;
  };

  [[nodiscard]] Effects go(terminal::Terminal& terminal, Delivery& delivery);
  [[nodiscard]] Effects ask(terminal::Terminal& terminal, Delivery& delivery);
  [[nodiscard]] bool may_be_unheard(const terminal::Terminal& terminal, const Delivery& delivery) const;
  void ask_whether_heard(const terminal::Terminal& terminal, Delivery& delivery);
  [[nodiscard]] Effects hand_over(terminal::Terminal& terminal, Delivery& delivery);
  [[nodiscard]] Effects type(terminal::Terminal& terminal, Delivery& delivery);
  [[nodiscard]] Effects answered(terminal::Terminal& terminal, Delivery& delivery);
  void keep(const terminal::Terminal& terminal, const Delivery& delivery);
  [[nodiscard]] bool is_to_stop(const Delivery& delivery, const ExecutionRecord& record) const;
  [[nodiscard]] Effects types_from_now_on(terminal::Terminal& terminal);
  [[nodiscard]] Effects misses_editor(terminal::Terminal& terminal, std::string why);
  [[nodiscard]] Effects give_up(terminal::Terminal& terminal, std::string why);
  [[nodiscard]] Effects look(terminal::Terminal& terminal, Delivery& delivery);
  void submit(const terminal::Terminal& terminal, const Delivery& delivery, const shell::SubmissionPlan& plan) const;
  void wait(const terminal::Terminal& terminal, Delivery& delivery, Step step, base::Millis patience);

  const HostContext& context_;
  Terminals& terminals_;
  Handover& handover_;
  Executions& executions_;
  Keeping& keeping_;
  const Calls& calls_;
  std::map<base::TerminalId, Delivery> deliveries_;
  std::uint64_t last_number_ = 0;
};

}  // namespace termhost::host
