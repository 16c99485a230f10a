#include "host/calls/adoptions.hpp"

#include <algorithm>
#include <utility>

#include "host/calls/submissions.hpp"
#include "shell/analysis/parse.hpp"

namespace termhost::host {
namespace {

using terminal::BoundaryArbiter;
using terminal::Terminal;

/// When the shell got the command, or since it runs.
BoundaryArbiter arbiter_of(const event::TakenOver& event) {
  const KeptExecution& kept = event.kept;
  return event.beginning_lost ? BoundaryArbiter::owned(kept.running_nonce)
                              : BoundaryArbiter::owned(kept.nonce, kept.prompt_nonce);
}

}  // namespace

Effects Adoptions::begin(const event::TakenOver& event) {
  Terminal& t = take_terminal(event);
  ExecutionRecord& record = announce(t, event);
  query_answers_.answer_nothing(t.id());
  keeping_.take_over(t.id(), event.kept);
  if (!event.beginning_lost) return {};
  t.line.begun();
  record.reported.in_answer(false);
  record.editor.parts_missing = true;
  return executions_.started(record);
}

/// As it was when its shell got the command.
Terminal& Adoptions::take_terminal(const event::TakenOver& event) {
  const KeptExecution& kept = event.kept;
  Terminal taken({.id = event.terminal,
                  .name = kept.terminal_name,
                  .source = terminal::Source::Owned,
                  .ours = true,
                  .shell = shell::shell_kind_of(kept.shell_path),
                  .shell_path = kept.shell_path,
                  .asked_shell = kept.asked_shell,
                  .pid = event.pid,
                  .integration = terminal::Integration::Owned,
                  .env = kept.env,
                  .sandbox = from_kept(kept.sandbox),
                  .columns = kept.columns,
                  .rows = kept.rows,
                  .nonce = kept.nonce,
                  .command_file = kept.terminal_command_file,
                  .start_mark = kept.start_mark},
                 kept.cwd, kept.task);
  taken.become_ready();
  if (kept.has_keys) taken.line.found_keys();
  taken.line.handed_over();
  taken.line.taken();
  taken.line.repaired_modes(kept.modes_repaired);
  taken.directory.line_taken();
  return terminals_.take_over(std::move(taken), terminal::ShellStream(arbiter_of(event)));
}

ExecutionRecord& Adoptions::announce(Terminal& t, const event::TakenOver& event) {
  const KeptExecution& kept = event.kept;
  Call& call = calls_.resume(
      {t.id(), {}, kept.line, kept.cwd, event::Resumed{kept.execution, kept.tool_call, kept.task, kept.command}});
  call.request.keep = kept.stays;
  call.output_comes_again = !event.beginning_lost;
  call.edited = !kept.edited.empty();
  if (call.edited) call.request.command = kept.edited;
  if (call.output_comes_again && context_.artifacts != nullptr)
    context_.artifacts->begin_again(kept.task, kept.execution);
  ExecutionRecord& record = executions_.announce(t, terminal::Origin::Submitted, call.request.command, &call);
  record.submission.line = kept.line;
  record.submission.command_file = kept.command_file;
  record.submission.with_shell = true;
  record.submission.at = context_.now();
  if (kept.begun_us != 0) record.begun_before = base::Instant(base::Duration(kept.begun_us));
  Submissions::note_command(record, shell::parse(record.line(), t.shell()), t.shell());
  return record;
}

void Adoptions::replayed(const base::TerminalId& terminal) {
  query_answers_.answer_again(terminal);
  const KeptExecution* kept = keeping_.find(terminal);
  ExecutionRecord* record = kept == nullptr ? nullptr : executions_.find(kept->execution);
  if (record == nullptr || record->execution.ended()) return;
  // The shell may have been given nothing: then it reports no start.
  if (!record->execution.started())
    context_.after(start_patience(context_.settings()), event::DirectoryOverdue{kept->execution});
  if (kept->limit_ms && record->call) {
    const base::Millis since = kept->begun_us == 0 ? base::Millis(0) : record->execution.duration(context_.now());
    const base::Millis left = std::max(base::Millis(*kept->limit_ms) - since, base::Millis(0));
    calls_.limit(*record->call, left);
  }
}

}  // namespace termhost::host
