// tools/call: from the request to its one answer, with the approval between them.
#include <fmt/format.h>

#include "host/mcp_approval.hpp"
#include "host/mcp_frontend.hpp"
#include "protocol/tools.hpp"

namespace termhost::host {
namespace {

namespace mcp = protocol::mcp;

constexpr const char* approval_question = "approval";  // its name among the inputRequests

rpc::RpcError invalid(std::string why) { return rpc::make_error(rpc::ErrorCode::InvalidParams, std::move(why)); }

/// Arguments that do not fit are the model's to correct, so it must be the model that reads of them.
protocol::ToolCallResult in_words(const rpc::RpcError& error) { return {{{error.message}}, {}, true}; }

}  // namespace

void McpFrontend::call_tool(const mcp::CallToolParams& params, const McpClient& client, std::shared_ptr<Reply> reply) {
  if (reply->cancelled()) return reply->fail(rpc::ErrorCode::RequestCancelled, "cancelled");
  if (!protocol::is_tool(params.name))
    return reply->fail(invalid(fmt::format("params.name: there is no tool '{}'; tools/list names them", params.name)));
  const std::string bound_to = params.name + "\n" + protocol::to_text(params.arguments);
  auto answer = redeem_answer(params, bound_to);
  if (!answer) return reply->fail(std::move(answer.error()));

  const base::ToolCallId id(fmt::format("{}-{}", options_.session, ++last_call_));
  OpenCall& call = calls_[id];
  call.client = client;
  call.reply = reply;
  call.bound_to = bound_to;
  call.filled_in = std::move(*answer);
  watch_progress(call, params);
  const auto command = tools_->call({.name = params.name,
                                     .arguments = params.arguments,
                                     .tool_call = id,
                                     .task = task(),
                                     .patience = options_.patience,
                                     .most_read = client_kind(client.name).most_read},
                                    [self = weak_from_this(), id](ToolCalls::Outcome outcome) {
                                      if (const auto alive = self.lock()) alive->finish(id, std::move(outcome));
                                    });
  const auto open = calls_.find(id);
  if (open == calls_.end()) return;  // answered already
  open->second.command = command;
  reply->on_cancel([self = weak_from_this(), id] {
    if (const auto alive = self.lock()) alive->cancelled(id);
  });
}

base::Expected<std::optional<mcp::ElicitResult>, rpc::RpcError> McpFrontend::redeem_answer(
    const mcp::CallToolParams& params, const std::string& bound_to) {
  if (!params.request_state) return std::nullopt;
  const auto redeemed = states_.redeem(*params.request_state, bound_to, scheduler_->now());
  if (!redeemed) return base::unexpected(invalid("params.requestState: " + redeemed.error()));
  if (!params.input_responses.is_object() || !params.input_responses.contains(approval_question)) return std::nullopt;
  auto answer = protocol::decode<mcp::ElicitResult>(params.input_responses.at(approval_question),
                                                    "params.inputResponses.approval");
  if (!answer) return base::unexpected(invalid(protocol::to_string(answer.error())));
  return *answer;
}

void McpFrontend::watch_progress(OpenCall& call, const mcp::CallToolParams& params) {
  if (!params.meta || params.meta->progress_token.is_null()) return;
  const Settings& settings = host_->settings();
  call.progress = std::make_unique<CallProgress>(
      *scheduler_, text::RenderOptions{.columns = settings.owned_columns, .rows = settings.owned_rows},
      [this, token = params.meta->progress_token](double seconds, std::string message) {
        connection_.notify_droppable(mcp::methods::progress, {token, seconds, std::move(message)});
      });
}

void McpFrontend::cancelled(const base::ToolCallId& id) {
  const auto call = calls_.find(id);
  if (call == calls_.end()) return;
  call->second.progress.reset();
  if (call->second.command) return host_->cancel(*call->second.command);
  const auto reply = call->second.reply;
  calls_.erase(call);
  host_->stop_waiting(id);
  reply->fail(rpc::ErrorCode::RequestCancelled, "cancelled");
}

void McpFrontend::finish(const base::ToolCallId& id, ToolCalls::Outcome outcome) {
  const auto found = calls_.find(id);
  if (found == calls_.end()) return;  // cancelled, or the person is asked first
  const OpenCall call = std::move(found->second);
  calls_.erase(found);
  const protocol::ToolCallResult result = outcome ? std::move(*outcome) : in_words(outcome.error());
  (*call.reply)(completed(mcp_result(result, call.client.structure), call.client.era));
}

base::Expected<void, std::string> McpFrontend::can_ask(const ApprovalQuestion& question) const {
  const auto call = calls_.find(question.tool_call);
  if (call != calls_.end() && call->second.client.can_elicit) return {};
  const std::string file =
      options_.policy_file.empty() ? "a policy file (`termhost mcp --policy FILE`)" : options_.policy_file;
  return base::unexpected(nobody_to_ask(question, "this client cannot ask the person", "allowedCommands in " + file));
}

void McpFrontend::ask_approval(const ApprovalQuestion& question, Answered answered) {
  const auto call = calls_.find(question.tool_call);
  if (call == calls_.end()) return answered({});
  if (call->second.client.era == McpEra::Legacy) {
    questions_[question.tool_call] = connection_.call(
        mcp::methods::elicit, approval_form(question), [this, question, answered](const auto& outcome) {
          questions_.erase(question.tool_call);
          if (outcome) return answered(approval_of(*outcome, question));
          answered({.problem = fmt::format("the person could not be asked ({})", outcome.error().message)});
        });
    return;
  }
  if (call->second.filled_in) return answered(approval_of(*call->second.filled_in, question));
  // A stateless server asks by its answer: this call ends here, and comes again with the person's word.
  const OpenCall asking = std::move(call->second);
  calls_.erase(call);
  const Result form{{"method", mcp::methods::elicit.name}, {"params", protocol::encode(approval_form(question))}};
  (*asking.reply)(input_required({{approval_question, form}}, states_.issue(asking.bound_to, scheduler_->now())));
  answered({});
}

void McpFrontend::withdraw_approval(const base::ToolCallId& tool_call) {
  if (const auto question = questions_.find(tool_call); question != questions_.end())
    connection_.cancel(question->second);
}

}  // namespace termhost::host
