#include "host/executions/query_answers.hpp"

#include <utility>

#include "shell/launch/line_keys.hpp"

namespace termhost::host {
namespace {

using terminal::Terminal;

/// Programs ask first and turn to reading keys then; who has not by the last look does not read the answer.
constexpr base::Millis answer_look_interval{10};
constexpr int most_looks = 20;
/// More than all colours of a palette.
constexpr std::size_t most_unread = 8192;
constexpr int looks_at_line_editor = 2;

}  // namespace

std::string QueryAnswers::asked(const Terminal& t) const {
  std::string answers = t.has_stream() ? terminals_.take_replies(t) : std::string();
  if (ExecutionRecord* record = executions_.current(t)) answers += record->execution.log().take_replies();
  return answers;
}

/// An editor that shows the terminal answers the queries itself.
void QueryAnswers::answer(Terminal& t) {
  if (t.closed() || !terminals_.driver(t).run_by_us() || context_.shim.capabilities().owned) return;
  const std::string answers = asked(t);
  if (answers.empty() || answered_.contains(t.id())) return;
  Unread& unread = unread_[t.id()];
  const bool waiting = !unread.text.empty();
  if (unread.text.size() + answers.size() <= most_unread) unread.text += answers;
  unread.looks = 0;
  if (!waiting) settle(t, unread);
}

void QueryAnswers::look(const event::AnswerDue& event) {
  Terminal* t = terminals_.find(event.terminal);
  const auto unread = unread_.find(event.terminal);
  if (t == nullptr || t->closed() || unread == unread_.end() || unread->second.text.empty()) return;
  ++unread->second.looks;
  settle(*t, unread->second);
}

void QueryAnswers::settle(Terminal& t, const Unread& unread) {
  switch (decide(t, unread)) {
    case Decision::Wait: context_.after(answer_look_interval, event::AnswerDue{t.id()}); return;
    case Decision::Drop: return forget(t.id());
    case Decision::Answer: break;
  }
  t.line.typed();
  const std::string text = unread.text;
  forget(t.id());
  terminals_.driver(t).type(t, text);
}

/// A program that has the terminal and reads keys is the one that asked. Where the shell has it, its line editor may
/// have turned to keys since the program ended: then the end was printed before, and is among what is unread or comes
/// within the next look. .NET's line editor asks by itself, also once it was given a line, and waits without an end.
QueryAnswers::Decision QueryAnswers::decide(const Terminal& t, const Unread& unread) const {
  const auto side = context_.processes.input_side(t.id());
  const ExecutionRecord* current = executions_.current(t);
  const bool editor_asks = shell::edits_by_dotnet(t.shell()) && (current == nullptr || !current->running());
  if (!side || (t.line.handed() && !editor_asks) || side->unread > most_unread) return Decision::Drop;
  if (side->reads_keys && !side->shell_has_it) return Decision::Answer;
  const int looks = editor_asks ? 0 : looks_at_line_editor;
  if (side->reads_keys && !side->output_unread && unread.looks >= looks) return Decision::Answer;
  return unread.looks < most_looks ? Decision::Wait : Decision::Drop;
}

}  // namespace termhost::host
