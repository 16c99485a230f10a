#include "host/calls/deliveries.hpp"

#include <utility>

#include <fmt/format.h>

#include "host/calls/programs_alone.hpp"
#include "shell/analysis/parse.hpp"
#include "shell/launch/line_keys.hpp"

namespace termhost::host {
namespace {

using terminal::Terminal;
namespace editor_word = shell::editor_word;

/// A prompt may take long; where its mark never comes, the kernel knows that the shell waits.
constexpr base::Millis prompt_look_interval{1000};
/// Once the editor has read the key it takes the line in a moment; long ones and busy machines take longer. Meanwhile
/// nothing else is typed: the command might read it.
constexpr base::Millis taking_patience{5000};
constexpr base::Millis slow_shell_patience{200};
constexpr std::size_t most_handed = 3;

std::string line_path(const Terminal& t) { return t.identity().private_file(shell::line_file); }

}  // namespace

Effects Deliveries::begin(Terminal& t, CallId call, const ExecutionRecord& record, shell::SubmissionPlan plan) {
  auto& delivery = deliveries_.insert_or_assign(t.id(), Delivery{}).first->second;
  delivery.call = call;
  delivery.execution = record.execution.id();
  delivery.plan = std::move(plan);
  if (t.line.at_prompt() || t.identity().nonce.empty()) return go(t, delivery);
  wait(t, delivery, Step::AwaitsPrompt, prompt_look_interval);
  return {};
}

void Deliveries::wait(const Terminal& t, Delivery& delivery, Step step, base::Millis patience) {
  context_.cancel(delivery.timer);
  delivery.step = step;
  delivery.number = ++last_number_;
  delivery.timer = context_.after(patience, event::DeliveryOverdue{t.id(), delivery.number});
}

bool Deliveries::withdraw(const base::TerminalId& terminal) {
  const auto found = deliveries_.find(terminal);
  if (found == deliveries_.end() || found->second.step == Step::Handed) return false;
  forget(terminal);
  return true;
}

void Deliveries::forget(const base::TerminalId& terminal) {
  const auto found = deliveries_.find(terminal);
  if (found == deliveries_.end()) return;
  context_.cancel(found->second.timer);
  deliveries_.erase(found);
}

Effects Deliveries::prompt_shown(const base::TerminalId& terminal) {
  Terminal* t = terminals_.find(terminal);
  if (t == nullptr) return {};
  t->line.prompt_shown();
  const auto found = deliveries_.find(terminal);
  if (found == deliveries_.end()) {
    if (t->ready() || !t->line.has_keys()) return {effect::ShellReady{terminal}};
    return ask(*t, deliveries_[terminal]);
  }
  if (found->second.step != Step::AwaitsPrompt) return {};
  return go(*t, found->second);
}

/// The line editor is unchanged, and need not be asked, if nothing was typed since the shell took its last line.
Effects Deliveries::go(Terminal& t, Delivery& delivery) {
  const ExecutionRecord* record = executions_.find(delivery.execution);
  if (record == nullptr || record->execution.ended()) {
    forget(t.id());
    return {};
  }
  if (is_to_stop(delivery, *record)) return give_up(t, "it was stopped before its shell could take it");
  if (terminals_.driver(t).delivery(t) != shell::Delivery::Loaded) return type(t, delivery);
  const bool others_type = !terminals_.driver(t).run_by_us();
  const bool doubtful = others_type || t.line.touched() || shell::edits_by_dotnet(t.shell());
  return doubtful ? ask(t, delivery) : hand_over(t, delivery);
}

bool Deliveries::is_to_stop(const Delivery& delivery, const ExecutionRecord& record) const {
  const Call* call = calls_.find(delivery.call);
  return record.stop.at_start() || (call != nullptr && call->machine.stopping());
}

/// Unread input is kept for .NET's line editor, because it may be the answer that this editor waits for.
Effects Deliveries::type(Terminal& t, Delivery& delivery) {
  const bool unread_is_old = !t.identity().nonce.empty() && t.line.touched() && !shell::edits_by_dotnet(t.shell());
  if (unread_is_old) terminals_.driver(t).drop_unread_input(t);
  handover_.give(t);
  keep(t, delivery);
  submit(t, delivery, delivery.plan);
  executions_.find(delivery.execution)->submission.with_shell = true;
  t.line.taken();
  forget(t.id());
  return {};
}

Effects Deliveries::ask(Terminal& t, Delivery& delivery) {
  if (delivery.asked == shell::editor_calls.size())
    return misses_editor(t, "the line editor of its shell does not answer, so nothing was run");
  const shell::EditorCall& call = shell::editor_calls[delivery.asked++];
  wait(t, delivery, Step::Asks, base::Millis(call.patience_ms));
  terminals_.driver(t).type(t, std::string(call.keys_before) + std::string(shell::ask_key));
  return {};
}

Effects Deliveries::hand_over(Terminal& t, Delivery& delivery) {
  if (++delivery.handed > most_handed)
    return misses_editor(t, "the line editor of its shell did not accept the command, so nothing was run");
  handover_.give(t);
  const std::string programs =
      handover_.knows_state(t) ? programs_alone(shell::parse(delivery.plan.text, t.shell()), t.shell()) : "";
  const std::string content =
      shell::line_file_content(t.stream()->nonce(), delivery.plan.text, t.line.modes_repaired(), programs);
  if (const auto written = context_.shell_files.write_command_file(line_path(t), content); !written)
    return give_up(t, fmt::format("the file for the command could not be written: {}", written.error()));
  wait(t, delivery, Step::Handed, taking_patience);
  keep(t, delivery);
  t.line.handed_over();
  shell::SubmissionPlan key = delivery.plan;
  key.text = shell::take_key;
  submit(t, delivery, key);
  return {};
}

/// Before the shell gets it: whatever comes from now on is about this command.
void Deliveries::keep(const Terminal& t, const Delivery& delivery) {
  const Call* call = calls_.find(delivery.call);
  const ExecutionRecord* record = std::as_const(executions_).find(delivery.execution);
  if (record == nullptr) return;
  keeping_.hand_over(t, *record, call == nullptr ? std::nullopt : calls_.limit_of(*call),
                     call != nullptr && call->request.keep);
}

void Deliveries::submit(const Terminal& t, const Delivery& delivery, const shell::SubmissionPlan& plan) const {
  terminals_.driver(t).submit(t, plan,
                              [&post = context_.post, id = delivery.call,
                               execution = delivery.execution](base::Expected<std::string, std::string> outcome) {
                                post(event::SubmissionAnswered{id, execution, std::move(outcome)});
                              });
}

Effects Deliveries::editor_said(const base::TerminalId& terminal, std::string_view word) {
  Terminal* known = terminals_.find(terminal);
  if (known == nullptr) return {};
  Terminal& t = *known;
  if (word == editor_word::has_keys) t.line.found_keys();
  const auto found = deliveries_.find(t.id());
  if (found == deliveries_.end() || word == editor_word::has_keys) return {};
  Delivery& delivery = found->second;
  if (word == editor_word::ready && delivery.step == Step::Asks) return answered(t, delivery);
  if (word == editor_word::another && delivery.step == Step::Asks)
    return misses_editor(t, "another line editor reads in its shell, so nothing was run");
  if (delivery.step != Step::Handed) return {};
  if (word == editor_word::taken)
    t.line.handed_over();
  else
    t.line.taken_back();
  if (word == editor_word::refused) return ask(t, delivery);
  if (word == editor_word::incomplete)
    return give_up(t, "the shell takes it for the start of a longer command, so nothing was run");
  if (word != editor_word::taken) return {};
  if (ExecutionRecord* record = executions_.find(delivery.execution)) record->submission.with_shell = true;
  t.directory.line_taken();
  context_.shell_files.remove_private_file(line_path(t));
  t.line.taken();
  forget(t.id());
  return {};
}

Effects Deliveries::answered(Terminal& t, Delivery& delivery) {
  delivery.asked = 0;
  delivery.heard = false;
  if (!delivery.execution.empty()) return hand_over(t, delivery);
  t.line.seen_empty();
  forget(t.id());
  return {effect::ShellReady{t.id()}};
}

/// An interrupt gives the line up, and the shell says so.
Effects Deliveries::wants_more(const base::TerminalId& terminal) {
  Terminal* t = terminals_.find(terminal);
  if (t == nullptr) return {};
  ExecutionRecord* record = executions_.current(*t);
  const bool taken =
      record != nullptr && record->awaits_start() && record->submission.with_shell && !t->identity().nonce.empty();
  if (!taken || !t->line.has_keys()) return {};
  terminals_.driver(*t).type(*t, "\x03");
  t->line.typed();
  return {};
}

Effects Deliveries::overdue(const event::DeliveryOverdue& event) {
  Terminal* t = terminals_.find(event.terminal);
  const auto found = deliveries_.find(event.terminal);
  if (t == nullptr || found == deliveries_.end() || found->second.number != event.number) return {};
  Delivery& delivery = found->second;
  delivery.timer.reset();
  if (delivery.step == Step::AwaitsPrompt) return look(*t, delivery);
  const auto side = context_.processes.input_side(t->id());
  const bool modes_tell = side && !shell::edits_by_dotnet(t->shell());
  if (modes_tell && side->shell_has_it && !side->reads_keys && t->ready()) return types_from_now_on(*t);
  if (side && side->unread > 0) {
    wait(*t, delivery, delivery.step, slow_shell_patience);  // it has not read the key yet
    return {};
  }
  if (!may_be_unheard(*t, delivery)) return ask(*t, delivery);
  ask_whether_heard(*t, delivery);
  return {};
}

/// An editor that shows its user a prompt of its own may type nothing until the user has answered.
bool Deliveries::may_be_unheard(const Terminal& t, const Delivery& delivery) const {
  const bool last = delivery.step == Step::Handed || delivery.asked == shell::editor_calls.size();
  return last && !delivery.heard && !terminals_.driver(t).run_by_us() && context_.shim.capabilities().sync;
}

void Deliveries::ask_whether_heard(const Terminal& t, Delivery& delivery) {
  delivery.heard = true;
  delivery.number = ++last_number_;
  context_.shim.sync(t.id(), [&post = context_.post, id = t.id(), number = delivery.number] {
    post(event::DeliveryHeard{id, number});
  });
}

/// From now on its shell has as long as at first.
Effects Deliveries::heard(const event::DeliveryHeard& event) {
  Terminal* t = terminals_.find(event.terminal);
  const auto found = deliveries_.find(event.terminal);
  if (t == nullptr || found == deliveries_.end() || found->second.number != event.number) return {};
  Delivery& delivery = found->second;
  if (delivery.step == Step::Asks) {
    delivery.asked = 0;
    return ask(*t, delivery);
  }
  wait(*t, delivery, delivery.step, taking_patience);
  return {};
}

/// Prompts that someone has set anew say nothing: then the shell waits for keys all the same.
Effects Deliveries::look(Terminal& t, Delivery& delivery) {
  const auto reader = terminals_.input_reader(t);
  if (reader && reader->is_shell && reader->whole_lines != t.line.has_keys()) return go(t, delivery);
  wait(t, delivery, Step::AwaitsPrompt, prompt_look_interval);
  return {};
}

/// At its prompt the shell reads lines: somebody has turned its line editor off.
Effects Deliveries::types_from_now_on(Terminal& t) {
  const CallId call = deliveries_.at(t.id()).call;
  const ExecutionRecord* record = executions_.find(deliveries_.at(t.id()).execution);
  if (record == nullptr || record->execution.origin() != terminal::Origin::Submitted)
    return misses_editor(t, "its shell has no line editor any more, so nothing was run");
  forget(t.id());
  context_.shell_files.remove_private_file(line_path(t));
  t.line.taken_back();
  t.line.lost_keys();
  t.line.typed();
  return {effect::SubmitCommand{call}};
}

/// Another program may read there, so nothing is typed.
Effects Deliveries::misses_editor(Terminal& t, std::string why) {
  if (!deliveries_.at(t.id()).execution.empty()) t.distrust_reports();
  return give_up(t, std::move(why));
}

/// The shell never gets it.
Effects Deliveries::give_up(Terminal& t, std::string why) {
  Delivery delivery = std::move(deliveries_.at(t.id()));
  context_.cancel(delivery.timer);
  t.line.taken_back();
  deliveries_.erase(t.id());
  context_.shell_files.remove_private_file(line_path(t));
  if (delivery.execution.empty()) {
    t.line.lost_keys();
    return {effect::StartFailed{
        t.id(), fmt::format("the startup files of '{}' replace its line editor", t.identity().shell_path)}};
  }
  return {effect::NotDelivered{delivery.call, delivery.execution, std::move(why)}};
}

}  // namespace termhost::host
