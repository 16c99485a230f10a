#include "host/wire/wire.hpp"

#include <string_view>
#include <utility>

#include "base/file_url.hpp"
#include "host/wire/sandbox_wire.hpp"
#include "host/wire/shown_question.hpp"
#include "tool/results/signal_name.hpp"

namespace termhost::host {
namespace {

// One row for each name of the core: the compiler warns of one that is missing.

static_assert(static_cast<int>(protocol::InputKind::Editor) == static_cast<int>(tool::InputKind::Editor));
protocol::InputKind to_wire(tool::InputKind value) { return static_cast<protocol::InputKind>(value); }
protocol::AwaitedInput to_wire(const tool::AwaitedInput& input) {
  return {input.process, to_wire(input.kind), input.prompt, !input.certain};
}

protocol::ResultStatus to_wire(tool::Status value) {
  using From = tool::Status;
  using To = protocol::ResultStatus;
  switch (value) {
    case From::Completed: return To::Completed;
    case From::Running: return To::Running;
    case From::WaitingForInput: return To::WaitingForInput;
    case From::Waiting: return To::Waiting;
    case From::TimedOut: return To::TimedOut;
    case From::Stopped: return To::Stopped;
    case From::Rejected: return To::Rejected;
    case From::Denied: return To::Denied;
    case From::Lost: return To::Lost;
    case From::FailedToStart: return To::FailedToStart;
  }
  return To::Completed;
}

protocol::RewriteKind to_wire(shell::RewriteKind value) {
  using From = shell::RewriteKind;
  using To = protocol::RewriteKind;
  switch (value) {
    case From::None: return To::None;
    case From::Flattened: return To::Flattened;
    case From::Grouped: return To::Grouped;
    case From::Eval: return To::Eval;
    case From::Prefix: return To::Prefix;
    case From::CommandFile: return To::Envelope;
    case From::Edited: return To::Edited;
  }
  return To::None;
}

protocol::Certainty to_wire(terminal::Certainty value) {
  using From = terminal::Certainty;
  using To = protocol::Certainty;
  switch (value) {
    case From::Certain: return To::Certain;
    case From::Likely: return To::Likely;
    case From::Unknown: return To::Unknown;
  }
  return To::Certain;
}

protocol::ResultIntegration to_wire(terminal::Integration value) {
  using From = terminal::Integration;
  using To = protocol::ResultIntegration;
  switch (value) {
    case From::None: return To::None;
    case From::Basic: return To::Basic;
    case From::Rich: return To::Rich;
    case From::Owned: return To::Owned;
    case From::Pipes: return To::Pipes;
  }
  return To::None;
}

protocol::SandboxPlace to_wire(sandbox::Level value) { return static_cast<protocol::SandboxPlace>(value); }

protocol::Verdict to_wire(approval::Verdict value) {
  using From = approval::Verdict;
  using To = protocol::Verdict;
  switch (value) {
    case From::Allow: return To::Allow;
    case From::Ask: return To::Ask;
    case From::Deny: return To::Deny;
  }
  return To::Allow;
}

std::optional<protocol::EndedBy> to_wire(terminal::Evidence value) {
  using From = terminal::Evidence;
  using To = protocol::EndedBy;
  switch (value) {
    case From::None: return std::nullopt;
    case From::Wait: return To::Wait;
    case From::EndEvent: return To::EndEvent;
    case From::EndMark: return To::EndMark;
    case From::NextPrompt: return To::NextPrompt;
    case From::TerminalClosed: return To::TerminalClosed;
  }
  return std::nullopt;
}

std::optional<std::string> unless_empty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

/// Puts what an answer shows of the output in the place of all of it.
void show(protocol::CommandOutput& wire, tool::ShownOutput shown) {
  wire.text = std::move(shown.text);
  if (!shown.instead.empty()) wire.problem = std::move(shown.instead);
  wire.hidden = host::to_wire(shown.hidden);
}

}  // namespace

std::vector<protocol::CommandVerdict> to_wire(const std::vector<approval::CommandVerdict>& commands) {
  std::vector<protocol::CommandVerdict> wire;
  for (const approval::CommandVerdict& c : commands) {
    wire.push_back(
        {c.text, to_wire(c.verdict), c.rule.empty() ? std::nullopt : std::optional(c.rule), c.reason, c.hazards});
  }
  return wire;
}

std::optional<protocol::HiddenSecrets> to_wire(const text::HiddenCount& hidden) {
  if (hidden.secrets == 0) return std::nullopt;
  return protocol::HiddenSecrets{static_cast<std::int64_t>(hidden.secrets), static_cast<std::int64_t>(hidden.bytes)};
}

protocol::CommandOutput to_wire(const terminal::OutputSnapshot& output) {
  protocol::CommandOutput wire;
  wire.text = output.text;
  wire.total_bytes = static_cast<std::int64_t>(output.total_bytes);
  wire.total_lines = static_cast<std::int64_t>(output.total_lines);
  for (const terminal::Gap& gap : output.omitted) {
    wire.omitted.push_back({static_cast<std::int64_t>(gap.offset), static_cast<std::int64_t>(gap.bytes),
                            static_cast<std::int64_t>(gap.lines), unless_empty(gap.folded)});
  }
  wire.hidden = to_wire(output.hidden);
  wire.artifact_id = output.artifact_id;
  wire.problem = unless_empty(output.problem);
  return wire;
}

protocol::UntilMet to_wire(const tool::Met& met) {
  protocol::UntilMet wire{.line = met.line, .port = met.port, .quiet = {}};
  if (met.quiet) wire.quiet = static_cast<double>(met.quiet->count()) / 1000.0;
  return wire;
}

protocol::Cost to_wire(const tool::Cost& cost) {
  return {cost.cpu_ms, cost.read_bytes, cost.written_bytes, cost.peak_memory, cost.peak_at_least};
}

protocol::ExecutionResult to_wire(const tool::CommandResult& r) {
  protocol::ExecutionResult wire;
  wire.message = tool::format_message(r);
  wire.status = to_wire(r.status);
  wire.exit_code = r.completion.exit_code;
  if (r.completion.signal) wire.signal = tool::signal_name(*r.completion.signal);
  wire.ended_by = to_wire(r.completion.evidence);
  wire.certainty = to_wire(r.completion.certainty);
  for (const tool::PipelineStage& stage : r.pipeline)
    wire.pipeline.push_back({unless_empty(stage.command), stage.exit_code});
  wire.command = r.command;
  wire.edited_command = unless_empty(r.edited);
  wire.submitted = unless_empty(r.submitted);
  wire.reason = unless_empty(tool::reason_of(r));
  wire.notes = tool::notes_of(r);
  wire.rewrite = {to_wire(r.rewrite.kind), r.rewrite.reason};
  wire.host = unless_empty(r.machine);
  wire.cwd = r.cwd;
  wire.shell = std::string(shell::to_string(r.shell));
  wire.integration = to_wire(r.integration);
  if (r.sandbox.is_on())
    wire.sandbox = {to_wire(r.sandbox.level), static_cast<protocol::SandboxNetwork>(r.sandbox.network),
                    r.enforcement.by,         r.enforcement.gaps,
                    to_wire(r.refusals),      to_wire(r.changes.list)};
  if (!r.terminal.empty()) wire.terminal_id = r.terminal;
  if (!r.execution.empty()) wire.execution_id = r.execution;
  wire.tool_call_id = r.tool_call;
  wire.duration_ms = r.duration.count();
  wire.output = to_wire(r.output);
  show(wire.output, tool::shown_output(r));
  if (r.only_news) wire.output.offset = static_cast<std::int64_t>(r.output.begin);
  wire.screen = unless_empty(r.screen);
  if (r.input) wire.input = to_wire(*r.input);
  if (r.output_unknown && !wire.output.problem) wire.output.problem = std::string(tool::output_not_delivered);
  if (r.error_output) wire.stderr_output = to_wire(*r.error_output);
  if (r.error_output && r.only_news) wire.stderr_output->offset = static_cast<std::int64_t>(r.error_output->begin);
  if (r.met && !r.met->is_input()) wire.met = to_wire(*r.met);
  wire.listening = r.listening;
  if (r.cost) wire.cost = to_wire(*r.cost);
  for (const terminal::Holder& h : r.holders) wire.holders.push_back({h.pid, h.name});
  for (const terminal::Holder& h : r.left_running) wire.left_running.push_back({h.pid, h.name});
  return wire;
}

protocol::ReadScreenResult to_wire(const text::ScreenView& view) {
  return {.message = {},
          .rows = view.rows,
          .cursor = {view.cursor_row + 1, view.cursor_column + 1, view.cursor_visible},
          .title = view.title,
          .alternate = view.alternate,
          .columns = view.columns};
}

protocol::ApprovalCheckResult to_wire(const approval::Decision& d, const std::optional<Place>& place) {
  constexpr std::array places{protocol::RunsIn::Outside, protocol::RunsIn::Trial, protocol::RunsIn::Workspace,
                              protocol::RunsIn::ReadOnly};  // as sandbox::Level has them
  return {.verdict = to_wire(d.verdict),
          .runs = place ? places.at(static_cast<std::size_t>(place->level)) : protocol::RunsIn::Nowhere,
          .runs_because = place ? place->because : "a rule denies it",
          .commands = to_wire(d.commands),
          .reason = d.reason,
          .suggestions = d.suggestions,
          .hazards = d.hazards};
}

protocol::ApprovalRequestParams to_wire(const ApprovalQuestion& q) {
  ShownQuestion seen = shown(q);
  protocol::ApprovalRequestParams wire;
  wire.tool_call_id = q.tool_call;
  wire.action = q.action;
  wire.command = q.command;
  wire.shown = std::move(seen.text);
  wire.size = std::move(seen.size);
  wire.target = unless_empty(seen.target);
  wire.cwd = std::move(seen.cwd);
  wire.shell = std::string(shell::to_string(q.shell));
  wire.commands = std::move(seen.parts);
  wire.hazards = q.decision.hazards;
  wire.reason = std::move(seen.reason);
  wire.place = unless_empty(seen.place);
  wire.agent = unless_empty(q.agent);
  wire.suggestions = std::move(seen.suggestions);
  return wire;
}

protocol::TerminalDetails to_wire(const terminal::Terminal& t, const base::TaskId& task) {
  protocol::TerminalDetails wire;
  wire.terminal_id = t.id();
  wire.name = unless_empty(t.identity().name);
  wire.cwd = unless_empty(t.cwd());
  wire.shell = std::string(shell::to_string(t.shell()));
  if (!t.work.task().empty()) wire.task_id = t.work.task();
  wire.busy = !t.current().empty();
  wire.owned = t.identity().source == terminal::Source::Owned || t.identity().source == terminal::Source::Pipes;
  if (t.identity().sandbox.is_on()) wire.sandbox = to_wire(t.identity().sandbox.level);
  if (!t.work.last().line.empty() && t.work.last().task == task) {
    wire.last_command = t.work.last().line;
    wire.exit_code = t.work.last().exit_code;
  }
  return wire;
}

protocol::ExecutionNews to_wire(const tool::ExecutionDetails& d) {
  protocol::ExecutionNews wire;
  std::int64_t omitted = 0;
  wire.execution_id = d.execution;
  wire.command = d.command;
  wire.running = d.state == tool::ExecutionNewsState::Running;
  wire.waiting = d.state == tool::ExecutionNewsState::Waiting;
  wire.hot = d.hot;
  wire.exit_code = d.completion.exit_code;
  if (d.completion.signal) wire.signal = tool::signal_name(*d.completion.signal);
  wire.new_output = d.unread.text;
  for (const terminal::Gap& gap : d.unread.omitted) omitted += static_cast<std::int64_t>(gap.bytes);
  if (omitted > 0) wire.omitted_bytes = omitted;
  wire.artifact_id = d.unread.artifact_id;
  return wire;
}

protocol::TerminalDidChangeStatusParams to_wire(const TerminalStatus& status) {
  protocol::TerminalDidChangeStatusParams params;
  params.terminal_id = status.terminal;
  params.busy = status.busy;
  if (!status.command.empty()) params.command = status.command;
  params.cwd = unless_empty(status.cwd);
  if (!status.execution.empty()) params.execution_id = status.execution;
  if (!status.tool_call.empty()) params.tool_call_id = status.tool_call;
  if (status.input) params.input = to_wire(*status.input);
  if (!status.agent.empty()) params.agent = status.agent;
  if (status.sandbox != sandbox::Level::Off) params.sandbox = to_wire(status.sandbox);
  params.unreached = status.unreached;
  return params;
}

protocol::ToolCallingParams to_wire(const ToolCalling& event, bool rendered) {
  using Type = protocol::ToolCallingType;
  protocol::ToolCallingParams params;
  protocol::ToolCallingData& data = params.data;
  params.tool_call_id = event.tool_call;
  data.command = event.command;
  data.cd = event.cwd;
  data.type = event.kind == ToolCallingKind::Stderr ? Type::Stderr : Type::Stdout;
  if (event.kind != ToolCallingKind::Complete) {
    data.chunk = std::string(rendered ? event.rendered : event.chunk);
    data.offset = static_cast<std::int64_t>(rendered ? event.rendered_offset : event.offset);
    return params;
  }
  data.type = Type::Complete;
  data.exit_code = event.exit_code;
  if (event.never_ran) data.status = to_wire(*event.never_ran);
  data.reason = unless_empty(std::string(event.reason));
  data.tried = unless_empty(event.tried);
  return params;
}

protocol::SubmitMode to_wire(shell::SubmitMode value) {
  using From = shell::SubmitMode;
  using To = protocol::SubmitMode;
  switch (value) {
    case From::Execute: return To::Execute;
    case From::Plain: return To::Plain;
    case From::Paste: return To::Paste;
  }
  return To::Execute;
}

ApprovalAnswer from_wire(const protocol::ApprovalRequestResult& w) {
  ApprovalAnswer answer;
  answer.verdict = w.decision;
  answer.command = w.command.value_or("");
  answer.feedback = w.feedback.value_or("");
  if (w.remember)
    answer.remember = Remember{w.remember->list == protocol::RuleList::Allowed, w.remember->prefix, w.remember->scope};
  return answer;
}

ShimCapabilities from_wire(const protocol::ClientCapabilities& w) {
  ShimCapabilities c;
  c.approval = w.approval;
  c.rendered_output = w.rendered_output;
  c.live_output = w.live_output;
  c.status = true;
  if (!w.terminal) return c;
  const auto has = [&](protocol::SubmitMode mode) {
    return std::find(w.terminal->modes.begin(), w.terminal->modes.end(), mode) != w.terminal->modes.end();
  };
  c.source = w.terminal->source == protocol::TerminalSource::Bytes ? terminal::Source::Bytes : terminal::Source::Events;
  c.execute = has(protocol::SubmitMode::Execute);
  c.plain = has(protocol::SubmitMode::Plain);
  c.paste = has(protocol::SubmitMode::Paste);
  c.terminals = c.execute || c.plain || c.paste;
  c.interrupt = w.terminal->interrupt;
  c.show = w.terminal->show;
  c.dispose = w.terminal->dispose;
  c.sync = w.terminal->sync;
  c.owned = w.terminal->owned;
  return c;
}

terminal::Integration from_wire(protocol::Integration value) {
  using From = protocol::Integration;
  using To = terminal::Integration;
  switch (value) {
    case From::None: return To::None;
    case From::Basic: return To::Basic;
    case From::Rich: return To::Rich;
  }
  return To::None;
}

TerminalFacts from_wire(const protocol::TerminalDidOpenParams& w) {
  TerminalFacts facts;
  facts.name = w.name.value_or("");
  facts.pid = w.pid;
  facts.cwd = w.cwd.value_or("");
  facts.shell = w.shell.value_or("");
  facts.shell_path = w.shell_path.value_or("");
  facts.columns = w.cols;
  facts.rows = w.rows;
  facts.integration = from_wire(w.integration);
  if (w.source)
    facts.source = *w.source == protocol::TerminalSource::Bytes ? terminal::Source::Bytes : terminal::Source::Events;
  facts.request_id = w.request_id.value_or("");
  return facts;
}

std::optional<event::Resumed> from_wire(const std::optional<protocol::ResumedExecution>& w) {
  if (!w) return std::nullopt;
  return event::Resumed{w->execution_id, w->tool_call_id, w->task_id.value_or(base::TaskId()), w->command};
}

std::string path_of_uri(const std::string& uri) {
  if (!uri.starts_with("file:")) return uri;
  const std::string path = base::path_of_file_url(uri);
  return path.empty() ? "/" : path;
}

}  // namespace termhost::host
