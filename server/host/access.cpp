// Who may read, type into and stop an execution: the task whose command it is. What no agent's call started is the
// person's, and so is the word on it.
#include <algorithm>

#include <fmt/format.h>

#include "approval/input.hpp"
#include "host/host.hpp"

namespace termhost::host {
namespace {

constexpr base::Millis input_settles{1000};

std::string unknown(const base::ExecutionId& execution) {
  return fmt::format("Execution '{}' is unknown. list_terminals shows the running ones.", execution.str());
}

std::string_view verb(ApprovalAction action) {
  switch (action) {
    case ApprovalAction::Run: return "run";
    case ApprovalAction::Read: return "read the output of";
    case ApprovalAction::Input: return "type into";
    case ApprovalAction::Stop: return "stop";
  }
  return "touch";
}

approval::Decision asking(std::string reason) {
  approval::Decision decision;
  decision.verdict = approval::Verdict::Ask;
  decision.reason = std::move(reason);
  return decision;
}

}  // namespace

bool Host::is_persons(const base::ExecutionId& execution) const {
  const auto record = executions_.find(execution);
  return record != executions_.end() && record->second.execution.origin() != terminal::Origin::Submitted;
}

bool Host::is_of_task(const base::ExecutionId& execution, const base::TaskId& task) const {
  if (const auto record = executions_.find(execution); record != executions_.end()) return record->second.task == task;
  if (const auto unstarted = unstarted_.find(execution); unstarted != unstarted_.end())
    return unstarted->second.task == task;
  const Call* call = queued_call(execution);
  return call != nullptr && call->request.task == task;
}

void Host::permit(const Touch& touch, Permitted permitted) {
  if (is_persons(touch.execution)) {
    const std::string why = fmt::format("execution '{}' is the person's own command: only they can let an agent {} it",
                                        touch.execution.str(), verb(touch.action));
    return ask_person(touch, asking(why), std::move(permitted));
  }
  if (!is_of_task(touch.execution, touch.task)) return permitted(base::unexpected(unknown(touch.execution)));
  permitted(std::string());
}

/// Asks, and answers with the text that the person let through; it is empty for what is no text.
void Host::ask_person(const Touch& touch, approval::Decision decision, Permitted permitted) {
  const ExecutionRecord& record = executions_.at(touch.execution);
  ApprovalQuestion question;
  question.tool_call = touch.tool_call;
  question.action = touch.action;
  question.target = record.line();
  question.command = touch.action == ApprovalAction::Input ? touch.text : record.line();
  question.cwd = record.cwd;
  question.shell = record.shell;
  question.decision = std::move(decision);
  const auto askable = can_ask(question);
  if (!askable) {
    const std::string why = askable.error().empty() ? "" : "; " + askable.error();
    return permitted(base::unexpected(fmt::format("Not done: {}{}.", question.decision.reason, why)));
  }
  const std::string text = touch.text;
  ports_.shim->ask_approval(question, [permitted, text, why = question.decision.reason](const ApprovalAnswer& answer) {
    if (!answer.problem.empty())
      return permitted(base::unexpected(fmt::format("Not done: {}; {}.", why, answer.problem)));
    const std::string feedback = answer.feedback.empty() ? "" : fmt::format(" They say: {}", answer.feedback);
    if (answer.verdict == ApprovalVerdict::Reject)
      return permitted(base::unexpected("Not done: the person said no." + feedback));
    permitted(answer.verdict == ApprovalVerdict::Edit ? answer.command : text);
  });
}

base::Expected<void, std::string> Host::can_ask(const ApprovalQuestion& question) const {
  if (ports_.shim == nullptr) return base::unexpected(nobody_to_ask(question));
  return ports_.shim->can_ask(question);
}

void Host::send_input(const Touch& touch, Permitted permitted) {
  if (!knows(touch.execution)) return permitted(base::unexpected(unknown(touch.execution)));
  if (const std::string why = why_no_input(touch.execution); !why.empty()) return permitted(base::unexpected(why));
  const auto type = [this, id = touch.execution, permitted](const base::Expected<std::string, std::string>& text) {
    if (!text) return permitted(text);
    if (const std::string why = why_no_input(id); !why.empty()) return permitted(base::unexpected(why));
    type_into(*record_of(id), *text);
    permitted(text);
  };
  if (is_persons(touch.execution)) return permit(touch, type);
  if (!is_of_task(touch.execution, touch.task)) return permitted(base::unexpected(unknown(touch.execution)));
  approval::Decision decision = judge(*record_of(touch.execution), touch.text);
  if (decision.verdict == approval::Verdict::Deny)
    return permitted(base::unexpected("Input was denied and not sent: " + decision.reason + "."));
  if (decision.verdict == approval::Verdict::Allow || auto_approves()) return type(touch.text);
  ask_person(touch, std::move(decision),
             [this, id = touch.execution, type](const base::Expected<std::string, std::string>& text) {
               if (ExecutionRecord* record = record_of(id); record != nullptr && text) record->input_approved = true;
               type(text);
             });
}

/// What a shell may read of it is judged as a command line; see approval/input.hpp.
approval::Decision Host::judge(const ExecutionRecord& record, std::string_view keys) const {
  std::string text(keys);
  std::replace(text.begin(), text.end(), '\r', '\n');  // Enter
  const terminal::Terminal* t = registry_.find(record.execution.terminal());
  const bool known_shell = t != nullptr && t->pid && ports_.owned != nullptr;
  const auto view = known_shell ? ports_.owned->look_at_shell(*t->pid) : std::optional<ShellView>();
  approval::InputFacts facts;
  // What was sent a moment ago may end the program before it reads this.
  const bool settled = !record.last_input || base::elapsed(*record.last_input, now()) >= input_settles;
  const bool awaits = view && view->program_awaits_input && settled;
  facts.reader = awaits ? approval::InputReader::Program : approval::InputReader::Either;
  facts.takes_commands = approval::input_takes_commands(record.line(), record.shell);
  facts.program_approved = record.input_approved;
  if (t != nullptr) facts.pending = t->pending_input;
  facts.shell = record.shell;
  facts.cwd = record.cwd;
  facts.workspace_folders = environment_.workspace_folders;
  approval::Decision decision = approval::judge_input(text, facts, policy_);
  if (!facts.takes_commands || decision.verdict == approval::Verdict::Deny) return decision;
  // What is denied is denied to the shell that runs there too.
  facts.reader = approval::InputReader::Shell;
  approval::Decision as_command = approval::judge_input(text, facts, policy_);
  return as_command.verdict == approval::Verdict::Deny ? as_command : decision;
}

/// Empty: it takes input.
std::string Host::why_no_input(const base::ExecutionId& execution) const {
  const auto found = executions_.find(execution);
  if (found == executions_.end())
    return has_ended(execution)
               ? fmt::format("Execution '{}' never ran; it takes no input.", execution.str())
               : fmt::format("Execution '{}' waits for a terminal; it takes no input yet.", execution.str());
  const ExecutionRecord& record = found->second;
  if (record.execution.ended()) return fmt::format("Execution '{}' has ended; it takes no input.", execution.str());
  const terminal::Terminal* t = registry_.find(record.execution.terminal());
  if (t == nullptr || t->closed) return fmt::format("The terminal of execution '{}' is closed.", execution.str());
  if (t->source == terminal::Source::Pipes) return "A command run with pipes takes no input.";
  return {};
}

void Host::type_into(ExecutionRecord& record, std::string_view text) {
  record.last_input = now();
  terminal::Terminal& t = *registry_.find(record.execution.terminal());
  t.pending_input += text;
  if (const std::size_t line_end = t.pending_input.find_last_of("\r\n"); line_end != std::string::npos)
    t.pending_input.erase(0, line_end + 1);
  if (t.source == terminal::Source::Owned) return ports_.owned->write(t.id, text);
  ports_.shim->send_input(t.id, text);
}

}  // namespace termhost::host
