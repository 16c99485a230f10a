#include "host/calls/access.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "approval/decision/input.hpp"
#include "shell/analysis/parse.hpp"
#include "text/visible.hpp"
#include "tool/keys.hpp"

namespace termhost::host {
namespace {

constexpr base::Millis input_settles{1000};
constexpr std::string_view for_secret = "the command waits for a password, which the user must type in the terminal";

std::string unknown(const base::ExecutionId& execution) {
  return fmt::format("Execution '{}' is unknown. list_terminals shows the running ones.", execution.str());
}

std::string denied(const approval::Decision& decision) {
  return fmt::format("Input was denied and not sent: {}.", text::visible_line(decision.reason, text::longest_reason));
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

bool Access::is_persons(const base::ExecutionId& execution) const {
  const ExecutionRecord* record = std::as_const(executions_).find(execution);
  return record != nullptr && record->execution.origin() != terminal::Origin::Submitted;
}

bool Access::is_of_task(const base::ExecutionId& execution, const base::TaskId& task) const {
  return replies_.task_of(execution) == task;
}

void Access::permit(const AccessRequest& request, const AccessCallback& permitted) {
  if (is_persons(request.execution)) {
    std::string why = fmt::format("execution '{}' is the user's own command; only the user can let an agent {} it",
                                  request.execution.str(), verb(request.action));
    return ask_person(request, asking(std::move(why)), permitted);
  }
  if (!is_of_task(request.execution, request.task)) return permitted(base::unexpected(unknown(request.execution)));
  permitted(std::string());
}

/// Asks, and answers with the text that the person let through; it is empty for what is no text.
void Access::ask_person(const AccessRequest& request, approval::Decision decision, const AccessCallback& permitted) {
  ExecutionRecord& record = *executions_.find(request.execution);
  ApprovalQuestion question;
  question.tool_call = request.tool_call;
  question.task = request.task;
  question.action = request.action;
  question.target = record.line();
  question.command = request.action == ApprovalAction::Input ? request.text : record.line();
  question.cwd = record.place.cwd;
  question.shell = record.place.shell;
  question.decision = std::move(decision);
  question.place = context_.configuration.place_with_machine({});
  if (const auto askable = context_.shim.can_ask(question); !askable) {
    const std::string why = askable.error().empty() ? "" : "; " + askable.error();
    return permitted(base::unexpected(
        fmt::format("Not done: {}.", text::visible_line(question.decision.reason + why, text::longest_reason))));
  }
  const std::string why = text::visible_line(question.decision.reason, text::longest_reason);
  if (request.action != ApprovalAction::Read) record.questions.insert(request.tool_call);
  context_.shim.ask_approval(question, [this, permitted, request, why](const ApprovalAnswer& answer) {
    if (ExecutionRecord* asked = executions_.find(request.execution); asked != nullptr)
      asked->questions.erase(request.tool_call);
    if (const std::string over = why_no_input(request.execution);
        !answer.problem.empty() && !over.empty() && request.action == ApprovalAction::Input)
      return permitted(base::unexpected(over));
    if (!answer.problem.empty())
      return permitted(base::unexpected(fmt::format("Not done: {}; {}.", why, answer.problem)));
    const std::string feedback = answer.feedback.empty() ? "" : fmt::format(" Their comment: {}", answer.feedback);
    if (answer.verdict == ApprovalDecision::Reject)
      return permitted(base::unexpected("Not done: the user rejected it." + feedback));
    permitted(answer.verdict == ApprovalDecision::Edit ? answer.command : request.text);
  });
}

void Access::send_input(const AccessRequest& request, const AccessCallback& permitted) {
  const bool of_person = is_persons(request.execution);
  if (!of_person && !is_of_task(request.execution, request.task))
    return permitted(base::unexpected(unknown(request.execution)));
  if (const std::string why = why_no_input(request.execution); !why.empty()) return permitted(base::unexpected(why));
  const AccessCallback type_it = [this, request, permitted](const base::Expected<std::string, std::string>& text) {
    permitted(text ? type(request, *text) : text);
  };
  if (of_person) return permit(request, type_it);
  const ExecutionRecord& record = *executions_.find(request.execution);
  approval::Decision decision = judge(record, request.text);
  if (decision.verdict == approval::Verdict::Deny) return permitted(base::unexpected(denied(decision)));
  if (is_for_secret(request)) return ask_person(request, asking(std::string(for_secret)), type_it);
  if (decision.verdict == approval::Verdict::Allow || context_.configuration.auto_approves() ||
      is_held(decision, record))
    return type_it(request.text);
  ask_person(request, std::move(decision),
             [this, request, type_it](const base::Expected<std::string, std::string>& text) {
               if (ExecutionRecord* asked = executions_.find(request.execution); asked != nullptr && text)
                 asked->input.approve();
               type_it(text);
             });
}

/// True if nothing that reads the text can leave the sandbox. The shell of commands that are proven to only read serves
/// later commands too, so a text that no proof covers is asked about.
bool Access::is_held(const approval::Decision& decision, const ExecutionRecord& record) const {
  return !record.place.sandbox.only_reads && placing_.runs_unasked(decision, record.place.sandbox);
}

/// Text for a program that hides what is typed. A key such as Ctrl+C is no secret.
bool Access::is_for_secret(const AccessRequest& request) const {
  const bool is_text =
      std::any_of(request.text.begin(), request.text.end(), [](unsigned char c) { return c >= ' ' && c != 0x7f; });
  ExecutionRecord& record = *executions_.find(request.execution);
  const terminal::Terminal* t = terminals_.find(record.execution.terminal());
  const auto reader = is_text && t != nullptr ? terminals_.input_reader(*t) : std::nullopt;
  if (!reader) return false;
  return awaited_input_of(record, *reader).kind == tool::InputKind::Secret;
}

/// A text that the user edited is judged again, because a deny rule holds for it too.
base::Expected<std::string, std::string> Access::type(const AccessRequest& request, const std::string& text) {
  if (const std::string why = why_no_input(request.execution); !why.empty()) return base::unexpected(why);
  ExecutionRecord& record = *executions_.find(request.execution);
  if (text != request.text) {
    if (const approval::Decision decision = judge(record, text); decision.verdict == approval::Verdict::Deny)
      return base::unexpected(denied(decision));
  }
  record.input.sent(context_.now());
  terminal::Terminal& t = *terminals_.find(record.execution.terminal());
  const std::string line = t.line.typed_by_agent(text);
  context_.configuration.defined_names().note_submitted(t.id().str(), shell::parse(line, t.shell()), t.shell());
  terminals_.driver(t).type(t, text);
  return text;
}

/// Keys that a shell may read are judged as a command line; see approval/decision/input.hpp.
approval::Decision Access::judge(const ExecutionRecord& record, std::string_view keys) const {
  std::string text = tool::without_paste_marks(keys);  // a shell's line editor runs what is between them
  std::replace(text.begin(), text.end(), '\r', '\n');  // Enter
  const terminal::Terminal* t = terminals_.find(record.execution.terminal());
  const auto view = t == nullptr ? std::optional<ShellView>() : terminals_.look(*t);
  approval::InputFacts facts;
  // Input that was sent a moment ago may end the program before the program reads these keys.
  const bool settled = !record.input.last() || base::elapsed(*record.input.last(), context_.now()) >= input_settles;
  const bool awaits = view && view->program_awaits_input && settled;
  facts.reader = awaits ? approval::InputReader::Program : approval::InputReader::Either;
  facts.takes_commands = approval::input_takes_commands(record.line(), record.place.shell);
  facts.program_approved = record.input.approved();
  if (t != nullptr) facts.pending = t->line.unended();
  facts.shell = record.place.shell;
  facts.cwd = context_.configuration.real_path(record.place.cwd);
  facts.workspace = context_.configuration.workspace();
  facts.session = &context_.configuration.defined_names();
  facts.locate = context_.configuration.find_program();
  facts.files = context_.configuration.files();
  approval::Decision decision = approval::judge_input(text, facts, context_.configuration.policy());
  if (!facts.takes_commands || decision.verdict == approval::Verdict::Deny) return decision;
  // A deny rule also holds for the shell that runs there.
  facts.reader = approval::InputReader::Shell;
  approval::Decision as_command = approval::judge_input(text, facts, context_.configuration.policy());
  return as_command.verdict == approval::Verdict::Deny ? as_command : decision;
}

/// Empty: it takes input.
std::string Access::why_no_input(const base::ExecutionId& execution) const {
  const ExecutionRecord* record = std::as_const(executions_).find(execution);
  if (record == nullptr)
    return replies_.has_ended(execution)
               ? fmt::format("Execution '{}' never ran; it takes no input.", execution.str())
               : fmt::format("Execution '{}' waits for a terminal; it takes no input yet.", execution.str());
  if (record->execution.ended()) return fmt::format("Execution '{}' has ended; it takes no input.", execution.str());
  const terminal::Terminal* t = terminals_.find(record->execution.terminal());
  if (t == nullptr || t->closed()) return fmt::format("The terminal of execution '{}' is closed.", execution.str());
  if (!terminals_.driver(*t).takes_lines()) return "A command that runs with pipes takes no input.";
  return {};
}

}  // namespace termhost::host
