// tools/call: from the request to its one answer, with the approval between them.
#include <fmt/format.h>

#include "host/mcp/mcp_approval.hpp"
#include "host/mcp/mcp_frontend.hpp"
#include "host/tools/tool_arguments.hpp"
#include "protocol/tools.hpp"
#include "rpc/json_reader.hpp"

namespace termhost::host {
namespace {

namespace mcp = protocol::mcp;

constexpr const char* approval_question = "approval";  // its name among the inputRequests

rpc::RpcError invalid(std::string why) { return rpc::make_error(rpc::ErrorCode::InvalidParams, std::move(why)); }

/// Arguments that do not fit are the model's to correct, so it must be the model that reads of them.
protocol::ToolCallResult in_words(const std::string& message) { return {{{message}}, {}, true}; }

}  // namespace

void McpFrontend::admit_call(const mcp::CallToolParams& params, const McpClient& client, std::shared_ptr<Reply> reply) {
  if (!options_.gate) return call_tool(params, client, std::move(reply));
  options_.gate(client.name, [self = weak_from_this(), params, client,
                              reply = std::move(reply)](const base::Expected<void, std::string>& passed) {
    if (!passed) return (*reply)(completed(mcp_result(in_words(passed.error()), client.structure), client.era));
    if (const auto alive = self.lock()) alive->call_tool(params, client, reply);
  });
}

void McpFrontend::call_tool(const mcp::CallToolParams& params, const McpClient& client, std::shared_ptr<Reply> reply) {
  if (reply->cancelled()) return reply->fail(rpc::ErrorCode::RequestCancelled, "cancelled");
  if (!protocol::is_tool(params.name))
    return reply->fail(invalid(fmt::format("params.name: there is no tool '{}'; tools/list lists them", params.name)));
  const bool may_be_task = client.tasks && params.name == protocol::tools::execute_command.name;
  const bool task_wished = client.era == McpEra::Legacy && client.tasks && params.task;
  if (task_wished && !may_be_task)
    return reply->fail(
        rpc::make_error(rpc::ErrorCode::MethodNotFound, fmt::format("{} can't be called as a task", params.name)));
  const std::string bound_to = params.name + "\n" + protocol::to_text(params.arguments);
  auto answer = redeem_answer(params, bound_to);
  if (!answer) return reply->fail(std::move(answer.error()));

  const base::ToolCallId id(fmt::format("{}-{}", options_.session, ++last_call_));
  OpenCall& call = calls_[id];
  call.client = client;
  call.reply = reply;
  call.bound_to = bound_to;
  call.filled_in = std::move(*answer);
  const bool elsewhere = goes_to_other_tools(params);
  if (!elsewhere) watch_progress(id, params);
  const auto patience = call_patience(host_->settings(), client_kind(client.name).patience);
  const bool polled = may_be_task && (task_wished || client.era == McpEra::Modern);
  if (task_wished) become_task(id, params.task->ttl ? std::optional<base::Millis>(*params.task->ttl) : std::nullopt);
  if (polled && !task_wished)
    call.task_alarm =
        std::make_unique<Alarm>(*scheduler_, std::min(options_.task_after, patience.value_or(options_.task_after)),
                                [this, id] { become_task(id, std::nullopt); });
  const auto finished = [self = weak_from_this(), id](ToolCalls::Outcome outcome) {
    if (const auto alive = self.lock()) alive->finish(id, std::move(outcome));
  };
  std::optional<CallId> command;
  OtherTools::Withdraw withdraw;
  if (elsewhere)
    withdraw = options_.other_tools->call(params, client.name, finished);
  else
    command = tools_->call({.name = params.name,
                            .arguments = params.arguments,
                            .tool_call = id,
                            .task = task(),
                            .patience = polled ? std::nullopt : patience,
                            .most_read = client_kind(client.name).most_read},
                           finished);
  const auto open = calls_.find(id);
  if (open == calls_.end()) return;  // answered already
  open->second.command = command;
  open->second.withdraw = std::move(withdraw);
  if (!command && !elsewhere) open->second.task_alarm.reset();
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

bool McpFrontend::goes_to_other_tools(const mcp::CallToolParams& params) const {
  if (options_.other_tools == nullptr) return false;
  if (params.name == protocol::tools::execute_command.name) return options_.other_tools->look();
  return options_.other_tools->are_there() && !names_own(params.arguments);
}

bool McpFrontend::names_own(const protocol::Json& given) const {
  if (!given.is_object()) return false;
  const protocol::Json arguments = as_meant(given);
  const std::string execution = rpc::text_field(arguments, "execution_id");
  const std::string artifact = rpc::text_field(arguments, "artifact_id");
  if (!execution.empty()) return host_->knows(base::ExecutionId(execution));
  return !artifact.empty() && artifacts_ != nullptr && artifacts_->open_artifact(task(), artifact).has_value();
}

void McpFrontend::watch_progress(const base::ToolCallId& id, const mcp::CallToolParams& params) {
  if (!params.meta || params.meta->progress_token.is_null()) return;
  calls_.at(id).progress = std::make_unique<CallProgress>(
      *scheduler_,
      [this, id, told = terminal::Told()]() mutable {
        const auto call = calls_.find(id);
        const ExecutionRecord* record = call == calls_.end() ? nullptr : host_->execution(call->second.execution);
        return record == nullptr ? std::string() : record->execution.log().take_newest(progress_bytes, told);
      },
      [this, token = params.meta->progress_token, meta = params.task ? related_to(id.str()) : Result()](
          double seconds, std::string message) {
        connection_.notify_droppable(mcp::methods::progress, {token, seconds, std::move(message), meta});
      });
}

void McpFrontend::cancelled(const base::ToolCallId& id) {
  const auto call = calls_.find(id);
  if (call == calls_.end()) return;
  call->second.progress.reset();
  call->second.task_alarm.reset();
  if (const auto command = call->second.command) {
    const bool clock = ran_out_of_time(call->second.reply->cancel_reason());
    return host_->cancel(*command, clock ? CancelMeans::WaitNoLonger : CancelMeans::Stop);
  }
  const auto reply = call->second.reply;
  const OtherTools::Withdraw withdraw = std::move(call->second.withdraw);
  calls_.erase(call);
  if (withdraw && !ran_out_of_time(reply->cancel_reason())) withdraw();  // else its command goes on
  host_->stop_waiting(id);
  reply->fail(rpc::ErrorCode::RequestCancelled, "cancelled");
}

void McpFrontend::finish(const base::ToolCallId& id, ToolCalls::Outcome outcome) {
  const auto found = calls_.find(id);
  if (found == calls_.end()) return;  // cancelled, or the person is asked first
  const OpenCall call = std::move(found->second);
  calls_.erase(found);
  const protocol::ToolCallResult result = outcome ? std::move(*outcome) : in_words(outcome.error().message);
  Result said = completed(mcp_result(result, call.client.structure), call.client.era);
  call.task.empty() ? (*call.reply)(said) : finish_task(call.task, std::move(said));
}

base::Expected<void, std::string> McpFrontend::can_ask(const ApprovalQuestion& question) const {
  const auto call = calls_.find(question.tool_call);
  if (call != calls_.end() && call->second.client.can_elicit) return {};
  const std::string file = options_.policy_file.empty() ? "~/.config/termhost/policy.json" : options_.policy_file;
  const std::string_view who = options_.misses_editor
                                   ? "this client cannot ask the user, and no editor with termhost had the folder open "
                                     "when this command came (open it there, then call again)"
                                   : "this client cannot ask the user";
  return base::unexpected(nobody_to_ask(question, who, "allowedCommands in " + file));
}

void McpFrontend::ask_approval(const ApprovalQuestion& question, Answered answered) {
  const auto call = calls_.find(question.tool_call);
  if (call == calls_.end()) return answered({});
  mcp::ElicitParams form = approval_form(question, client_kind(call->second.client.name).submits_empty_text);
  if (call->second.client.era == McpEra::Legacy) {
    const std::string task = call->second.task;
    if (!task.empty()) {
      form.meta = related_to(task);
      change_task(task, McpTaskStatus::InputRequired, "waiting for the user's approval");
    }
    questions_[question.tool_call] =
        connection_.call(mcp::methods::elicit, form, [this, question, answered, task](const auto& outcome) {
          questions_.erase(question.tool_call);
          if (!task.empty()) change_task(task, McpTaskStatus::Working, {});
          if (outcome) return answered(approval_of(*outcome, question));
          answered({.problem = fmt::format("the user could not be asked ({})", outcome.error().message)});
        });
    return;
  }
  if (call->second.filled_in) return answered(approval_of(*call->second.filled_in, question));
  // A stateless server asks by its answer: this call ends here, and comes again with the person's word.
  const OpenCall asking = std::move(call->second);
  calls_.erase(call);
  const Result asked{{"method", mcp::methods::elicit.name}, {"params", protocol::encode(form)}};
  (*asking.reply)(input_required({{approval_question, asked}}, states_.issue(asking.bound_to, scheduler_->now())));
  answered({});
}

void McpFrontend::withdraw_approval(const base::ToolCallId& tool_call) {
  if (const auto question = questions_.find(tool_call); question != questions_.end())
    connection_.cancel(question->second);
}

}  // namespace termhost::host
