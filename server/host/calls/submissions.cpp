#include "host/calls/submissions.hpp"

#include <utility>

#include <fmt/format.h>

#include "approval/nested/shows_only.hpp"
#include "host/executions/sandbox_traces.hpp"
#include "shell/analysis/last_pipelines.hpp"
#include "shell/analysis/parse.hpp"
#include "shell/quoting/quote.hpp"

namespace termhost::host {
namespace {

/// Not by the user's function of that name, whose status may say something else.
std::string change_directory(const std::string& cwd, shell::ShellKind shell) {
  const std::string path = shell::quote(cwd, shell);
  switch (shell) {
    case shell::ShellKind::PowerShell: return "Set-Location -LiteralPath " + path;
    case shell::ShellKind::Bash:
    case shell::ShellKind::Zsh:
    case shell::ShellKind::Fish: return "builtin cd -- " + path;
    case shell::ShellKind::Dash:
    case shell::ShellKind::Ksh:
    case shell::ShellKind::Unknown: break;
  }
  return "command cd -- " + path;
}

tool::Rewrite rewrite_of(const shell::SubmissionPlan& plan, bool edited) {
  if (!edited) return {plan.kind, plan.reason};
  std::string reason = "edited by the user";
  if (plan.kind != shell::RewriteKind::None)
    reason += fmt::format(", then submitted in another form ({}): {}", to_string(plan.kind), plan.reason);
  return {shell::RewriteKind::Edited, std::move(reason)};
}

}  // namespace

void Submissions::note_command(ExecutionRecord& record, const shell::SyntaxTree& command, shell::ShellKind shell) {
  record.submission.pipelines = shell::last_pipelines(command, shell);
  if (approval::shows_only(command, shell)) record.execution.set_shows_only();
}

shell::SubmissionPlan Submissions::plan_for(terminal::Terminal& terminal, const shell::SyntaxTree& command) const {
  shell::SubmissionFacts facts;
  facts.shell = terminal.shell();
  facts.delivery = terminals_.driver(terminal).delivery(terminal);
  facts.bracketed_paste = terminals_.pastes_in_brackets(terminal);
  facts.max_line_bytes = context_.configuration.environment().longest_typed_line;
  facts.command_file = terminal.identity().command_file;
  facts.start_mark = terminal.identity().start_mark;
  facts.command_delay_ms = context_.settings().command_delay;
  shell::SubmissionPlan plan = shell::plan_submission(command, facts);
  if (!plan.too_long) return plan;
  // Only such a long line is worth a private folder for the editor's terminals.
  const auto path = context_.shell_files.command_file_for_editor();
  if (!path) return plan;
  facts.command_file = *path;
  terminal.learn([&](terminal::Identity& known) { known.command_file = *path; });
  return shell::plan_submission(command, facts);
}

Effects Submissions::submit(CallId id) {
  Call* call = calls_.find(id);
  if (call == nullptr) return {};
  terminal::Terminal* terminal = terminals_.find(call->terminal);
  ExecutionRecord* record = executions_.find(call->execution);
  if (terminal == nullptr || record == nullptr)
    return {effect::FailCall{id, "its terminal went away before the command was sent"}};
  if (!terminals_.driver(*terminal).takes_lines()) {  // it was made for the command, and runs it
    record->submission.line = call->request.command;
    note_command(*record, Calls::take_parsed(*call, record->place.shell), record->place.shell);
    return executions_.started(*record);
  }
  record->submission.at = context_.now();
  const shell::SyntaxTree command = Calls::take_parsed(*call, terminal->shell());
  const shell::SubmissionPlan plan = plan_for(*terminal, command);
  if (!plan.refusal.empty()) return {effect::FailCall{id, plan.refusal}};
  record->submission.line = plan.line;
  record->submission.rewrite = rewrite_of(plan, call->edited);
  return deliver(id, *terminal, command, plan, *record);
}

Effects Submissions::submit_directory(CallId id) {
  const Call* call = calls_.find(id);
  terminal::Terminal* terminal = call == nullptr ? nullptr : terminals_.find(call->terminal);
  if (terminal == nullptr) return {};
  const shell::SyntaxTree command =
      shell::parse(change_directory(call->request.cwd, terminal->shell()), terminal->shell());
  const shell::SubmissionPlan plan = plan_for(*terminal, command);
  if (!plan.refusal.empty()) return {effect::FailCall{id, plan.refusal}, effect::MarkIdle{terminal->id()}};
  ExecutionRecord& record = executions_.announce(*terminal, terminal::Origin::Preparing, std::string(command.source()));
  record.submission.line = plan.line;
  record.reported.as_news(true);
  context_.after(start_patience(context_.settings()), event::DirectoryOverdue{record.execution.id()});
  return deliver(id, *terminal, command, plan, record);
}

Effects Submissions::deliver(CallId id, terminal::Terminal& terminal, const shell::SyntaxTree& command,
                             shell::SubmissionPlan plan, ExecutionRecord& record) {
  terminals_.see_directory(terminal, false);
  if (record.execution.origin() == terminal::Origin::Submitted)
    record.processes.before = terminals_.process_tree(terminal, false);
  if (terminals_.driver(terminal).takes_lines()) forget_earlier_traces(context_.owned, record);
  note_command(record, command, terminal.shell());
  if (plan.file_content) {
    const auto written = context_.shell_files.write_command_file(terminal.identity().command_file, *plan.file_content);
    if (!written)
      return refused(id, record, fmt::format("the file for the command could not be written: {}", written.error()));
    record.submission.command_file = terminal.identity().command_file;
  }
  if (terminal.identity().sandbox.level != sandbox::Level::Trial)  // nothing of a trial reaches a shell outside
    context_.configuration.defined_names().note_submitted(terminal.id().str(), command, terminal.shell());
  return deliveries_.begin(terminal, id, record, std::move(plan));
}

Effects Submissions::not_delivered(const effect::NotDelivered& effect) {
  ExecutionRecord* record = executions_.find(effect.execution);
  if (record == nullptr) return {};
  return refused(effect.call, *record, effect.why);
}

/// The reports of a terminal are useless after the editor's integration broke its promise to report the start. A
/// terminal without integration promised nothing.
std::string Submissions::start_overdue(const Call& call) {
  terminal::Terminal* terminal = terminals_.find(call.terminal);
  if (terminal != nullptr && terminal->identity().integration == terminal::Integration::None)
    return "it was typed into a terminal without shell integration, which reports neither start nor end";
  if (terminal != nullptr) terminal->distrust_reports();
  return "it was typed into the terminal, but the shell never reported its start; it may have run";
}

Effects Submissions::answered(const event::SubmissionAnswered& event) {
  ExecutionRecord* record = executions_.find(event.execution);
  if (record == nullptr || record->execution.ended()) return {};
  if (event.outcome) return shim_executions_.promised(*record, *event.outcome);
  if (record->execution.state() != terminal::ExecutionState::Announced)
    return {};  // it runs after all: the events outweigh the error
  return refused(event.call, *record, fmt::format("the editor could not submit it: {}", event.outcome.error()));
}

/// The shell did not get it.
Effects Submissions::refused(CallId id, ExecutionRecord& record, std::string why) {
  record.submission.line.clear();
  Effects effects{effect::FailCall{id, std::move(why)}};
  // A command's own record goes with its call; what prepares one has none.
  if (record.execution.origin() == terminal::Origin::Preparing) append(effects, executions_.drop_unstarted(record));
  return effects;
}

Effects Submissions::directory_overdue(const base::ExecutionId& execution) {
  const ExecutionRecord* record = executions_.find(execution);
  if (record == nullptr || record->execution.state() != terminal::ExecutionState::Announced) return {};
  terminal::Terminal* terminal = terminals_.find(record->execution.terminal());
  if (terminal == nullptr) return {};
  terminal->distrust_reports();
  return {effect::RefuseTerminal{terminal->id(), "the shell never reported the `cd` that was typed before it"},
          effect::End{execution, terminal::ExecutionEvent::TerminalClosed, {.drained = false}}};
}

}  // namespace termhost::host
