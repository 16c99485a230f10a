#include "host/loop/rooms.hpp"

#include <type_traits>
#include <utility>
#include <variant>

namespace termhost::host {
namespace {

/// A handler for each kind of event or effect.
template <class... Rows>
struct Table : Rows... {
  using Rows::operator()...;
};
template <class... Rows>
Table(Rows...) -> Table<Rows...>;

/// Makes a missing row an error that names the event or effect.
template <class Kind, bool has_row>
struct RowOf {
  static_assert(has_row, "this event or effect has no row in rooms.cpp");
  static constexpr bool exists = has_row;
};

/// A handler that returns nothing has no consequences.
Effects look_up(const auto& table, const auto& what) {
  return std::visit(
      [&]<class Kind>(const Kind& any) -> Effects {
        if constexpr (!RowOf<Kind, std::is_invocable_v<decltype(table), const Kind&>>::exists) {
          return {};
        } else if constexpr (std::is_void_v<decltype(table(any))>) {
          table(any);
          return {};
        } else {
          return table(any);
        }
      },
      what);
}

}  // namespace

Effects Rooms::handle(const Event& event) {
  return look_up(Table{
                     // Calls.
                     [&](const event::Called& e) { return calls.begin(e.call); },
                     [&](const event::StopWished& e) { return calls.stop(e.call, e.cause); },
                     [&](const event::WaitingEnded& e) { return calls.leave(e.call); },
                     [&](const event::BackgroundWished& e) { return calls.background(e.tool_call); },
                     [&](const event::ApprovalAnswered& e) { return calls.approval_answered(e.call, e.answer); },
                     [&](const event::ClockRang& e) { return clock_rang(e); },
                     [&](const event::IntegrationOverdue& e) { return acquisitions.integration_overdue(e.call); },
                     [&](const event::SubmissionAnswered& e) { return submissions.answered(e); },
                     [&](const event::CreationFailed& e) { return terminals.creation_failed(e); },
                     [&](const event::ExecutionStopWished& e) { return stopping.wished(e); },
                     [&](const event::StopStepDue& e) { stopping.escalate(e.execution, e.step, e.cause); },
                     // Terminals.
                     [&](const event::TerminalOpened& e) { return terminals.opened(e); },
                     [&](const event::IntegrationChanged& e) { return terminals.integration_changed(e); },
                     [&](const event::TerminalResized& e) { return terminals.resized(e); },
                     [&](const event::PersonTyped& e) { terminals.typed_by_user(e); },
                     [&](const event::TerminalPrinted& e) { return terminals.printed(e); },
                     [&](const event::TerminalClosed& e) { return shell_events.closed(e); },
                     [&](const event::OwnedPrinted& e) { return shell_events.owned_printed(e); },
                     [&](const event::OwnedExited& e) { return shell_events.owned_exited(e); },
                     [&](const event::OwnedObstructed& e) { return shell_events.owned_obstructed(e); },
                     [&](const event::TakenOver& e) { return adoptions.begin(e); },
                     [&](const event::Replayed& e) { adoptions.replayed(e.terminal); },
                     // Executions.
                     [&](const event::ExecutionBegan& e) { return shim_executions.began(e); },
                     [&](const event::ExecutionPrinted& e) { return shim_executions.printed(e); },
                     [&](const event::ExecutionEnded& e) { return shim_executions.ended(e); },
                     // Clocks.
                     [&](const event::DrainOverdue& e) { return executions.drain_overdue(e.execution); },
                     [&](const event::DirectoryOverdue& e) { return submissions.directory_overdue(e.execution); },
                     [&](const event::DeliveryOverdue& e) { return deliveries.overdue(e); },
                     [&](const event::DeliveryHeard& e) { return deliveries.heard(e); },
                     [&](const event::AnswerDue& e) { query_answers.look(e); },
                     [&](const event::HoldOver& e) { return acquisitions.shell_ready(e.terminal); },
                     [&](const event::ForegroundLookDue& e) { return shell_events.look_at_foreground(e); },
                     [&](const event::WaitLookDue& e) { return wait_conditions.look(e.execution); },
                     [&](const event::EditorSynced& e) { wait_conditions.synced(e); },
                     [&](const event::LookDue&) { return acquisitions.look(); },
                     [&](const event::SpareShellsDue&) { spare_shells.start_missing(); },
                     // The host.
                     [&](const event::LookWished&) { return acquisitions.see_terminals_without_integration(); },
                     [&](const event::SettingsChanged&) { return change_settings(); },
                     [&](const event::SessionEnds&) { return end_session(); },
                 },
                 event);
}

Effects Rooms::handle(const Effect& effect) {
  return look_up(
      Table{
          // To Calls.
          [&](const effect::TellCall& e) { return calls.tell(e.call, e.event); },
          [&](const effect::FailCall& e) { return calls.fail(e.call, e.reason); },
          [&](const effect::BindCall& e) { calls.bind(e.call, e.terminal, e.execution); },
          // To Acquisitions.
          [&](const effect::FindTerminal& e) { return acquisitions.begin(e.call); },
          [&](const effect::WakeWaiting&) { return acquisitions.wake(); },
          [&](const effect::RetryAcquisition& e) { return acquisitions.retry(e.call); },
          [&](const effect::TerminalThere& e) { return acquisitions.terminal_there(e.call, e.terminal); },
          [&](const effect::CreationRefused& e) { return acquisitions.creation_refused(e); },
          [&](const effect::ShellReady& e) { return acquisitions.shell_ready(e.terminal); },
          [&](const effect::DirectoryChanged& e) { return acquisitions.directory_changed(e.terminal, e.done); },
          [&](const effect::StartFailed& e) { return acquisitions.start_failed(e); },
          [&](const effect::RefuseTerminal& e) { return acquisitions.refuse(e.terminal, e.why); },
          // To Deliveries and Submissions.
          [&](const effect::PromptShown& e) { return deliveries.prompt_shown(e.terminal); },
          [&](const effect::EditorSaid& e) { return deliveries.editor_said(e.terminal, e.word); },
          [&](const effect::LineUnfinished& e) { return deliveries.wants_more(e.terminal); },
          [&](const effect::NotDelivered& e) { return submissions.not_delivered(e); },
          [&](const effect::SubmitCommand& e) { return submissions.submit(e.call); },
          [&](const effect::SubmitDirectory& e) { return submissions.submit_directory(e.call); },
          // To Executions.
          [&](const effect::Started& e) { started(e.execution); },
          [&](const effect::End& e) { return executions.end(e); },
          [&](const effect::Stop& e) { stopping.step(e); },
          [&](const effect::Escalate& e) { stopping.escalate(e.execution, e.step, e.cause); },
          [&](const effect::Consume& e) { return shell_events.consume(e.terminal, e.bytes); },
          [&](const effect::HandleShellEvent& e) { return shell_events.take(e); },
          [&](const effect::Resized& e) { executions.resized(e.terminal); },
          // To Terminals.
          [&](const effect::MarkIdle& e) { return mark_idle(e.terminal); },
          [&](const effect::GiveUp& e) { terminals.give_up(e.terminal); },
          [&](const effect::Remove& e) { return remove(e.terminal); },
          // To Replies.
          [&](const effect::AnswerCall& e) { replies.answer(e.call, e.answer); },
          [&](const effect::ReleaseCall& e) { return replies.release(e.call); },
          [&](const effect::AnswerWaiters& e) { replies.answer_waiters(e.execution); },
          [&](const effect::AnswerAllWaiters&) { replies.answer_all_waiters(); },
      },
      effect);
}

Effects Rooms::clock_rang(const event::ClockRang& event) {
  const Call* call = calls.find(event.call);
  if (call == nullptr) return {};
  const ExecutionRecord* record = executions.find(call->execution);
  const auto last = record != nullptr ? record->execution.last_output() : std::nullopt;
  const base::Millis silent = last ? base::elapsed(*last, context_.now()) : base::Millis::max();
  std::string why;
  if (event.clock == tool::Clock::Terminal) why = acquisitions.why_late(*call);
  if (event.clock == tool::Clock::Start) {
    if (deliveries.withdraw(call->terminal))
      return {effect::NotDelivered{call->id, call->execution,
                                   "its shell did not show a prompt in time, so nothing was run"}};
    why = submissions.start_overdue(*call);
  }
  return calls.clock_rang(event.call, event.clock, silent, std::move(why));
}

Effects Rooms::change_settings() {
  terminals.registry().set_max_terminals(static_cast<std::size_t>(context_.settings().max_terminals));
  spare_shells.expect();
  Effects effects = calls.judge_questions();
  effects.push_back(effect::WakeWaiting{});
  return effects;
}

Effects Rooms::end_session() {
  acquisitions.wait_no_more();
  Effects effects = calls.end_all("termhost was shut down, with its editor or agent");
  effects.push_back(effect::AnswerAllWaiters{});
  return effects;
}

void Rooms::started(const base::ExecutionId& execution) {
  spare_shells.expect();
  reveal.watch(execution);
  wait_conditions.watch(execution);
  keeping.started(execution);
}

Effects Rooms::mark_idle(const base::TerminalId& terminal) {
  terminal::Terminal* t = terminals.find(terminal);
  if (t == nullptr || t->work.busy() || !terminals.mark_idle(*t)) return {};
  executions.report_status(*t);
  return {effect::WakeWaiting{}};
}

Effects Rooms::remove(const base::TerminalId& terminal) {
  deliveries.forget(terminal);
  handover.forget(terminal);
  shell_events.forget(terminal);
  keeping.forget(terminal);
  terminals.remove(terminal);
  return {effect::WakeWaiting{}};
}

}  // namespace termhost::host
