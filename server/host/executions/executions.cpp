#include "host/executions/executions.hpp"

#include <algorithm>
#include <utility>

#include "host/executions/live_output.hpp"
#include "host/executions/sandbox_traces.hpp"
#include "shell/analysis/parse.hpp"

namespace termhost::host {
namespace {

using terminal::Completion;
using terminal::Evidence;
using terminal::ExecutionEvent;
using terminal::ExecutionState;
using terminal::Origin;

constexpr base::Millis drain_grace{500};
constexpr base::Millis flush_interval{200};
/// A new process bears the name of the shell, then that of `nohup` or `setsid`, until it has become its program.
constexpr base::Millis names_settle{50};

/// A fish that was told to exit reports the end of that command, and its terminal closes a moment later.
bool may_be_leaving(const terminal::Terminal& terminal, std::string_view submitted) {
  if (terminal.shell() != shell::ShellKind::Fish) return false;
  return submitted.find("exit") != submitted.npos || submitted.find("exec") != submitted.npos;
}

std::string_view newly_written(ExecutionRecord& record, Stream stream) {
  terminal::OutputLog* errors = stream == Stream::Stderr ? record.execution.stderr_log() : nullptr;
  return errors != nullptr ? errors->newly_written() : record.execution.log().newly_written();
}

}  // namespace

ExecutionRecord* Executions::find(const base::ExecutionId& id) {
  const auto found = records_.find(id);
  return found == records_.end() ? nullptr : &found->second;
}

const ExecutionRecord* Executions::find(const base::ExecutionId& id) const {
  const auto found = records_.find(id);
  return found == records_.end() ? nullptr : &found->second;
}

base::ExecutionId Executions::next_id() {
  if (context_.artifacts != nullptr) return context_.artifacts->next_execution_id();
  return base::ExecutionId(std::to_string(++last_fallback_id_));
}

terminal::ExecutionOptions Executions::options_for(const terminal::Terminal& terminal, Origin origin,
                                                   const base::ExecutionId& id) const {
  const Settings& settings = context_.settings();
  terminal::ExecutionOptions options;
  options.id = id;
  options.terminal = terminal.id();
  options.origin = origin;
  options.log.render = {.columns = terminal.identity().columns, .rows = terminal.identity().rows};
  if (!settings.compress_progress_bar) options.log.render.carriage_return = text::CarriageReturn::NewLine;
  options.log.preview_bytes = preview_bytes(settings);
  options.log.compact = settings.compact;
  options.log.execution = id;
  options.log.record_raw = settings.record_raw;
  options.log.secrets = context_.configuration.secrets(terminal.identity().env);
  options.log.task = terminal.work.task();
  if (origin == Origin::Submitted) options.log.store = context_.artifacts;
  terminals_.driver(terminal).describe(terminal, options);
  return options;
}

ExecutionRecord& Executions::announce(terminal::Terminal& terminal, Origin origin, const std::string& command_line,
                                      const Call* call) {
  forget_old();
  if (origin == Origin::Person)
    context_.configuration.defined_names().note_submitted(
        terminal.id().str(), shell::parse(command_line, terminal.shell()), terminal.shell());
  const base::ExecutionId id = call != nullptr && !call->execution.empty() ? call->execution : next_id();
  terminal::ExecutionOptions options = options_for(terminal, origin, id);
  options.command_line = command_line;
  const bool resumed =
      call != nullptr && call->machine.state() == tool::RunState::Backgrounded && !call->output_comes_again;
  if (resumed) options.log.execution = next_id();  // what it printed before is in the file of its own number
  if (options.stderr_id) options.stderr_id = next_id();
  ExecutionRecord record{.execution = terminal::Execution(std::move(options))};
  record.task = terminal.work.task();
  record.place.cwd = terminal.cwd();
  record.place.integration = terminal.identity().integration;
  record.place.sandbox = terminal.identity().sandbox;
  record.place.shell = terminal.shell();
  record.submission.command = command_line;
  if (call != nullptr) {
    record.call = call->id;
    record.tool_call = call->request.tool_call;
    record.place.asked_cwd = call->request.cwd;
    record.place.set_elsewhere = handover_.missing_in(terminal);
    record.place.nobody_to_ask = call->nobody_to_ask;
    record.submission.command = call->command;
    if (call->edited) record.submission.edited = call->request.command;
  }
  const ExecutionRecord* running = current(terminal);
  if (running == nullptr || running->execution.ended() || origin != Origin::Person) terminal.work.begin(id);
  return records_.insert_or_assign(id, std::move(record)).first->second;
}

void Executions::forget_old() {
  if (records_.size() < remembered_executions) return;
  for (auto entry = records_.begin(); entry != records_.end(); ++entry) {
    if (!entry->second.execution.ended() || entry->second.call) continue;
    return erase(entry->second);
  }
}

void Executions::erase(const ExecutionRecord& record) {
  const base::ExecutionId id = record.execution.id();
  streams_.unbind(record.editor.id, id);
  streams_.unbind(record.editor.promised_id, id);
  records_.erase(id);
}

Effects Executions::drop_unstarted(ExecutionRecord& record) {
  const base::ExecutionId id = record.execution.id();
  const base::TerminalId terminal_id = record.execution.terminal();
  remove_command_file(record);
  erase(record);
  terminal::Terminal* terminal = terminals_.find(terminal_id);
  if (terminal == nullptr || !terminal->work.end(id)) return {};
  return {effect::MarkIdle{terminal_id}};
}

std::optional<terminal::Footprint> Executions::look_at_processes(ExecutionRecord& record, bool with_ports) const {
  const terminal::Terminal* terminal = terminals_.find(record.execution.terminal());
  if (terminal == nullptr) return std::nullopt;
  // The earlier processes of a shell that was not ours when the command began are not known.
  if (record.processes.before.empty() && terminals_.driver(*terminal).takes_lines()) return std::nullopt;
  const terminal::SeenTree tree = terminals_.process_tree(*terminal, with_ports);
  if (tree.empty()) return std::nullopt;
  terminal::Footprint found = terminal::footprint(record.processes.before, tree);
  record.processes.peak_memory = std::max(record.processes.peak_memory, found.peak_memory);
  return found;
}

/// The terminal of a trial is not used again if it has a copy, has written, or has a state of its own: the kernel keeps
/// names and files that it has looked up in an overlay, so they would not follow those outside (overlayfs.rst, "Changes
/// to underlying filesystems").
void Executions::see_end_of_trial(ExecutionRecord& record, terminal::Terminal* terminal) const {
  if (!see_changes(context_.owned, record) || terminal == nullptr) return;
  const bool has_state = handover_.keep_state_of(*terminal);
  if (!record.place.sandbox.only_reads || has_state || !record.changes.list.empty()) terminal->use_up();
}

Effects Executions::started(ExecutionRecord& record) {
  if (record.execution.start(record.begun_before.value_or(context_.now())) != terminal::Change::Started) return {};
  if (const terminal::Terminal* terminal = terminals_.find(record.execution.terminal())) {
    handover_.taken(*terminal);
    record.place.cwd = terminal->cwd();
    record.place.cwd_doubtful = terminal->directory.doubtful();
    report_status(*terminal);
  }
  Effects effects{effect::Started{record.execution.id()}};
  if (record.stop.at_start() && !record.call)
    effects.push_back(effect::Escalate{record.execution.id(), StopStep::Interrupt, *record.stop.at_start()});
  if (record.call) effects.push_back(effect::TellCall{*record.call, tool::RunEvent::Started});
  return effects;
}

void Executions::begin_again(ExecutionRecord& record) const {
  context_.cancel(record.ending.timer);
  record.ending = {};
  record.execution.restart();
}

void Executions::wrote(ExecutionRecord& record, Stream stream, std::string_view bytes) {
  if (record.execution.ended()) return;
  if (stream == Stream::Stderr)
    record.execution.write_stderr(bytes, context_.now());
  else
    record.execution.write(bytes, context_.now());
  for (const auto& pattern : record.patterns) {
    const auto awaited = pattern.lock();
    if (awaited) awaited->read(newly_written(record, stream));
  }
  if (record.call && !tell_live_output(context_.shim, record, stream, bytes, context_.now())) schedule_telling();
  schedule_flush();
}

Effects Executions::end(ExecutionRecord& record, ExecutionEvent event, const Completion& completion) {
  if (record.execution.end(event, completion, context_.now()) == terminal::Change::Completed) return finished(record);
  if (record.execution.state() == ExecutionState::Draining) expect_end(record);
  return {};
}

Effects Executions::end(const effect::End& effect) {
  ExecutionRecord* record = find(effect.execution);
  return record == nullptr ? Effects() : end(*record, effect.event, effect.completion);
}

void Executions::resized(const base::TerminalId& id) {
  const terminal::Terminal* t = terminals_.find(id);
  ExecutionRecord* record = t == nullptr ? nullptr : current(*t);
  if (record != nullptr) record->execution.log().resize(t->identity().columns, t->identity().rows);
}

/// The end is known or overdue; what does not come within the grace does not count.
void Executions::expect_end(ExecutionRecord& record) {
  if (!record.ending.timer)
    record.ending.timer = context_.after(drain_grace, event::DrainOverdue{record.execution.id()});
}

Effects Executions::drain_overdue(const base::ExecutionId& id) {
  ExecutionRecord* record = find(id);
  if (record == nullptr) return {};
  record->ending.timer.reset();
  // The prompt does not come: its end is known.
  if (!record->ending.holders.empty() || record->ending.names_known_at) return settle_holders(*record);
  if (record->execution.state() == ExecutionState::Draining) return end(*record, ExecutionEvent::GraceElapsed, {});
  return end(*record, ExecutionEvent::PromptShown, {.evidence = Evidence::NextPrompt, .drained = false});
}

bool Executions::leaves_processes(ExecutionRecord& record) {
  if (record.execution.origin() != Origin::Submitted) return false;
  record.ending.left = look_at_processes(record, true);
  if (!record.ending.left || record.ending.left->in_background.empty()) return false;
  record.ending.names_known_at = context_.now() + names_settle;
  return true;
}

/// The prompt may have started others meanwhile.
void Executions::see_names_again(ExecutionRecord& record) const {
  const auto now = look_at_processes(record, true);
  if (!now) return;
  std::vector<Holder> named;
  for (const Holder& process : record.ending.left->in_background)
    if (const Holder* found = terminal::find_process(now->in_background, process)) named.push_back(*found);
  record.ending.left->in_background = std::move(named);
  record.ending.left->listening = now->listening;
}

Effects Executions::settle_holders(ExecutionRecord& record) {
  if (record.ending.names_known_at && context_.now() < *record.ending.names_known_at) {
    context_.cancel(record.ending.timer);
    record.ending.timer = context_.after(base::elapsed(context_.now(), *record.ending.names_known_at) + base::Millis(1),
                                         event::DrainOverdue{record.execution.id()});
    return {};
  }
  const terminal::Terminal* terminal = terminals_.find(record.execution.terminal());
  std::vector<Holder> now_open =
      terminal != nullptr ? terminals_.driver(*terminal).holders(*terminal) : std::vector<Holder>();
  std::erase_if(now_open, [&](const Holder& h) { return terminal::find_process(record.ending.holders, h) == nullptr; });
  record.ending.holders = std::move(now_open);
  return end(record, ExecutionEvent::Drained, {});
}

Effects Executions::finished(ExecutionRecord& record) {
  const base::ExecutionId id = record.execution.id();
  const Origin origin = record.execution.origin();
  record.ending.at = context_.now();
  context_.cancel(record.ending.timer);
  if (record.call) tell_last_output(context_.shim, record, context_.now());
  for (const base::ToolCallId& asked : std::exchange(record.questions, {})) context_.shim.withdraw_approval(asked);
  remove_command_file(record);
  if (record.ending.names_known_at)
    see_names_again(record);
  else if (origin == Origin::Submitted && !record.ending.left)
    record.ending.left = look_at_processes(record, true);
  see_refusals(context_.owned, record);
  terminal::Terminal* terminal = terminals_.find(record.execution.terminal());
  see_end_of_trial(record, terminal);
  const bool was_current = terminal != nullptr && terminal->work.end(id);
  if (was_current) terminals_.see_directory(*terminal, true);
  if (record.stop.cause() && record.ending.left_processes()) {  // an interrupt ends what waits for it, and nothing else
    if (terminal != nullptr && !terminal->closed()) terminals_.driver(*terminal).stop(*terminal, StopStep::Kill);
    record.ending.drop_left_processes();
  }
  if (terminal != nullptr && origin == Origin::Person) terminal->line.users_line_ended();
  if (terminal != nullptr && origin == Origin::Submitted) {
    terminal->work.finished({record.line(), record.task, record.execution.completion().exit_code},
                            record.ending.holders);
    task_shells_.remember(record.task, *terminal, record.place.cwd);
    if (!record.place.sandbox.is_on()) handover_.look_outside(record.task);
    const std::string next = task_shells_.cwd_of(record.task);
    if (terminal->cwd() != next) record.ending.next_cwd = next;
    if (record.execution.completion().evidence == Evidence::EndMark) handover_.works(*terminal);
  }
  if (terminal != nullptr && may_be_leaving(*terminal, record.submission.line)) hold_terminal(*terminal);
  if (origin == Origin::Preparing) {
    const bool ended = record.execution.state() == ExecutionState::Finished;
    const bool done = ended && record.execution.completion().exit_code.value_or(0) == 0;
    const effect::DirectoryChanged changed{record.execution.terminal(), done};
    erase(record);
    return {changed};
  }
  Effects effects;
  if (record.call) effects.push_back(effect::TellCall{*record.call, tool::RunEvent::Ended});
  effects.push_back(effect::AnswerWaiters{id});
  if (was_current) effects.push_back(effect::MarkIdle{record.execution.terminal()});
  return effects;
}

/// Nothing is sent to this terminal for a moment.
void Executions::hold_terminal(terminal::Terminal& terminal) {
  terminal.rest();
  if (!terminal.has_stream()) context_.after(drain_grace, event::HoldOver{terminal.id()});  // else its prompt is seen
}

Effects Executions::end_all(const terminal::Terminal& terminal, ExecutionEvent event, const Completion& completion) {
  Effects effects;
  for (auto entry = records_.begin(); entry != records_.end();) {
    ExecutionRecord& record = (entry++)->second;  // what prepares a command is forgotten with its end
    if (record.execution.terminal() != terminal.id() || record.execution.ended()) continue;
    // The shell's own completion is not that of a command that the shell never began.
    if (record.execution.state() == ExecutionState::Announced)
      append(effects, end(record, ExecutionEvent::TerminalClosed, {.evidence = Evidence::TerminalClosed}));
    else
      append(effects, end(record, event, completion));
  }
  return effects;
}

void Executions::stop(ExecutionRecord& record, StopStep step, StopCause cause) {
  record.stop.step_taken(step, cause);
  const terminal::Terminal* terminal = terminals_.find(record.execution.terminal());
  if (terminal == nullptr || terminal->closed()) return;
  const TerminalDriver& driver = terminals_.driver(*terminal);
  const bool by_force = step == StopStep::Terminate || step == StopStep::Kill;
  if (by_force && !drops_rest_of_line(record, *terminal)) record.stop.step_taken(StopStep::EndShell, cause);
  if (by_force && record.stop.last_step() == step && record.submission.pipelines.goes_on)
    driver.drop_rest_of_line(*terminal);
  driver.stop(*terminal, record.stop.last_step());
}

/// Else the shell would run what stands behind the program that is ended. The person's shell stays in any case.
bool Executions::drops_rest_of_line(const ExecutionRecord& record, const terminal::Terminal& terminal) const {
  if (!record.submission.pipelines.goes_on || record.execution.origin() == terminal::Origin::Person) return true;
  if (!terminals_.driver(terminal).takes_lines()) return true;  // its shell is ended by each of these steps
  const auto view = terminals_.look(terminal);
  return !record.submission.pipelines.handles_signals && !(view && view->ignores_interrupt);
}

void Executions::report_status(const terminal::Terminal& terminal) const {
  const sandbox::Sandbox& sandbox = terminal.identity().sandbox;
  TerminalStatus status{.terminal = terminal.id(),
                        .busy = !terminal.current().empty(),
                        .command = {},
                        .cwd = {},
                        .execution = terminal.current(),
                        .tool_call = {},
                        .input = {},
                        .sandbox = sandbox.only_reads ? sandbox::Level::Off : sandbox.level};
  if (const ExecutionRecord* record = find(terminal.current())) {
    status.command = record->line();
    status.cwd = record->place.cwd;
    status.tool_call = record->tool_call;
    status.input = record->input.awaited_of_user();
    status.task = record->task;
    status.unreached = record->unreached;
  }
  context_.shim.status_changed(status);
}

tool::AwaitedInput awaited_input_of(ExecutionRecord& record, const terminal::InputReader& reader) {
  terminal::OutputLog& log = record.execution.log();
  const std::string screen = log.alternate_screen_text();
  return tool::awaited_input(reader, !screen.empty(), screen.empty() ? log.snapshot().text : screen, record.line());
}

void Executions::remove_command_file(ExecutionRecord& record) const {
  if (!record.submission.command_file.empty()) context_.shell_files.remove_private_file(record.submission.command_file);
  record.submission.command_file.clear();
}

void Executions::schedule_telling() {
  if (std::exchange(telling_armed_, true)) return;
  context_.scheduler.after(live_interval, [this] {
    telling_armed_ = false;
    for (auto& [id, record] : records_) {
      if (record.call) tell_waiting_output(context_.shim, record, context_.now());
    }
  });
}

void Executions::schedule_flush() {
  if (flush_armed_ || context_.artifacts == nullptr) return;
  flush_armed_ = true;
  context_.scheduler.after(flush_interval, [this] {
    flush_armed_ = false;
    flush();
  });
}

void Executions::flush() {
  for (auto& [id, record] : records_) {
    if (!record.execution.ended()) record.execution.log().flush(context_.now());
  }
}

}  // namespace termhost::host
