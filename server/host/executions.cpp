// Executions: which start belongs to which call, output on its way, and ends. A call binds to the first real start on
// its terminal after its submission; command text only ever rejects an obviously foreign or empty start
// (vscode.md 3.4, 8.2; vscode-measured facts 2, 3).
#include <algorithm>
#include <array>

#include "host/host.hpp"

namespace termhost::host {
namespace {

using terminal::Certainty;
using terminal::Change;
using terminal::Completion;
using terminal::Evidence;
using terminal::ExecutionEvent;
using terminal::ExecutionState;
using terminal::Origin;
using terminal::Source;
using tool::RunEvent;

constexpr base::Millis drain_grace{500};  // vscode.md 8.2 rule 2
constexpr base::Millis flush_interval{200};
constexpr std::size_t unclaimed_bytes = 64 * 1024;
constexpr std::size_t unclaimed_executions = 16;

/// The mark that leads every stream of an editor's shell integration, and what is left of it where a chunk border cut
/// it (vscode.md 3.3).
constexpr std::array<std::string_view, 5> start_marks{"\x1b]633;C\x07", "\x1b]633;C\x1b\\", "\x1b]133;C\x07",
                                                      "\x1b]133;C\x1b\\", "C\x07"};

/// A start without a command: an empty Enter, or a line cancelled by Ctrl+C.
bool is_empty_line(std::string_view line) {
  return line.find_first_not_of(" \t\r\n") == line.npos || line.ends_with("^C");
}

/// A fish that was told to exit reports the end of that command, and its terminal closes a moment later
/// (vscode-measured: exit codes).
bool may_be_leaving(const terminal::Terminal& terminal, std::string_view submitted) {
  if (terminal.shell != shell::ShellKind::Fish) return false;
  return submitted.find("exit") != submitted.npos || submitted.find("exec") != submitted.npos;
}

/// What environment managers run by themselves when a terminal opens.
bool is_foreign(std::string_view line, std::string_view submitted) {
  if (submitted.find(line) != submitted.npos) return false;
  constexpr std::array<std::string_view, 6> activations{"conda activate", "source /", ". /",
                                                        "conda.exe ",     "pyenv ",   "& "};
  const bool activates =
      std::any_of(activations.begin(), activations.end(), [&](std::string_view a) { return line.starts_with(a); });
  return activates && (line.find("activate") != line.npos || line.find("Activate") != line.npos);
}

}  // namespace

ExecutionRecord* Host::record_of(const base::ExecutionId& id) {
  const auto found = executions_.find(id);
  return found == executions_.end() ? nullptr : &found->second;
}

ExecutionRecord* Host::record_of_shim(std::string_view shim_id) {
  const auto found = by_shim_id_.find(shim_id);
  return found == by_shim_id_.end() ? nullptr : record_of(found->second);
}

ExecutionRecord& Host::announce(terminal::Terminal& terminal, Origin origin, std::string command_line,
                                const Call* call) {
  forget_old_executions();
  const base::ExecutionId id = call != nullptr && !call->execution.empty() ? call->execution : next_execution_id();
  terminal::ExecutionOptions options;
  options.id = id;
  options.terminal = terminal.id;
  options.origin = origin;
  options.command_line = std::move(command_line);
  options.log.render = {.columns = terminal.columns, .rows = terminal.rows};
  if (terminal.source == Source::Pipes) options.log.render.newline = text::Newline::Lf;
  if (!settings_.compress_progress_bar) options.log.render.carriage_return = text::CarriageReturn::NewLine;
  options.log.preview_bytes = settings_.output_preview_bytes;
  options.log.execution = id;
  options.log.record_raw = settings_.record_raw;
  options.log.task = terminal.task;
  if (origin == Origin::Submitted) options.log.store = ports_.artifacts;
  if (terminal.source == Source::Pipes) options.stderr_id = next_execution_id();
  options.strips_eol_mark = terminal.source == Source::Events && terminal.shell == shell::ShellKind::Zsh;
  ExecutionRecord record{.execution = terminal::Execution(options)};
  record.task = terminal.task;
  record.cwd = terminal.cwd;
  record.integration = terminal.integration;
  record.shell = terminal.shell;
  record.command = options.command_line;
  if (call != nullptr) {
    record.call = call->id;
    record.tool_call = call->request.tool_call;
    record.command = call->command;
    if (call->edited) record.edited = call->request.command;
  }
  const ExecutionRecord* running = record_of(terminal.current);
  if (running == nullptr || running->execution.ended() || origin != Origin::Person) terminal.current = id;
  return executions_.insert_or_assign(id, std::move(record)).first->second;
}

void Host::bind(ExecutionRecord& record, const std::string& shim_id) {
  record.shim_id = shim_id;
  by_shim_id_.insert_or_assign(shim_id, record.execution.id());
  const auto unclaimed = unclaimed_.find(shim_id);
  if (unclaimed == unclaimed_.end()) return;
  const std::string bytes = std::move(unclaimed->second);
  unclaimed_.erase(unclaimed);
  execution_wrote(shim_id, bytes);
}

void Host::unbind(ExecutionRecord& record) {
  for (const std::string& name : {record.shim_id, record.expected_shim_id}) {
    const auto found = by_shim_id_.find(name);
    if (found != by_shim_id_.end() && found->second == record.execution.id()) by_shim_id_.erase(found);
  }
}

/// An execution that never got its command: its terminal is free again, and nothing is remembered.
void Host::disown(ExecutionRecord& record) {
  const base::ExecutionId id = record.execution.id();
  terminal::Terminal* terminal = registry_.find(record.execution.terminal());
  unbind(record);
  remove_envelope(record);
  executions_.erase(id);
  if (terminal == nullptr || terminal->current != id) return;
  terminal->current = {};
  idle(*terminal);
}

void Host::execution_started(const base::TerminalId& id, const std::string& shim_id, const std::string& command_line,
                             const std::string& cwd) {
  if (registry_.find(id) == nullptr) terminal_opened(id, {});
  terminal::Terminal* terminal = registry_.find(id);
  if (terminal == nullptr) return;
  if (!cwd.empty()) terminal->cwd = cwd;
  if (ExecutionRecord* known = record_of_shim(shim_id)) {
    if (!known->execution.ended()) {
      if (known->shim_id != shim_id) {  // the promised execution starts after all: what it was bound to was not it
        known->execution.restart();
        known->shim_id = shim_id;
      }
      return started(*known);
    }
    unbind(*known);  // an editor may use an old object for a new command
  }
  ExecutionRecord* current = record_of(terminal->current);
  const bool waiting =
      current != nullptr && current->execution.state() == ExecutionState::Announced && !current->submitted.empty();
  if (waiting && !is_empty_line(command_line) && !is_foreign(command_line, current->submitted)) {
    if (!current->expected_shim_id.empty()) terminal->poisoned = true;  // the promised one stays pending in the editor
    bind(*current, shim_id);
    return started(*current);
  }
  // One shell runs one command at a time: if another is still open there, its end was lost.
  if (current != nullptr && !waiting && !current->execution.ended()) arm_drain(*current);
  ExecutionRecord& person = announce(*terminal, Origin::Person, command_line, nullptr);
  bind(person, shim_id);
  started(person);
}

void Host::started(ExecutionRecord& record) {
  if (record.execution.start(now()) != Change::Started) return;
  if (const terminal::Terminal* terminal = registry_.find(record.execution.terminal())) {
    record.cwd = terminal->cwd;
    report_status(*terminal);
  }
  watch_for_showing(record);
  if (record.stop_at_start && !record.call) escalate_stop(record, StopStep::Interrupt, *record.stop_at_start);
  if (record.call) notify(*record.call, RunEvent::Started);
}

/// An execution that began without a command text turns out to be real, and one of ours waits on that terminal: it is
/// that one.
ExecutionRecord* Host::claim(ExecutionRecord& record) {
  if (record.execution.origin() != Origin::Person || !is_empty_line(record.execution.command_line())) return &record;
  const terminal::Terminal* terminal = registry_.find(record.execution.terminal());
  ExecutionRecord* current = terminal == nullptr ? nullptr : record_of(terminal->current);
  if (current == nullptr || current == &record || current->submitted.empty()) return &record;
  if (current->execution.state() != ExecutionState::Announced) return &record;
  const std::string shim_id = record.shim_id;
  current->head_done = record.head_done;
  executions_.erase(record.execution.id());
  bind(*current, shim_id);
  started(*current);
  return current;
}

void Host::execution_wrote(std::string_view shim_id, std::string_view bytes, std::optional<std::int64_t> index) {
  ExecutionRecord* record = record_of_shim(shim_id);
  if (record != nullptr && index) {
    if (*index < record->next_index) return;
    if (*index > record->next_index) record->chunks_missing = true;
    record->next_index = *index + 1;
    if (*index == 0) record->execution.saw_start_mark();  // as good a proof that nothing came before
  }
  if (record == nullptr) {
    if (unclaimed_.size() >= unclaimed_executions && unclaimed_.find(shim_id) == unclaimed_.end()) return;
    std::string& kept = unclaimed_[std::string(shim_id)];
    kept.append(bytes.substr(0, unclaimed_bytes - std::min(unclaimed_bytes, kept.size())));
    return;
  }
  if (record->head_done) {
    if (!record->execution.output_seen()) record = claim(*record);
    return wrote(*record, Stream::Stdout, bytes);
  }
  const std::string output = behind_start_mark(*record, bytes);
  if (!output.empty()) wrote(*claim(*record), Stream::Stdout, output);
}

/// The first output behind the marks C that lead a stream; empty while it can't be told.
std::string Host::behind_start_mark(ExecutionRecord& record, std::string_view bytes) {
  record.stream_head.append(bytes);
  std::string_view head = record.stream_head;
  for (bool stripped = true; stripped;) {
    stripped = false;
    for (const std::string_view mark : start_marks) {
      if (!head.starts_with(mark)) continue;
      head.remove_prefix(mark.size());
      record.execution.saw_start_mark();
      record.head_done = stripped = true;
    }
  }
  const bool may_become_mark = std::any_of(start_marks.begin(), start_marks.end(), [&](std::string_view mark) {
    return head.size() < mark.size() && mark.starts_with(head) && mark.front() == '\x1b';
  });
  std::string rest(head);
  if (!record.head_done && may_become_mark) {
    record.stream_head = std::move(rest);
    return {};
  }
  record.head_done = true;
  record.stream_head.clear();
  return rest;
}

void Host::execution_ended(const std::string& shim_id, std::optional<int> exit_code, bool drained) {
  ExecutionRecord* record = record_of_shim(shim_id);
  if (record == nullptr) return;
  if (exit_code) record = claim(*record);
  if (!record->stream_head.empty()) {
    const std::string rest = std::move(record->stream_head);
    record->stream_head.clear();
    wrote(*record, Stream::Stdout, rest);
  }
  const terminal::Terminal* terminal = registry_.find(record->execution.terminal());
  const bool zero_or_one = terminal != nullptr && terminal->shell == shell::ShellKind::PowerShell;
  const bool named = record->shim_id == record->expected_shim_id || record->execution.origin() == Origin::Person;
  Completion completion{.exit_code = exit_code, .evidence = Evidence::EndEvent, .drained = drained};
  if (exit_code) completion.certainty = named && !zero_or_one ? Certainty::Certain : Certainty::Likely;
  // The editor promised another execution, and this one brought no output: it may be what a person typed at the same
  // moment, and the promised one still starts.
  const bool doubtful = !named && !record->expected_shim_id.empty() && !record->execution.output_seen();
  end(*record, drained && !doubtful ? ExecutionEvent::EndedDrained : ExecutionEvent::Ended, completion);
}

void Host::end(ExecutionRecord& record, ExecutionEvent event, const Completion& completion) {
  const Change change = record.execution.end(event, completion, now());
  if (change == Change::Completed) return finished(record);
  if (record.execution.state() == ExecutionState::Draining) arm_drain(record);
}

/// The end is known or overdue; what does not come within the grace does not count.
void Host::arm_drain(ExecutionRecord& record) {
  if (record.drain_timer) return;
  record.drain_timer = ports_.scheduler->after(drain_grace, [this, id = record.execution.id()] {
    ExecutionRecord* late = record_of(id);
    if (late == nullptr) return;
    late->drain_timer.reset();
    if (!late->holders.empty())
      return settle_holders(*late);  // the prompt does not come: its end is known all the same
    if (late->execution.state() == ExecutionState::Draining) return end(*late, ExecutionEvent::GraceElapsed, {});
    end(*late, ExecutionEvent::PromptShown, {.evidence = Evidence::NextPrompt, .drained = false});
  });
}

void Host::finished(ExecutionRecord& record) {
  const base::ExecutionId id = record.execution.id();
  if (record.drain_timer) ports_.scheduler->cancel(*record.drain_timer);
  record.drain_timer.reset();
  emit(record, Stream::Stdout, {});  // the last line, which could still change until now
  if (record.execution.stderr_log() != nullptr) emit(record, Stream::Stderr, {});
  remove_envelope(record);
  terminal::Terminal* terminal = registry_.find(record.execution.terminal());
  const std::optional<CallId> call = record.call;
  const Origin origin = record.execution.origin();
  const bool current = terminal != nullptr && terminal->current == id;
  if (current) terminal->current = {};
  if (record.stopped_by && !record.holders.empty()) {  // an interrupt ends what waits for it, and nothing else
    stop_execution(record.execution.terminal(), StopStep::Kill);
    record.holders.clear();
  }
  if (terminal != nullptr && origin == Origin::Person) terminal->line_of_person = false;
  if (terminal != nullptr && origin == Origin::Submitted) {
    terminal->last_command = record.line();
    terminal->last_task = record.task;
    terminal->last_exit_code = record.execution.completion().exit_code;
    terminal->left_behind.insert(terminal->left_behind.end(), record.holders.begin(), record.holders.end());
    remember_place(record.task, *terminal);
  }
  if (terminal != nullptr && may_be_leaving(*terminal, record.submitted)) rest(*terminal);
  if (origin == Origin::Preparing) return prepared(record, terminal);
  if (call) notify(*call, RunEvent::Ended);
  answer_waiters(id);
  if (current && (terminal = registry_.find(record.execution.terminal())) != nullptr) idle(*terminal);
}

/// Nothing is sent to this terminal for a moment.
void Host::rest(terminal::Terminal& terminal) {
  terminal.ready = false;
  terminal.resting = true;
  if (terminal.stream) return;  // its next prompt is seen
  ports_.scheduler->after(drain_grace, [this, id = terminal.id] {
    terminal::Terminal* rested = registry_.find(id);
    if (rested == nullptr) return;
    rested->ready = true;
    rested->resting = false;
    wake_waiting();
  });
}

/// The `cd` before a command has ended.
void Host::prepared(ExecutionRecord& record, terminal::Terminal* terminal) {
  const Completion completion = record.execution.completion();
  executions_.erase(record.execution.id());
  for (auto& [id, call] : calls_) {
    if (call.acquisition != Acquisition::ChangingDirectory || terminal == nullptr || call.terminal != terminal->id)
      continue;
    if (completion.exit_code.value_or(0) == 0 && !terminal->closed) {
      terminal->cwd = call.request.cwd;
      return take(call, *terminal, false);
    }
    return fail_to_start(call, "the directory does not exist or can't be entered");
  }
  if (terminal != nullptr) idle(*terminal);
}

void Host::close_executions(terminal::Terminal& terminal, ExecutionEvent event, const Completion& completion) {
  std::vector<base::ExecutionId> open;
  for (const auto& [id, record] : executions_) {
    if (record.execution.terminal() == terminal.id && !record.execution.ended()) open.push_back(id);
  }
  for (const base::ExecutionId& id : open) {
    ExecutionRecord* record = record_of(id);
    if (record == nullptr) continue;
    // How the shell ended says nothing of a command that it never began.
    if (record->execution.state() == ExecutionState::Announced)
      end(*record, ExecutionEvent::TerminalClosed, {.evidence = Evidence::TerminalClosed});
    else
      end(*record, event, completion);
  }
}

void Host::schedule_flush() {
  if (flush_armed_ || ports_.artifacts == nullptr) return;
  flush_armed_ = true;
  ports_.scheduler->after(flush_interval, [this] {
    flush_armed_ = false;
    flush_outputs();
  });
}

void Host::forget_old_executions() {
  if (executions_.size() < remembered_executions) return;
  for (auto entry = executions_.begin(); entry != executions_.end(); ++entry) {
    if (!entry->second.execution.ended() || entry->second.call) continue;
    unbind(entry->second);
    executions_.erase(entry);
    return;
  }
}

}  // namespace termhost::host
