#include "host/loop/host.hpp"

#include <utility>

#include "vt/answers.hpp"

namespace termhost::host {
namespace {

using terminal::Terminal;

constexpr base::Millis default_wait{30'000};

/// The bytes of a chunk are only there while its event is told.
void keep_bytes(Event& event) {
  std::visit(
      [](auto& any) {
        if constexpr (requires { any.chunk.keep(); }) any.chunk.keep();
        if constexpr (requires { any.shim_id.keep(); }) any.shim_id.keep();
      },
      event);
}

/// One event at a time, whatever is thrown.
class Running {
 public:
  explicit Running(bool& flag) : flag_(flag) { flag_ = true; }
  ~Running() { flag_ = false; }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  bool& flag_;
};

}  // namespace

Host::Host(HostPorts ports, HostEnvironment environment, Settings settings)
    : Configuration(std::move(environment), std::move(settings), std::move(ports.find_program), ports.files,
                    std::move(ports.confined_by)),
      context_{.owned = ports.system.terminals != nullptr ? *ports.system.terminals : no_terminals_,
               .shell_files = ports.system.shell_files != nullptr ? *ports.system.shell_files : no_shell_files_,
               .processes = ports.system.processes != nullptr ? *ports.system.processes : no_processes_,
               .shim = ports.shim != nullptr ? *ports.shim : static_cast<Shim&>(no_shim_),
               .scheduler = *ports.scheduler,
               .configuration = *this,
               .artifacts = ports.artifacts,
               .can_own = ports.system.terminals != nullptr,
               .post = [this](Event event) { post(std::move(event)); }},
      terminals_(context_),
      task_shells_(terminals_),
      executions_(context_, terminals_, task_shells_),
      shim_executions_(context_, terminals_, executions_, calls_),
      query_answers_(context_, terminals_, executions_),
      shell_events_(context_, terminals_, executions_, query_answers_),
      shell_phases_(context_, terminals_, executions_),
      calls_(context_, task_shells_),
      acquisitions_(context_, terminals_, executions_, task_shells_, calls_),
      deliveries_(context_, terminals_, executions_, calls_),
      submissions_(context_, terminals_, executions_, shim_executions_, calls_, deliveries_),
      stopping_(context_, executions_, calls_),
      replies_(context_, calls_, terminals_, executions_, acquisitions_),
      access_(context_, terminals_, executions_, replies_),
      reveal_(context_, executions_),
      wait_conditions_(context_, terminals_, executions_, replies_, reveal_) {}

Host::~Host() {
  closing_ = true;
  terminals_.close_ours();
}

void Host::post(Event event) {
  if (closing_) return;
  if (running_) {
    keep_bytes(event);
    later_.push_back(std::move(event));
    return;
  }
  const Running running(running_);
  if (later_.empty())
    run(event);
  else
    later_.push_back(std::move(event));  // something was thrown before its turn came
  while (!later_.empty()) {
    const Event next = std::move(later_.front());
    later_.pop_front();
    run(next);
  }
}

/// With all that follows. What an effect leads to comes before the effects that were waiting.
void Host::run(const Event& event) {
  const auto handle = [this](const auto& any) { return on(any); };
  Effects waiting;  // the next one is the last
  const auto wait = [&waiting](Effects first_to_last) {
    waiting.insert(waiting.end(), std::make_move_iterator(first_to_last.rbegin()),
                   std::make_move_iterator(first_to_last.rend()));
  };
  wait(std::visit(handle, event));
  while (!waiting.empty()) {
    const Effect effect = std::move(waiting.back());
    waiting.pop_back();
    wait(std::visit(handle, effect));
  }
  shell_phases_.tell();
}

void Host::set_settings(Settings settings, std::string rules_problem) {
  Configuration::set_settings(std::move(settings), std::move(rules_problem));
  post(event::SettingsChanged{});
}

void Host::set_workspace_folders(std::vector<std::string> folders) {
  const std::string before = environment().cwd;
  Configuration::set_workspace_folders(std::move(folders));
  if (environment().cwd != before) task_shells_.forget_all();
}

base::Expected<ShellLaunch, OpenError> Host::launch(const std::string& shell) const {
  auto launch = context_.shell_files.launch_for_editor(shell_path(shell), false);
  if (launch) launch->env.insert(environment().terminal_variables.begin(), environment().terminal_variables.end());
  return launch;
}

CallId Host::execute(ExecuteRequest request, Replied replied) {
  const CallId id = calls_.add(std::move(request), std::move(replied));
  post(event::Called{id});
  return id;
}

void Host::cancel(CallId call, CancelMeans means) {
  if (means == CancelMeans::Stop) return post(event::StopWished{call, StopCause::Person});
  post(event::WaitingEnded{call});
}

void Host::background(const base::ToolCallId& tool_call) { post(event::BackgroundWished{tool_call}); }

void Host::wait_for(const base::ExecutionId& execution, std::optional<base::Millis> timeout, base::ToolCallId tool_call,
                    Replied replied, tool::Until until) {
  replies_.wait_for(execution, timeout.value_or(default_wait), std::move(tool_call), std::move(replied),
                    std::move(until));
  wait_conditions_.watch(execution);
}

void Host::stop(const base::ExecutionId& execution, std::optional<StopStep> step, StopCause cause,
                base::ToolCallId tool_call, Replied replied) {
  if (replies_.has_ended(execution)) {
    const ExecutionRecord* record = executions_.find(execution);
    const bool told = record != nullptr && record->reported_to_agent;
    tool::CommandResult result = *replies_.result_now(execution, tool_call);
    if (told) {
      result.only_news = true;
      result.output.text.clear();
      result.output.begin = result.output.total_bytes;
    }
    result.already_ended = true;
    return replied(std::move(result));
  }
  replies_.wait_for(execution, stop_patience, std::move(tool_call), std::move(replied));
  post(event::ExecutionStopWished{execution, step, cause});
}

void Host::see_terminals_without_integration() { post(event::LookWished{}); }

std::vector<tool::ExecutionDetails> Host::take_environment_details(const base::TaskId& task) {
  see_terminals_without_integration();
  return replies_.take_news(task);
}

void Host::close_terminal_of(const base::ExecutionId& execution) {
  const ExecutionRecord* record = executions_.find(execution);
  if (record != nullptr) context_.owned.close(record->execution.terminal());
}

void Host::task_ended(const base::TaskId& task) {
  task_shells_.forget(task);
  terminals_.registry().release(task);
  if (context_.artifacts != nullptr) context_.artifacts->end_task(task);
}

void Host::task_rewound(const base::TaskId& task, const std::vector<base::ExecutionId>& keep) {
  if (context_.artifacts != nullptr) context_.artifacts->keep_only(task, keep);
}

void Host::shut_down() { post(event::SessionEnds{}); }

// Which room an event goes to.

Effects Host::on(const event::Called& event) { return calls_.begin(event.call); }
Effects Host::on(const event::StopWished& event) { return calls_.stop(event.call, event.cause); }
Effects Host::on(const event::WaitingEnded& event) { return calls_.leave(event.call); }

Effects Host::on(const event::BackgroundWished& event) { return calls_.background(event.tool_call); }
Effects Host::on(const event::ApprovalAnswered& event) { return calls_.approval_answered(event.call, event.answer); }
Effects Host::on(const event::IntegrationOverdue& event) { return acquisitions_.integration_overdue(event.call); }
Effects Host::on(const event::SubmissionAnswered& event) { return submissions_.answered(event); }
Effects Host::on(const event::CreationFailed& event) { return terminals_.creation_failed(event); }

Effects Host::on(const event::ClockRang& event) {
  const Call* call = calls_.find(event.call);
  if (call == nullptr) return {};
  const ExecutionRecord* record = executions_.find(call->execution);
  const auto last = record != nullptr ? record->execution.last_output() : std::nullopt;
  const base::Millis silent = last ? base::elapsed(*last, context_.now()) : base::Millis::max();
  std::string why;
  if (event.clock == tool::Clock::Terminal) why = acquisitions_.why_late(*call);
  if (event.clock == tool::Clock::Start) {
    if (deliveries_.withdraw(call->terminal))
      return {effect::NotDelivered{call->id, call->execution,
                                   "its shell did not show a prompt in time, so nothing was run"}};
    why = submissions_.start_overdue(*call);
  }
  return calls_.clock_rang(event.call, event.clock, silent, std::move(why));
}

Effects Host::on(const event::ExecutionStopWished& event) { return stopping_.wished(event); }

Effects Host::on(const event::StopStepDue& event) {
  return {effect::Escalate{event.execution, event.step, event.cause}};
}

// Of terminals.

Effects Host::on(const event::TerminalOpened& event) { return terminals_.opened(event); }
Effects Host::on(const event::IntegrationChanged& event) { return terminals_.integration_changed(event); }
Effects Host::on(const event::TerminalPrinted& event) { return terminals_.printed(event); }
Effects Host::on(const event::OwnedPrinted& event) { return shell_events_.owned_printed(event); }
Effects Host::on(const event::OwnedExited& event) { return shell_events_.owned_exited(event); }
Effects Host::on(const event::OwnedObstructed& event) { return shell_events_.owned_obstructed(event); }
Effects Host::on(const event::TerminalClosed& event) { return shell_events_.closed(event); }
Effects Host::on(const event::HoldOver& event) { return acquisitions_.shell_ready(event.terminal); }

Effects Host::on(const event::TerminalResized& event) {
  Terminal* t = terminals_.find(event.terminal);
  if (t == nullptr || event.columns < 1 || event.rows < 1) return {};
  terminals_.resized(*t, event.columns, event.rows);
  return {effect::Resized{t->id()}};
}

Effects Host::on(const event::PersonTyped& event) {
  Terminal* t = terminals_.find(event.terminal);
  if (t == nullptr) return {};
  if (!vt::are_answers(event.text)) terminals_.typed_by_user(*t);
  t->line.typed();  // an answer may stand in the line too
  if (!event.text.empty() && terminals_.driver(*t).run_by_us()) terminals_.driver(*t).type(*t, event.text);
  return {};
}

// Of executions.

Effects Host::on(const event::ExecutionBegan& event) { return shim_executions_.began(event); }
Effects Host::on(const event::ExecutionPrinted& event) { return shim_executions_.printed(event); }
Effects Host::on(const event::ExecutionEnded& event) { return shim_executions_.ended(event); }
Effects Host::on(const event::DirectoryOverdue& event) { return submissions_.directory_overdue(event.execution); }
Effects Host::on(const event::DeliveryOverdue& event) { return deliveries_.overdue(event); }
Effects Host::on(const event::AnswerDue& event) {
  query_answers_.look(event);
  return {};
}

Effects Host::on(const event::DrainOverdue& event) { return executions_.drain_overdue(event.execution); }

// Of the host.

Effects Host::on(const event::ForegroundLookDue& event) { return shell_events_.look_at_foreground(event); }
Effects Host::on(const event::WaitLookDue& event) { return wait_conditions_.look(event.execution); }
Effects Host::on(const event::EditorSynced& event) {
  wait_conditions_.synced(event);
  return {};
}

Effects Host::on(const event::LookDue&) { return acquisitions_.look(); }
Effects Host::on(const event::LookWished&) { return acquisitions_.see_terminals_without_integration(); }

Effects Host::on(const event::SettingsChanged&) {
  terminals_.registry().set_max_terminals(static_cast<std::size_t>(settings().max_terminals));
  Effects effects = calls_.judge_questions();
  effects.push_back(effect::WakeWaiting{});
  return effects;
}

Effects Host::on(const event::SessionEnds&) {
  acquisitions_.wait_no_more();
  Effects effects = calls_.end_all("termhost was shut down, with its editor or agent");
  effects.push_back(effect::AnswerAllWaiters{});
  return effects;
}

// Effects.

Effects Host::on(const effect::TellCall& effect) { return calls_.tell(effect.call, effect.event); }
Effects Host::on(const effect::FailCall& effect) { return calls_.fail(effect.call, effect.reason); }
Effects Host::on(const effect::FindTerminal& effect) { return acquisitions_.begin(effect.call); }
Effects Host::on(const effect::WakeWaiting&) { return acquisitions_.wake(); }
Effects Host::on(const effect::RetryAcquisition& effect) { return acquisitions_.retry(effect.call); }
Effects Host::on(const effect::CreationRefused& effect) { return acquisitions_.creation_refused(effect); }
Effects Host::on(const effect::ShellReady& effect) { return acquisitions_.shell_ready(effect.terminal); }
Effects Host::on(const effect::StartFailed& effect) { return acquisitions_.start_failed(effect); }
Effects Host::on(const effect::RefuseTerminal& effect) { return acquisitions_.refuse(effect.terminal, effect.why); }
Effects Host::on(const effect::NotDelivered& effect) { return submissions_.not_delivered(effect); }
Effects Host::on(const effect::SubmitCommand& effect) { return submissions_.submit(effect.call); }
Effects Host::on(const effect::SubmitDirectory& effect) { return submissions_.submit_directory(effect.call); }
Effects Host::on(const effect::Consume& effect) { return shell_events_.consume(effect.terminal, effect.bytes); }
Effects Host::on(const effect::HandleShellEvent& effect) { return shell_events_.take(effect); }
Effects Host::on(const effect::ReleaseCall& effect) { return replies_.release(effect.call); }

Effects Host::on(const effect::PromptShown& effect) {
  Terminal* t = terminals_.find(effect.terminal);
  return t == nullptr ? Effects() : deliveries_.prompt_shown(*t);
}

Effects Host::on(const effect::EditorSaid& effect) {
  Terminal* t = terminals_.find(effect.terminal);
  return t == nullptr ? Effects() : deliveries_.editor_said(*t, effect.word);
}

Effects Host::on(const effect::LineUnfinished& effect) {
  Terminal* t = terminals_.find(effect.terminal);
  return t == nullptr ? Effects() : deliveries_.wants_more(*t);
}

Effects Host::on(const effect::BindCall& effect) {
  calls_.bind(effect.call, effect.terminal, effect.execution);
  return {};
}

Effects Host::on(const effect::TerminalThere& effect) {
  return acquisitions_.terminal_there(effect.call, effect.terminal);
}

Effects Host::on(const effect::DirectoryChanged& effect) {
  return acquisitions_.directory_changed(effect.terminal, effect.done);
}

Effects Host::on(const effect::Started& effect) {
  reveal_.watch(effect.execution);
  wait_conditions_.watch(effect.execution);
  return {};
}

Effects Host::on(const effect::End& effect) {
  ExecutionRecord* record = executions_.find(effect.execution);
  return record == nullptr ? Effects() : executions_.end(*record, effect.event, effect.completion);
}

Effects Host::on(const effect::Stop& effect) {
  stopping_.step(effect);
  return {};
}

Effects Host::on(const effect::Escalate& effect) {
  stopping_.escalate(effect.execution, effect.step, effect.cause);
  return {};
}

Effects Host::on(const effect::Resized& effect) {
  const Terminal* t = terminals_.find(effect.terminal);
  ExecutionRecord* record = t == nullptr ? nullptr : executions_.current(*t);
  if (record != nullptr) record->execution.log().resize(t->identity().columns, t->identity().rows);
  return {};
}

Effects Host::on(const effect::MarkIdle& effect) {
  Terminal* t = terminals_.find(effect.terminal);
  if (t == nullptr || !t->current().empty()) return {};
  if (!terminals_.mark_idle(*t)) return {};
  executions_.report_status(*t);
  return {effect::WakeWaiting{}};
}

Effects Host::on(const effect::GiveUp& effect) {
  if (Terminal* t = terminals_.find(effect.terminal)) terminals_.give_up(*t);
  return {};
}

Effects Host::on(const effect::Remove& effect) {
  deliveries_.forget(effect.terminal);
  shell_events_.forget(effect.terminal);
  terminals_.remove(effect.terminal);
  return {effect::WakeWaiting{}};
}

Effects Host::on(const effect::AnswerCall& effect) {
  replies_.answer(effect.call, effect.answer);
  return {};
}

Effects Host::on(const effect::AnswerWaiters& effect) {
  replies_.answer_waiters(effect.execution);
  return {};
}

Effects Host::on(const effect::AnswerAllWaiters&) {
  replies_.answer_all_waiters();
  return {};
}

}  // namespace termhost::host
