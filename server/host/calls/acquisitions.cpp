#include "host/calls/acquisitions.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sandbox/missing_folder.hpp"
#include "text/position.hpp"

namespace termhost::host {
namespace {

using terminal::ChoiceKind;
using terminal::Source;
using terminal::Terminal;
using tool::AcquisitionAction;
using tool::AcquisitionEvent;
using tool::AcquisitionState;

constexpr base::Millis look_interval{1000};
/// A user takes one now and then. An editor that calls something else typing would be asked for terminals for ever.
constexpr int most_taken = 3;

bool is_taken_unused(const Terminal& t) { return t.identity().ours && t.line.is_users() && t.work.last().line.empty(); }

/// The beginning of a command line, as its name in messages.
std::string first_words(std::string_view line, std::size_t most = 60) {
  line = line.substr(0, line.find('\n'));
  return line.size() <= most ? std::string(line) : std::string(text::code_point_prefix(line, most)) + "…";
}

AcquisitionEvent found(ChoiceKind kind) {
  switch (kind) {
    case ChoiceKind::Reuse: return AcquisitionEvent::FoundHere;
    case ChoiceKind::ReuseAfterCd: return AcquisitionEvent::FoundElsewhere;
    case ChoiceKind::Create: return AcquisitionEvent::RoomForOne;
    case ChoiceKind::Rest: return AcquisitionEvent::OneRests;
    case ChoiceKind::Wait: return AcquisitionEvent::AllBusy;
  }
  return AcquisitionEvent::AllBusy;
}

/// Empty, or that the editor opened another shell than the one that was asked for. `sh` proves nothing: VS Code tells
/// the name of what runs in the terminal at that moment.
std::string wrong_shell(const ExecuteRequest& request, const Terminal& terminal) {
  const shell::ShellKind wanted = shell::shell_kind_of(request.shell);
  const bool known = wanted != shell::ShellKind::Unknown && terminal.shell() != shell::ShellKind::Unknown &&
                     terminal.shell() != shell::ShellKind::Dash;
  if (request.shell.empty() || !known || wanted == terminal.shell()) return {};
  return fmt::format("the editor opened {} instead of {}", shell::to_string(terminal.shell()), request.shell);
}

}  // namespace

Acquisitions::Entry* Acquisitions::find(CallId id) {
  const auto found = entries_.find(id);
  return found == entries_.end() ? nullptr : &found->second;
}

std::optional<CallId> Acquisitions::waits_for(const base::TerminalId& terminal) const {
  for (const auto& [id, entry] : entries_)
    if (entry.terminal == terminal) return id;
  return std::nullopt;
}

std::set<base::TerminalId> Acquisitions::awaited() const {
  std::set<base::TerminalId> terminals;
  for (const auto& [id, entry] : entries_) terminals.insert(entry.terminal);
  return terminals;
}

bool Acquisitions::wants_mirrored(const ExecuteRequest& request) const {
  const bool ours = request.has_own_process() || request.sandbox.is_on();
  if (ours || context_.settings().terminals == TerminalsPreference::Owned) return false;
  return context_.shim.capabilities().terminals;
}

terminal::TerminalWish Acquisitions::wish_of(const Call& call) const {
  terminal::TerminalWish wish;
  wish.cwd = call.request.cwd;
  wish.task = call.request.task;
  wish.last = task_shells_.terminal_of(wish.task);
  wish.env = call.request.env;
  wish.sandbox = call.request.sandbox;
  wish.shell = call.request.shell;
  wish.required_cwd = call.request.required_cwd;
  if (context_.settings().terminals == TerminalsPreference::Owned) wish.source = Source::Owned;
  return wish;
}

WantedTerminal Acquisitions::wanted_by(const Call& call) const {
  WantedTerminal wanted;
  wanted.cwd = call.request.cwd;
  wanted.shell = call.request.shell;
  wanted.shell_path = context_.configuration.shell_path(call.request.shell);
  wanted.env = call.request.env;
  wanted.sandbox = call.request.sandbox;
  wanted.task = call.request.task;
  wanted.command = call.request.command;
  wanted.on_terminal = call.request.alone;
  if (const auto problem = startup_problems_.find(wanted.shell_path); problem != startup_problems_.end())
    wanted.startup_problem = problem->second;
  return wanted;
}

Effects Acquisitions::begin(CallId id) {
  const Call* call = calls_.find(id);
  if (call == nullptr) return {};
  entries_.insert_or_assign(id, Entry{});
  if (call->request.has_own_process()) return on(id, AcquisitionEvent::RoomForOne);
  Effects effects = see_terminals_without_integration();
  if (effects.empty()) return choose(id);
  effects.push_back(effect::FindTerminal{id});
  return effects;
}

void Acquisitions::forget(CallId id) {
  waiting_.remove(id);
  const auto entry = entries_.find(id);
  if (entry == entries_.end()) return;
  context_.cancel(entry->second.integration_timer);
  entries_.erase(entry);
}

Effects Acquisitions::on(CallId id, AcquisitionEvent event) {
  Entry* entry = find(id);
  if (entry == nullptr) return {};
  const AcquisitionAction action = entry->machine.on(event);
  if (!entry->machine.awaits_integration()) context_.cancel(entry->integration_timer);
  switch (action) {
    case AcquisitionAction::Nothing: return {};
    case AcquisitionAction::Choose: return choose(id);
    case AcquisitionAction::Create: return create(id);
    case AcquisitionAction::CreateOwned: return create_ours(id);
    case AcquisitionAction::Queue: return queue(id);
    case AcquisitionAction::ChangeDirectory: return change_directory(id);
    case AcquisitionAction::AssignWithoutIntegration:
      terminals_.find(entry->terminal)->become_ready();
      return assign_terminal(id);
    case AcquisitionAction::Assign: return assign_terminal(id);
  }
  return {};
}

Effects Acquisitions::choose(CallId id) {
  const Call& call = *calls_.find(id);
  const terminal::TerminalWish wish = wish_of(call);
  terminal::Choice choice = terminals_.registry().choose(wish, terminals_.being_created());
  while (!choice.terminal.empty() && spare_shells_.retire_if_outdated(choice.terminal))
    choice = terminals_.registry().choose(wish, terminals_.being_created());
  if (choice.kind == ChoiceKind::Wait) {
    const auto expendable = terminals_.registry().expendable(wish, awaited());
    if (expendable && terminals_.give_up(*expendable)) choice.kind = ChoiceKind::Create;
  }
  // A directory that was removed and made again is another one by the same name.
  const Terminal* here = choice.kind == ChoiceKind::Reuse ? terminals_.find(choice.terminal) : nullptr;
  if (here != nullptr && here->identity().integration != terminal::Integration::None &&
      !stands_in(*here, wish.cwd, context_.processes))
    choice.kind = ChoiceKind::ReuseAfterCd;
  entries_.at(id).terminal = choice.terminal;
  if (choice.kind == ChoiceKind::Rest) waiting_.push_back(id);  // for a moment only: the agent need not hear of it
  return on(id, found(choice.kind));
}

Effects Acquisitions::queue(CallId id) {
  waiting_.push_back(id);
  look_again_later();
  if (!calls_.find(id)->execution.empty()) return {};  // it was told before
  return {effect::BindCall{id, {}, executions_.next_id()}, effect::TellCall{id, tool::RunEvent::Queued}};
}

Effects Acquisitions::wake() {
  Effects effects;
  for (const CallId id : std::exchange(waiting_, {})) effects.push_back(effect::RetryAcquisition{id});
  return effects;
}

Effects Acquisitions::retry(CallId id) {
  if (find(id) == nullptr) return {};
  Effects effects = see_terminals_without_integration();
  if (effects.empty()) return on(id, AcquisitionEvent::Woken);
  effects.push_back(effect::RetryAcquisition{id});
  return effects;
}

Effects Acquisitions::create(CallId id) {
  const Call& call = *calls_.find(id);
  if (terminals_.registry().all().size() >= max_open_terminals && !call.request.has_own_process())
    return {effect::FailCall{id, fmt::format("{} terminals are open already; close one", max_open_terminals)}};
  if (!wants_mirrored(call.request)) return create_ours(id);
  entries_.at(id).integration_timer =
      context_.after(integration_timeout(context_.settings()), event::IntegrationOverdue{id});
  return terminals_.create_mirrored(id, wanted_by(call));
}

Effects Acquisitions::create_ours(CallId id) {
  const Call& call = *calls_.find(id);
  Entry& entry = entries_.at(id);
  if (Terminal* silent = terminals_.find(entry.terminal); silent != nullptr && !terminals_.give_up(silent->id()))
    silent->distrust_reports();  // the editor can't close it
  entry.terminal = {};
  if (const auto spare = spare_shells_.starting_for(wish_of(call), awaited()); spare && !call.request.has_own_process())
    return {effect::BindCall{id, {}, call.execution}, effect::TerminalThere{id, *spare}};
  const WantedTerminal wanted = wanted_by(call);
  // A shell whose grammar is unknown could not tell where a command ends.
  const bool unknown = shell::shell_kind_of(wanted.shell_path) == shell::ShellKind::Unknown;
  const Source source = call.request.has_own_process() || unknown ? Source::Pipes : Source::Owned;
  Effects effects{effect::BindCall{id, {}, call.execution}};
  append(effects, terminals_.create_ours(id, source, wanted));
  return effects;
}

Effects Acquisitions::terminal_there(CallId id, const base::TerminalId& terminal) {
  Entry* entry = find_awaiting_creation(id);
  const Terminal* t = terminals_.find(terminal);
  if (t == nullptr) return {};
  if (entry == nullptr) return {effect::GiveUp{terminal}};
  entry->terminal = terminal;
  Effects effects{effect::BindCall{id, terminal, calls_.find(id)->execution}};
  append(effects, on(id, terminals_.driver(*t).takes_lines() ? AcquisitionEvent::Opened : AcquisitionEvent::FoundHere));
  if (t->ready()) append(effects, ready(id, *t));  // its integration was told of before
  return effects;
}

/// Null: the call has ended, or has another terminal by now.
Acquisitions::Entry* Acquisitions::find_awaiting_creation(CallId id) {
  Entry* entry = find(id);
  if (entry == nullptr || !entry->terminal.empty()) return nullptr;
  const bool waits =
      entry->machine.awaits_integration() || entry->machine.state() == AcquisitionState::WithoutIntegration;
  return waits ? entry : nullptr;
}

Effects Acquisitions::creation_refused(const effect::CreationRefused& refused) {
  if (find_awaiting_creation(refused.call) == nullptr) return {};
  return {effect::FailCall{refused.call, refused.why}};
}

Effects Acquisitions::ready(CallId id, const Terminal& terminal) {
  const Call* call = calls_.find(id);
  if (call == nullptr) return {};
  const bool here = terminal::same_directory(terminal.cwd(), call->request.cwd);
  return on(id, here ? AcquisitionEvent::ShellReady : AcquisitionEvent::ShellReadyElsewhere);
}

Effects Acquisitions::shell_ready(const base::TerminalId& terminal) {
  Terminal* t = terminals_.find(terminal);
  if (t == nullptr) return {};
  if (!t->become_ready()) return {};
  const auto id = waits_for(terminal);
  if (!id) return {effect::WakeWaiting{}};
  return ready(*id, *t);
}

/// The shell integration of a new terminal did not come in time: another way, or an honest end (setting `fallback`).
Effects Acquisitions::integration_overdue(CallId id) {
  if (Entry* entry = find(id)) entry->integration_timer.reset();
  const bool plain = context_.settings().fallback == Fallback::Plain || !context_.can_own;
  return on(id, plain ? AcquisitionEvent::MarksMissing : AcquisitionEvent::MarksMissingOwned);
}

Effects Acquisitions::start_failed(const effect::StartFailed& failed) {
  const Terminal* t = terminals_.find(failed.terminal);
  const auto id = waits_for(failed.terminal);
  if (t == nullptr || !t->runs_shell()) return {};
  if (!t->startup_problem().empty()) return {effect::RefuseTerminal{t->id(), failed.why}, effect::GiveUp{t->id()}};
  startup_problems_.insert_or_assign(t->identity().shell_path, failed.why);
  if (!id) return {effect::GiveUp{t->id()}};
  return on(*id, AcquisitionEvent::MarksMissingOwned);
}

Effects Acquisitions::directory_changed(const base::TerminalId& terminal, bool done) {
  Terminal* t = terminals_.find(terminal);
  const auto id = waits_for(terminal);
  if (t == nullptr) return {};
  if (!id) return {effect::MarkIdle{terminal}};
  if (t->closed()) return {};  // said when it is gone
  const std::string& cwd = calls_.find(*id)->request.cwd;
  if (!done && !stands_in(*t, cwd, context_.processes))
    return {effect::FailCall{*id, sandbox::missing_folder(cwd, t->identity().sandbox)}, effect::MarkIdle{terminal}};
  t->directory.moved(cwd);
  return on(*id, AcquisitionEvent::DirectoryChanged);
}

Effects Acquisitions::refuse(const base::TerminalId& terminal, const std::string& why) {
  const auto id = waits_for(terminal);
  if (!id) return {};
  (void)on(*id, AcquisitionEvent::Refused);
  return {effect::FailCall{*id, why}};
}

/// Why it can't have the terminal that it was about to get, and what follows; nothing: it can.
std::optional<Effects> Acquisitions::not_this_one(const Call& call, Terminal& terminal) {
  if (const std::string wrong = wrong_shell(call.request, terminal); !wrong.empty()) {
    terminal.learn([](terminal::Identity& known) { known.asked_shell.clear(); });
    return Effects{effect::FailCall{call.id, wrong}, effect::MarkIdle{terminal.id()}};  // it fits others
  }
  if (!terminal.line.is_users()) return std::nullopt;
  const auto& all = terminals_.registry().all();
  if (std::count_if(all.begin(), all.end(), [](const auto& one) { return is_taken_unused(one.second); }) > most_taken)
    return Effects{effect::FailCall{call.id, "the editor says that the user types in each terminal that it opens"}};
  entries_.at(call.id).terminal = {};  // they began to type while it was being prepared: it is theirs now
  Effects effects{effect::BindCall{call.id, {}, call.execution}};
  append(effects, on(call.id, AcquisitionEvent::TakenByPerson));
  return effects;
}

Effects Acquisitions::change_directory(CallId id) {
  const Call& call = *calls_.find(id);
  Terminal& terminal = *terminals_.find(entries_.at(id).terminal);
  if (auto instead = not_this_one(call, terminal)) return std::move(*instead);
  terminal.work.assign(call.request.task);
  return {effect::BindCall{id, terminal.id(), call.execution}, effect::SubmitDirectory{id}};
}

Effects Acquisitions::assign_terminal(CallId id) {
  const Call& call = *calls_.find(id);
  Terminal& terminal = *terminals_.find(entries_.at(id).terminal);
  if (auto instead = not_this_one(call, terminal)) return std::move(*instead);
  terminal.work.assign(call.request.task);
  spare_shells_.take(terminal);
  ExecutionRecord& record = executions_.announce(terminal, terminal::Origin::Submitted, call.request.command, &call);
  record.place.usual_shell_runs = usual_shell_runs(call, terminal);
  record.place.startup_problem = terminal.take_startup_problem();
  task_shells_.remember(call.request.task, terminal, record.place.cwd);
  forget(id);
  return {effect::BindCall{id, terminal.id(), record.execution.id()},
          effect::TellCall{id, tool::RunEvent::TerminalReady}};
}

/// The execution that keeps the task's usual shell busy; nothing: the result does not mention another shell.
std::optional<base::ExecutionId> Acquisitions::usual_shell_runs(const Call& call, const Terminal& taken) const {
  const Terminal* usual = terminals_.find(task_shells_.terminal_of(call.request.task));
  if (usual == nullptr || usual->closed() || usual->id() == taken.id() || !taken.runs_shell()) return std::nullopt;
  if (usual->identity().asked_shell != call.request.shell || usual->current().empty()) return std::nullopt;
  const ExecutionRecord* busy = executions_.find(usual->current());
  const bool of_agent = busy == nullptr || busy->execution.origin() == terminal::Origin::Submitted;
  return of_agent ? std::optional(usual->current()) : std::nullopt;
}

/// Some terminals become free without a report, so only a look finds them.
void Acquisitions::look_again_later() {
  if (!std::exchange(look_armed_, true)) context_.after(look_interval, event::LookDue{});
}

Effects Acquisitions::look() {
  look_armed_ = false;
  if (!waiting_.empty()) look_again_later();
  return see_terminals_without_integration();
}

Effects Acquisitions::see_terminals_without_integration() {
  Effects effects;
  for (const auto& [id, t] : terminals_.registry().all()) {
    const ExecutionRecord* record = executions_.current(t);
    const bool without_integration =
        t.identity().integration == terminal::Integration::None && t.identity().ours && !t.has_stream();
    if (!without_integration || record == nullptr || record->call) continue;
    const auto view = terminals_.look(t);
    if (!view || view->has_children) continue;
    if (!view->cwd.empty()) terminals_.find(id)->directory.moved(view->cwd);
    effects.push_back(effect::End{t.current(), terminal::ExecutionEvent::TerminalClosed, {.drained = false}});
  }
  return effects;
}

std::vector<CallId> Acquisitions::queued() const {
  std::vector<CallId> calls;
  for (const CallId id : waiting_)
    if (entries_.at(id).machine.state() == AcquisitionState::Queued) calls.push_back(id);
  return calls;
}

std::string Acquisitions::why_late(const Call& call) const {
  const auto entry = entries_.find(call.id);
  const bool queued = entry != entries_.end() && entry->second.machine.state() == AcquisitionState::Queued;
  if (!queued) return "its shell did not show a prompt in time";
  return fmt::format("no terminal became free in time; {}. stop_command stops a command",
                     what_holds_terminals(call.request.task));
}

std::string Acquisitions::what_holds_terminals(const base::TaskId& task) const {
  constexpr std::size_t named = 3;
  std::string held;
  std::size_t count = 0;
  for (const auto& [id, t] : terminals_.registry().all()) {
    if (!t.identity().ours || t.idle() || t.closed()) continue;
    const ExecutionRecord* record = executions_.find(t.current());
    if (record == nullptr || ++count > named) continue;
    held += held.empty() ? "" : ", ";
    held += record->execution.origin() == terminal::Origin::Person ? std::string("the user's command")
            : record->task != task                                 ? std::string("another task's command")
                                   : fmt::format("execution {} ({})", t.current().str(), first_words(record->line()));
  }
  if (count > named) held += fmt::format(" and {} more", count - named);
  return held.empty() ? "all terminals are being prepared" : "all terminals are busy: " + held;
}

}  // namespace termhost::host
