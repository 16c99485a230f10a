#include "host/wire.hpp"

#include <algorithm>
#include <charconv>

namespace termhost::host {
namespace {

template <class To, class From>
To same_row(From value) {
  return static_cast<To>(static_cast<int>(value));  // both enums list the same names in the same order; see the asserts
}
static_assert(static_cast<int>(protocol::ResultStatus::FailedToStart) == static_cast<int>(tool::Status::FailedToStart));
static_assert(static_cast<int>(protocol::ResultStatus::TimedOut) == static_cast<int>(tool::Status::TimedOut));
static_assert(static_cast<int>(protocol::RewriteKind::Edited) == static_cast<int>(shell::RewriteKind::Edited));
static_assert(static_cast<int>(protocol::RewriteKind::Prefix) == static_cast<int>(shell::RewriteKind::Prefix));
static_assert(static_cast<int>(protocol::Certainty::Unknown) == static_cast<int>(terminal::Certainty::Unknown));
static_assert(static_cast<int>(protocol::ResultIntegration::Pipes) == static_cast<int>(terminal::Integration::Pipes));
static_assert(static_cast<int>(protocol::SubmitMode::Paste) == static_cast<int>(shell::SubmitMode::Paste));
static_assert(static_cast<int>(protocol::Verdict::Deny) == static_cast<int>(approval::Verdict::Deny));
static_assert(static_cast<int>(protocol::ApprovalAction::Read) == static_cast<int>(ApprovalAction::Read));
static_assert(static_cast<int>(protocol::ApprovalDecision::Reject) == static_cast<int>(ApprovalVerdict::Reject));
static_assert(static_cast<int>(protocol::Integration::Rich) == static_cast<int>(terminal::Integration::Rich));
static_assert(static_cast<int>(protocol::ShowTerminal::WhenLong) == static_cast<int>(ShowTerminal::WhenLong));
static_assert(static_cast<int>(protocol::Fallback::Plain) == static_cast<int>(Fallback::Plain));
static_assert(static_cast<int>(protocol::EndedBy::TerminalClosed) + 1 ==
              static_cast<int>(terminal::Evidence::TerminalClosed));

std::optional<std::string> unless_empty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

protocol::CommandOutput to_wire(const terminal::OutputSnapshot& output) {
  protocol::CommandOutput wire;
  wire.text = output.text;
  wire.total_bytes = static_cast<std::int64_t>(output.total_bytes);
  wire.total_lines = static_cast<std::int64_t>(output.total_lines);
  for (const terminal::Gap& gap : output.omitted) {
    wire.omitted.push_back({static_cast<std::int64_t>(gap.offset), static_cast<std::int64_t>(gap.bytes),
                            static_cast<std::int64_t>(gap.lines)});
  }
  wire.artifact_id = output.artifact_id;
  wire.problem = unless_empty(output.problem);
  return wire;
}

/// Puts what an answer shows of the output in the place of all of it.
void show(protocol::CommandOutput& wire, tool::ShownOutput shown) {
  wire.text = std::move(shown.text);
  if (!shown.instead.empty()) wire.problem = std::move(shown.instead);
  if (!shown.begin) return;
  wire.offset = static_cast<std::int64_t>(*shown.begin);
  wire.omitted.clear();
  if (shown.left_out > 0)
    wire.omitted.push_back(
        {*wire.offset - static_cast<std::int64_t>(shown.left_out), static_cast<std::int64_t>(shown.left_out), 0});
}

std::vector<protocol::CommandVerdict> to_wire(const std::vector<approval::CommandVerdict>& commands) {
  std::vector<protocol::CommandVerdict> wire;
  for (const approval::CommandVerdict& c : commands) {
    wire.push_back({c.text, same_row<protocol::Verdict>(c.verdict),
                    c.rule.empty() ? std::nullopt : std::optional(c.rule), c.reason});
  }
  return wire;
}

std::size_t preview_bytes(protocol::PreviewSize size) {
  switch (size) {
    case protocol::PreviewSize::Small: return 2048;
    case protocol::PreviewSize::Medium: return 4096;
    case protocol::PreviewSize::Large: return 8192;
  }
  return 4096;
}

}  // namespace

protocol::ExecutionResult to_wire(const tool::CommandResult& r) {
  protocol::ExecutionResult wire;
  wire.message = tool::format_message(r);
  wire.status = same_row<protocol::ResultStatus>(r.status);
  wire.exit_code = r.completion.exit_code;
  if (r.completion.signal) wire.signal = tool::signal_name(*r.completion.signal);
  if (r.completion.evidence != terminal::Evidence::None) {
    wire.ended_by = static_cast<protocol::EndedBy>(static_cast<int>(r.completion.evidence) - 1);
  }
  wire.certainty = same_row<protocol::Certainty>(r.completion.certainty);
  wire.command = r.command;
  wire.edited_command = unless_empty(r.edited);
  wire.submitted = unless_empty(r.submitted);
  wire.reason = unless_empty(tool::reason_of(r));
  wire.notes = tool::notes_of(r);
  wire.rewrite = {same_row<protocol::RewriteKind>(r.rewrite.kind), r.rewrite.reason};
  wire.cwd = r.cwd;
  wire.shell = std::string(shell::to_string(r.shell));
  wire.integration = same_row<protocol::ResultIntegration>(r.integration);
  if (!r.terminal.empty()) wire.terminal_id = r.terminal;
  if (!r.execution.empty()) wire.execution_id = r.execution;
  wire.tool_call_id = r.tool_call;
  wire.duration_ms = r.duration.count();
  wire.output = to_wire(r.output);
  show(wire.output, tool::shown_output(r));
  wire.screen = unless_empty(r.screen);
  if (r.output_unknown && !wire.output.problem) wire.output.problem = std::string(tool::output_not_delivered);
  if (r.error_output) wire.stderr_output = to_wire(*r.error_output);
  for (const terminal::Holder& h : r.holders) wire.holders.push_back({h.pid, h.name});
  return wire;
}

protocol::ApprovalCheckResult to_wire(const approval::Decision& d) {
  return {same_row<protocol::Verdict>(d.verdict), to_wire(d.commands), d.reason, d.suggestions, d.hazards};
}

protocol::ApprovalRequestParams to_wire(const ApprovalQuestion& q) {
  protocol::ApprovalRequestParams wire;
  wire.tool_call_id = q.tool_call;
  wire.action = same_row<protocol::ApprovalAction>(q.action);
  wire.command = q.command;
  wire.target = unless_empty(q.target);
  wire.cwd = q.cwd;
  wire.shell = std::string(shell::to_string(q.shell));
  wire.commands = to_wire(q.decision.commands);
  wire.reason = q.decision.reason;
  wire.suggestions = q.decision.suggestions;
  return wire;
}

protocol::TerminalDetails to_wire(const terminal::Terminal& t, const base::TaskId& task) {
  protocol::TerminalDetails wire;
  wire.terminal_id = t.id;
  wire.name = unless_empty(t.name);
  wire.cwd = unless_empty(t.cwd);
  wire.shell = std::string(shell::to_string(t.shell));
  if (!t.task.empty()) wire.task_id = t.task;
  wire.busy = !t.current.empty();
  wire.owned = t.source == terminal::Source::Owned || t.source == terminal::Source::Pipes;
  if (!t.last_command.empty() && t.last_task == task) {
    wire.last_command = t.last_command;
    wire.exit_code = t.last_exit_code;
  }
  return wire;
}

protocol::ExecutionNews to_wire(const tool::ExecutionDetails& d) {
  protocol::ExecutionNews wire;
  wire.execution_id = d.execution;
  wire.command = d.command;
  wire.running = d.state == tool::ExecutionNewsState::Running;
  wire.waiting = d.state == tool::ExecutionNewsState::Waiting;
  wire.hot = d.hot;
  wire.exit_code = d.completion.exit_code;
  if (d.completion.signal) wire.signal = tool::signal_name(*d.completion.signal);
  wire.new_output = d.unread;
  if (d.unread_omitted > 0) wire.omitted_bytes = static_cast<std::int64_t>(d.unread_omitted);
  wire.artifact_id = d.artifact_id;
  return wire;
}

protocol::SubmitMode to_wire(shell::SubmitMode mode) { return same_row<protocol::SubmitMode>(mode); }

Settings from_wire(const protocol::Settings& w) {
  Settings s;
  s.shell_integration_timeout = base::Millis(w.shell_integration_timeout);
  s.max_terminals = static_cast<std::size_t>(w.max_terminals);
  s.output_preview_bytes = preview_bytes(w.output_preview_size);
  s.compress_progress_bar = w.compress_progress_bar;
  s.command_delay = base::Millis(w.command_delay);
  s.powershell_counter = w.powershell_counter;
  s.zsh_clear_eol_mark = w.zsh_clear_eol_mark;
  s.zsh_oh_my = w.zsh_oh_my;
  s.zsh_p10k = w.zsh_p10k;
  s.zdotdir = w.zdotdir;
  s.command_execution_timeout = std::chrono::seconds(w.command_execution_timeout);
  s.command_timeout_allowlist = w.command_timeout_allowlist;
  s.allowed_commands = w.allowed_commands;
  s.denied_commands = w.denied_commands;
  s.asked_commands = w.asked_commands;
  s.secret_files = w.secret_files;
  s.builtin_rules = w.builtin_rules == protocol::BuiltinRules::ReadOnly;
  s.auto_approve = w.auto_approve;
  s.fallback = same_row<Fallback>(w.fallback);
  s.terminals = same_row<TerminalsPreference>(w.terminals);
  s.record_raw = w.record_raw;
  s.artifact_max_bytes = static_cast<std::uint64_t>(w.artifact_max_bytes);
  s.storage_max_bytes = static_cast<std::uint64_t>(w.storage_max_bytes);
  s.storage_min_free_bytes = static_cast<std::uint64_t>(w.storage_min_free_bytes);
  s.show_terminal = same_row<ShowTerminal>(w.show_terminal);
  s.owned_columns = w.owned_columns;
  s.owned_rows = w.owned_rows;
  return s;
}

ApprovalAnswer from_wire(const protocol::ApprovalRequestResult& w) {
  ApprovalAnswer answer;
  answer.verdict = same_row<ApprovalVerdict>(w.decision);
  answer.command = w.command.value_or("");
  answer.feedback = w.feedback.value_or("");
  if (w.remember) answer.remember = Remember{w.remember->list == protocol::RuleList::Allowed, w.remember->prefix};
  return answer;
}

ShimCapabilities from_wire(const protocol::ClientCapabilities& w) {
  ShimCapabilities c;
  c.approval = w.approval;
  c.rendered_output = w.rendered_output;
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
  c.owned = w.terminal->owned;
  return c;
}

terminal::Integration from_wire(protocol::Integration integration) {
  return same_row<terminal::Integration>(integration);
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

std::string path_of_uri(const std::string& uri) {
  constexpr std::string_view scheme = "file://";
  if (!uri.starts_with(scheme)) return uri;
  const std::size_t slash = uri.find('/', scheme.size());
  if (slash == std::string::npos) return "/";
  std::string path;
  for (std::size_t i = slash; i < uri.size(); ++i) {
    unsigned code = 0;
    const char* const digits = uri.data() + i + 1;
    if (uri[i] == '%' && i + 2 < uri.size() && std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2) {
      path += static_cast<char>(code);
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

}  // namespace termhost::host
