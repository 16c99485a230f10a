#include "host/executions/keeping.hpp"

#include <utility>
#include <vector>

namespace termhost::host {
void Keeping::hand_over(const terminal::Terminal& t, const ExecutionRecord& record, std::optional<base::Millis> limit,
                        bool stays) {
  const int seconds = context_.settings().keep_terminals;
  if (!terminals_.driver(t).tells_bytes() || !terminals_.driver(t).run_by_us() || t.stream() == nullptr) return;
  forget(t.id());
  if (seconds == 0 || record.execution.origin() != terminal::Origin::Submitted)
    return context_.owned.keep_no_more(t.id());
  const terminal::Identity& identity = t.identity();
  KeptExecution kept;
  kept.workspace = context_.configuration.environment().cwd;
  kept.execution = record.execution.id();
  kept.tool_call = record.tool_call;
  kept.task = record.task;
  kept.command = record.submission.command;
  kept.edited = record.submission.edited;
  kept.line = record.submission.line;
  kept.command_file = record.submission.command_file;
  kept.cwd = t.cwd();
  if (limit) kept.limit_ms = limit->count();
  kept.terminal_name = identity.name;
  kept.shell_path = identity.shell_path;
  kept.asked_shell = identity.asked_shell;
  kept.start_mark = identity.start_mark;
  kept.terminal_command_file = identity.command_file;
  kept.env = identity.env;
  kept.sandbox = to_kept(identity.sandbox);
  kept.columns = identity.columns;
  kept.rows = identity.rows;
  kept.stays = stays;
  kept.has_keys = t.line.has_keys();
  kept.modes_repaired = t.line.modes_repaired();
  kept.nonce = t.stream()->nonce();
  kept.prompt_nonce = t.stream()->prompt_nonce();
  context_.owned.keep(t.id(), to_text(kept), seconds, stays);
  kept_.insert_or_assign(t.id(), std::move(kept));
}

void Keeping::take_over(const base::TerminalId& terminal, KeptExecution kept) {
  kept_.insert_or_assign(terminal, std::move(kept));
}

const KeptExecution* Keeping::find(const base::TerminalId& terminal) const {
  const auto found = kept_.find(terminal);
  return found == kept_.end() ? nullptr : &found->second;
}

/// The marks of the running command are kept too. A later termhost goes by them if the beginning of a long output is
/// lost.
void Keeping::started(const base::ExecutionId& execution) {
  for (auto& [id, kept] : kept_) {
    const terminal::Terminal* t = terminals_.find(id);
    if (kept.execution != execution || t == nullptr || t->stream() == nullptr || kept.begun_us != 0) continue;
    kept.running_nonce = t->stream()->nonce();
    kept.begun_us = context_.now().time_since_epoch().count();
    kept.cwd = t->cwd();
    context_.owned.keep_also(id, to_text(kept));
  }
}

void Keeping::look() {
  std::vector<std::pair<base::TerminalId, base::ExecutionId>> ended;
  for (const auto& [id, kept] : kept_)
    if (!being_told_.contains(id) && end_is_told(kept)) ended.emplace_back(id, kept.execution);
  being_told_.insert(ended.begin(), ended.end());
  if (!context_.when_told) return all_is_told();
  for (const auto& one : ended) context_.when_told([this, one] { told(one.first, one.second); });
}

void Keeping::all_is_told() {
  const auto told_now = being_told_;
  for (const auto& [id, execution] : told_now) told(id, execution);
}

void Keeping::forget(const base::TerminalId& terminal) {
  kept_.erase(terminal);
  being_told_.erase(terminal);
}

bool Keeping::end_is_told(const KeptExecution& kept) const {
  const ExecutionRecord* record = executions_.find(kept.execution);
  return record == nullptr || (record->execution.ended() && record->reported.end());
}

/// The terminal may have another command by now.
void Keeping::told(const base::TerminalId& terminal, const base::ExecutionId& execution) {
  const auto found = being_told_.find(terminal);
  if (found == being_told_.end() || found->second != execution) return;
  forget(terminal);
  context_.owned.keep_no_more(terminal);
}

}  // namespace termhost::host
