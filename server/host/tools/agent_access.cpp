#include "host/tools/agent_access.hpp"

#include <utility>

#include <fmt/format.h>

#include "protocol/methods.hpp"
#include "text/visible.hpp"

namespace termhost::host {
namespace {

using AccessAnswer = base::Expected<void, std::string>;
using protocol::AgentDecision;

constexpr const char* refused_for_good =
    "The user does not let this agent use the editor's terminals, so nothing was run. The user can change that: "
    "the editor forgets the answer by Connect an Agent… → Forget (VS Code), the choice Forget of :Termhost connect "
    "(Neovim), or M-x termhost-forget-agents (Emacs). Then restart this server.";
constexpr const char* dismissed =
    "The user closed the editor's question about this agent without an answer, so nothing was run. The question comes "
    "again when the agent starts this MCP server again.";
constexpr const char* not_answered_yet =
    "The editor has asked the user whether this agent may use its terminals. There is no answer yet, so nothing was "
    "run. Call again to wait for the answer.";

constexpr std::size_t longest_claim = 40;

AccessAnswer answer_of(const base::Expected<protocol::AgentAccessResult, rpc::RpcError>& outcome) {
  if (!outcome)
    return base::unexpected(
        fmt::format("The user could not be asked whether this agent may use the editor's "
                    "terminals, so nothing was run: {}",
                    outcome.error().message));
  switch (outcome->decision) {
    case AgentDecision::Allow:
    case AgentDecision::Once: return {};
    case AgentDecision::Never: return base::unexpected(std::string(refused_for_good));
    case AgentDecision::Dismiss: break;
  }
  return base::unexpected(std::string(dismissed));
}

std::string one_line(const std::string& text) { return text::visible_line(text); }

}  // namespace

std::string introduction(const AgentProcess& process, const std::string& claimed) {
  const std::string program = process.program.empty() ? "" : fmt::format(", program {}", one_line(process.program));
  const std::string itself = claimed.empty() ? "" : fmt::format(" It calls itself \"{}\".", one_line(claimed));
  return fmt::format("The agent {} (process {}{}), started in {}, wants to use this editor's terminals.{}",
                     one_line(process.name), process.pid, program, one_line(process.cwd), itself);
}

std::string access_question(const AgentProcess& process, const std::string& claimed) {
  return introduction(process, claimed) +
         " Commands that only read, and those that a rule allows, will then run without a question. Other commands run "
         "in a throw-away copy of your files, if this machine can make one. You are asked here before a command "
         "changes your files or needs the network.";
}

std::string agent_in_words(const AgentProcess& process, const std::string& claimed) {
  const std::string name = one_line(process.name);
  if (process.pid == 0) return name;
  const std::string itself = text::visible_line(claimed, longest_claim);
  if (itself.empty() || itself == name) return fmt::format("{} (pid {})", name, process.pid);
  return fmt::format("{} (pid {}, calls itself \"{}\")", name, process.pid, itself);
}

std::string access_identity(const AgentProcess& process, const std::string& claimed) {
  return fmt::format("{} ({}, \"{}\") in {}", one_line(process.name), one_line(process.program), one_line(claimed),
                     one_line(process.folder));
}

void AgentAccess::pass(const std::string& claimed, Passed passed) {
  if (answer_) return passed(*answer_);
  const auto waiting = waiting_.insert(waiting_.end(), Waiting{std::move(passed)});
  waiting->timer = scheduler_.after(access_patience, [this, waiting] {
    const Passed late = std::move(waiting->passed);
    waiting_.erase(waiting);
    late(base::unexpected(std::string(not_answered_yet)));
  });
  if (!question_) ask(claimed);
}

void AgentAccess::ask(const std::string& claimed) {
  question_ =
      editor_.call(protocol::methods::agent_request_access,
                   protocol::AgentAccessParams{access_identity(process_, claimed), access_question(process_, claimed),
                                               introduction(process_, claimed)},
                   [self = weak_from_this()](const auto& outcome) {
                     if (const auto alive = self.lock()) alive->answered(answer_of(outcome));
                   });
  if (answer_) question_.reset();  // it could not even be sent
}

void AgentAccess::answered(AccessAnswer answer) {
  if (answer_) return;  // the agent has left
  question_.reset();
  answer_ = std::move(answer);
  for (Waiting& each : std::exchange(waiting_, {})) {
    scheduler_.cancel(each.timer);
    each.passed(*answer_);
  }
}

void AgentAccess::end() {
  if (const auto question = std::exchange(question_, {})) editor_.cancel(*question);
  answered(base::unexpected(std::string("The agent has left.")));
}

}  // namespace termhost::host
