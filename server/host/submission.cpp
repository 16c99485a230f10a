// Text to a shell. Once it is sent, nothing here or elsewhere sends it again.
#include <fmt/format.h>

#include "host/host.hpp"
#include "shell/flatten/quote.hpp"

namespace termhost::host {
namespace {

using terminal::Source;

std::string change_directory(const std::string& cwd, shell::ShellKind shell) {
  const std::string path = shell::quote(cwd, shell);
  return shell == shell::ShellKind::PowerShell ? "Set-Location -LiteralPath " + path : "cd -- " + path;
}

tool::Rewrite rewrite_of(const shell::SubmissionPlan& plan, bool edited) {
  if (!edited) return {plan.kind, plan.reason};
  std::string reason = "edited by the user";
  if (plan.kind != shell::RewriteKind::None)
    reason += fmt::format(", then submitted in another form ({}): {}", to_string(plan.kind), plan.reason);
  return {shell::RewriteKind::Edited, std::move(reason)};
}

}  // namespace

shell::SubmissionFacts Host::facts_for(const terminal::Terminal& terminal) const {
  shell::SubmissionFacts facts;
  facts.shell = terminal.shell;
  const bool has_our_integration = !terminal.nonce.empty();
  const bool executes = terminal.source == Source::Events && terminal.integration != terminal::Integration::None &&
                        ports_.shim != nullptr && ports_.shim->capabilities().execute;
  facts.delivery = has_our_integration ? shell::Delivery::Owned
                   : executes          ? shell::Delivery::EditorExecute
                                       : shell::Delivery::EditorTyped;
  facts.bracketed_paste = terminal.bracketed_paste;
  if (const auto screen = screens_.find(terminal.id); screen != screens_.end()) {
    facts.bracketed_paste = screen->second.renderer.bracketed_paste();
  }
  facts.envelope_path = terminal.envelope_path;
  facts.start_mark = terminal.start_mark;
  facts.command_delay_ms = static_cast<int>(settings_.command_delay.count());
  if (settings_.powershell_counter) facts.powershell_counter = std::to_string(powershell_counter_);
  return facts;
}

shell::SubmissionPlan Host::plan_for(terminal::Terminal& terminal, const std::string& command) {
  shell::SubmissionFacts facts = facts_for(terminal);
  shell::SubmissionPlan plan = shell::plan_submission(command, facts);
  if (!plan.too_long || ports_.owned == nullptr) return plan;
  // Only such a long line is worth a private folder for the editor's terminals.
  const auto path = ports_.owned->envelope_for_editor();
  if (!path) return plan;
  facts.envelope_path = terminal.envelope_path = *path;
  return shell::plan_submission(command, facts);
}

void Host::remove_envelope(ExecutionRecord& record) {
  if (!record.envelope.empty() && ports_.owned != nullptr) ports_.owned->remove_envelope(record.envelope);
  record.envelope.clear();
}

void Host::submit(Call& call) {
  terminal::Terminal* terminal = registry_.find(call.terminal);
  ExecutionRecord* record = record_of(call.execution);
  if (terminal == nullptr || record == nullptr)
    return fail_to_start(call, "its terminal went away before the command was sent");
  if (terminal->source == Source::Pipes) {
    record->submitted = call.request.command;
    started(*record);
    return;
  }
  record->submitted_at = now();
  ++powershell_counter_;
  const shell::SubmissionPlan plan = plan_for(*terminal, call.request.command);
  if (!plan.refusal.empty()) return fail_to_start(call, plan.refusal);
  record->submitted = plan.line;
  record->rewrite = rewrite_of(plan, call.edited);
  deliver(call, *terminal, plan, call.execution);
}

void Host::submit_cd(Call& call) {
  terminal::Terminal& terminal = *registry_.find(call.terminal);
  const std::string command = change_directory(call.request.cwd, terminal.shell);
  const shell::SubmissionPlan plan = plan_for(terminal, command);
  ExecutionRecord& record = announce(terminal, terminal::Origin::Preparing, command, nullptr);
  record.submitted = plan.line;
  record.told = true;
  deliver(call, terminal, plan, record.execution.id());
}

void Host::deliver(Call& call, terminal::Terminal& terminal, const shell::SubmissionPlan& plan,
                   const base::ExecutionId& execution) {
  if (plan.envelope) {
    const auto written = ports_.owned != nullptr
                             ? ports_.owned->write_envelope(terminal.envelope_path, *plan.envelope)
                             : base::Expected<void, std::string>(base::unexpected(std::string("no private folder")));
    if (!written)
      return fail_to_start(call, fmt::format("the file for the command could not be written: {}", written.error()));
    if (ExecutionRecord* record = record_of(execution)) record->envelope = terminal.envelope_path;
  }
  session_.note_submitted(terminal.id.str(), call.request.command, terminal.shell);
  if (terminal.source == Source::Owned) {
    ports_.owned->write(terminal.id, plan.text);
    return;
  }
  ports_.shim->submit(terminal.id, plan.text, plan.mode,
                      [this, id = call.id, execution](base::Expected<std::string, std::string> outcome) {
                        submitted(id, execution, std::move(outcome));
                      });
}

void Host::submitted(CallId id, const base::ExecutionId& execution, base::Expected<std::string, std::string> outcome) {
  ExecutionRecord* record = record_of(execution);
  if (record == nullptr || record->execution.ended()) return;
  if (outcome) {
    if (record->shim_id == *outcome) record->expected_shim_id = *outcome;  // it had started already
    if (outcome->empty() || !record->shim_id.empty()) return;
    record->expected_shim_id = *outcome;
    bind(*record, *outcome);
    return;
  }
  if (record->execution.state() != terminal::ExecutionState::Announced)
    return;  // it runs after all: the events outweigh the error
  record->submitted.clear();
  if (Call* call = find_call(id))
    fail_to_start(*call, fmt::format("the editor could not submit it: {}", outcome.error()));
}

}  // namespace termhost::host
