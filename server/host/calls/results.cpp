#include "host/calls/results.hpp"

#include <algorithm>
#include <utility>

#include "host/executions/sandbox_traces.hpp"
#include "text/visible.hpp"
#include "tool/reading/screen_text.hpp"

namespace termhost::host {
namespace {

using terminal::Evidence;
using tool::Answer;
using tool::Status;

/// Its shell was ended, on purpose: nobody is left who could tell more.
bool ended_with_shell(const ExecutionRecord& record) {
  return record.stop.cause() && record.stop.last_step() == StopStep::EndShell && record.execution.ended();
}

Status status_of(const Call& call, Answer answer, const ExecutionRecord* record) {
  const bool lost = record != nullptr && record->execution.state() == terminal::ExecutionState::Lost;
  const bool runs = record != nullptr && record->submitted() && !record->execution.ended();
  switch (answer) {
    case Answer::Ended: return lost ? Status::Lost : Status::Completed;
    case Answer::Yielded:
    case Answer::Idle:
    case Answer::Met:
    case Answer::Backgrounded: return Status::Running;
    case Answer::TimedOut: return runs ? Status::Running : Status::TimedOut;
    case Answer::Stopped: return runs ? Status::Running : Status::Stopped;
    case Answer::NeverStarted: return Status::Stopped;
    case Answer::Waiting: return Status::Waiting;
    case Answer::Rejected: return call.denied ? Status::Denied : Status::Rejected;
    case Answer::FailedToStart: return Status::FailedToStart;
    case Answer::Abandoned: return runs && call.request.keep ? Status::Running : Status::Lost;
    case Answer::StartUnknown: return Status::Lost;
  }
  return Status::Lost;
}

std::string why_lost(const ExecutionRecord& record) {
  if (!record.ending.lost_because.empty()) return record.ending.lost_because;
  return record.execution.completion().evidence == Evidence::TerminalClosed
             ? "its terminal was closed before the shell reported the end"
             : "its terminal reports neither start nor end";
}

/// The process that ended was the shell itself.
bool ended_shell(const ExecutionRecord& record) {
  const terminal::Completion& end = record.execution.completion();
  if (record.place.integration == terminal::Integration::Pipes || !record.execution.ended() || record.stop.cause())
    return false;
  return end.evidence == Evidence::Wait || (end.evidence == Evidence::TerminalClosed && end.exit_code);
}

Status status_of(const ExecutionRecord& record) {
  if (!record.execution.ended()) return Status::Running;
  const bool lost = record.execution.state() == terminal::ExecutionState::Lost;
  if (lost && !ended_with_shell(record)) return Status::Lost;
  if (!record.stop.cause()) return Status::Completed;
  return *record.stop.cause() == StopCause::Limit ? Status::TimedOut : Status::Stopped;
}

/// A reader counts as waiting for input for this long after it was seen to wait, because programs such as top do other
/// work between two reads.
constexpr base::Millis just_now{50};

/// A shell that reads is in a `read`, or at its prompt, and what it printed before that is on its way through an
/// editor. One look does not tell.
bool may_be_at_prompt(const terminal::InputReader& reader, const ExecutionRecord& record,
                      const terminal::Terminal& terminal) {
  const auto& seen = record.input.seen();
  const auto since_seen = [&](const std::optional<base::Instant>& what) { return seen && what && *what > seen->at; };
  const bool seen_before =
      seen && seen->reader == reader && !since_seen(record.execution.last_output()) && !since_seen(record.input.last());
  return reader.is_shell && terminal.identity().source != terminal::Source::Owned && !seen_before;
}

/// The output, after its artifact has it too, or after the reason is known why the artifact lacks it.
terminal::OutputSnapshot settled(terminal::OutputLog& log, base::Instant now) {
  log.flush(now);
  log.settle();
  return log.snapshot();
}

}  // namespace

std::optional<tool::AwaitedInput> Results::input_of(const ExecutionRecord& record, const terminal::Terminal& terminal,
                                                    const tool::CommandResult& shown) const {
  auto reader = terminals_.input_reader(terminal);
  const bool just_seen = record.input.seen() && base::elapsed(record.input.seen()->at, context_.now()) < just_now;
  if (reader && may_be_at_prompt(*reader, record, terminal)) return std::nullopt;
  if (!reader && just_seen) reader = record.input.seen()->reader;
  if (!reader) return std::nullopt;
  const bool full_screen = !shown.screen.empty();
  return tool::awaited_input(*reader, full_screen, full_screen ? shown.screen : shown.output.text, record.line());
}

namespace {

std::optional<tool::Cost> cost_of(const ExecutionRecord& record, const std::optional<terminal::Footprint>& found) {
  if (const auto& end = record.ending.process; end && end->cpu_ms)
    return tool::Cost{.cpu_ms = end->cpu_ms, .read_bytes = {}, .written_bytes = {}, .peak_memory = end->peak_memory};
  if (!found) return std::nullopt;
  tool::Cost cost{.cpu_ms = found->spent.cpu_ms,
                  .read_bytes = found->spent.read_bytes,
                  .written_bytes = found->spent.written_bytes,
                  .peak_memory = {}};
  if (record.processes.peak_memory > 0) cost.peak_memory = record.processes.peak_memory;
  cost.peak_at_least = record.processes.peak_memory > 0;
  return cost;
}

}  // namespace

bool has_own_network(const ExecutionRecord& record) {
  const sandbox::Sandbox& place = record.place.sandbox;
  return place.level == sandbox::Level::Trial && place.network != sandbox::Network::All;
}

void tell_unreached(ExecutionRecord& record, const std::vector<int>& ports, const Terminals& terminals,
                    const Executions& executions) {
  if (!has_own_network(record) || std::exchange(record.unreached, ports) == ports) return;
  const terminal::Terminal* terminal = terminals.find(record.execution.terminal());
  if (terminal != nullptr && terminal->current() == record.execution.id()) executions.report_status(*terminal);
}

/// The resources that the command has used, the ports on which it listens, and the processes that it has left.
void Results::measure(tool::CommandResult& result, ExecutionRecord& record) const {
  const bool ended = record.execution.ended();
  const auto found = ended ? record.ending.left : executions_.look_at_processes(record, true);
  result.cost = cost_of(record, found);
  if (!found) return;
  result.listening = found->listening;
  if (!ended) return tell_unreached(record, found->listening, terminals_, executions_);
  result.folder_gone = found->folder_gone;
  // The close of a terminal ends its processes a moment later than this look.
  if (record.execution.completion().evidence == terminal::Evidence::TerminalClosed) return;
  result.left_running = found->in_background;
  std::erase_if(result.left_running, [&](const Holder& process) {
    return terminal::find_process(record.ending.holders, process) != nullptr;
  });
}

namespace {

std::string without_secrets(const std::string& folder, const terminal::OutputSnapshot& output) {
  return output.secrets ? output.secrets->hide(folder).text : folder;
}

}  // namespace

void Results::fill_from(tool::CommandResult& result, ExecutionRecord& record) const {
  terminal::Execution& execution = record.execution;
  result.execution = execution.id();
  result.terminal = execution.terminal();
  if (execution.ended()) result.completion = execution.completion();
  result.pipeline = tool::pipeline_of(record.submission.pipelines, result.completion);
  result.command = record.submission.command;
  result.edited = record.submission.edited;
  result.submitted = record.submission.other_line.empty() ? record.submission.line : record.submission.other_line;
  result.modes_repaired = record.ending.modes_repaired;
  result.ran_another_line = !record.submission.other_line.empty();
  result.rewrite = record.submission.rewrite;
  result.cwd_doubtful = record.place.cwd_doubtful;
  result.duration = execution.started() || !record.submission.at ? execution.duration(context_.now())
                                                                 : base::elapsed(*record.submission.at, context_.now());
  result.output = settled(execution.log(), context_.now());
  result.cwd = without_secrets(record.place.cwd, result.output);
  result.next_cwd = without_secrets(record.ending.next_cwd, result.output);
  if (terminal::OutputLog* errors = execution.stderr_log()) result.error_output = settled(*errors, context_.now());
  result.output_unknown =
      execution.ended() && execution.output_unknown() && record.place.integration != terminal::Integration::Pipes;
  result.output_parts_missing = record.editor.parts_missing;
  result.holders = record.ending.holders;
  measure(result, record);
  result.usual_folder = terminal::same_directory(record.place.cwd, context_.configuration.environment().cwd);
  result.usual_shell_runs = record.place.usual_shell_runs;
  result.is_first_report = !record.reported.running();
  if (result.is_first_report) {
    result.startup_problem = record.place.startup_problem;
    result.set_elsewhere = record.place.set_elsewhere;
  }
  result.shell_ended = ended_shell(record);
  if (!execution.ended()) {
    result.screen = execution.log().alternate_screen_text();
    const terminal::Terminal* terminal = terminals_.find(execution.terminal());
    if (terminal != nullptr) result.input = input_of(record, *terminal, result);
    result.screen = tool::without_filler(result.screen);
  }
  if (record.stop.cause()) {
    result.stop_cause = *record.stop.cause();
    result.stop_step = record.stop.last_step();
  }
  result.integration = record.place.integration;
  result.shell = record.place.shell;
  result.sandbox = record.place.sandbox;
  if (record.place.sandbox.is_on()) {
    result.enforcement = context_.owned.enforcement(record.place.sandbox);
    if (!execution.ended()) see_refusals(context_.owned, record);
    result.refusals = record.refusals;
    result.changes = record.changes;
    result.nobody_to_ask = record.place.nobody_to_ask;
    for (sandbox::Change& change : result.changes.list)
      if (result.output.secrets) change.path = result.output.secrets->hide(std::move(change.path)).text;
    for (sandbox::Refusal& refusal : result.refusals)
      if (result.output.secrets) refusal.target = result.output.secrets->hide(std::move(refusal.target)).text;
  }
  result.output_start_missing = record.place.integration != terminal::Integration::Pipes && execution.output_seen() &&
                                !execution.start_mark_seen();
}

tool::CommandResult Results::of(const Call& call, Answer answer) const {
  tool::CommandResult result;
  result.machine = context_.configuration.environment().machine;
  result.command = call.command;
  if (call.edited) result.edited = call.request.command;
  result.cwd = call.request.cwd;
  result.usual_folder = terminal::same_directory(result.cwd, context_.configuration.environment().cwd);
  result.shell = shell::shell_kind_of(context_.configuration.shell_path(call.request.shell));
  result.terminal = call.terminal;
  ExecutionRecord* record = executions_.find(call.execution);
  const bool reached_shell = record != nullptr && record->submitted();
  if (reached_shell) fill_from(result, *record);
  if (call.told_waiting || answer == Answer::Waiting) result.execution = call.execution;
  if (answer == Answer::StartUnknown && record != nullptr) result.output_unknown = !record->execution.output_seen();
  result.status = status_of(call, answer, record);
  if (result.status == Status::Running && result.input) result.status = Status::WaitingForInput;
  result.answer = answer;
  if (answer == Answer::Met) result.met = call.met;
  if (!result.stop_step) result.stop_cause = call.stop_cause;
  result.tool_call = call.request.tool_call;
  result.feedback = call.feedback;
  result.reason = text::visible_line(call.reason, text::longest_reason);  // it quotes the command
  if (answer == Answer::Waiting) result.reason = acquisitions_.what_holds_terminals(call.request.task);
  if (result.status == Status::Lost && result.reason.empty() && record != nullptr) result.reason = why_lost(*record);
  return result;
}

tool::CommandResult Results::of(ExecutionRecord& record, const base::ToolCallId& tool_call) const {
  tool::CommandResult result;
  fill_from(result, record);
  result.tool_call = tool_call;
  result.answer = record.execution.ended() ? Answer::Ended : Answer::Yielded;
  result.status = status_of(record);
  if (result.status == Status::Running && result.input) result.status = Status::WaitingForInput;
  if (result.status == Status::Lost) result.reason = why_lost(record);
  return result;
}

}  // namespace termhost::host
