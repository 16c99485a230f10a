// Calls as tasks (see mcp_tasks.hpp): from the request that makes one, or the time that does, to all that its client
// asks of it.
#include <fmt/format.h>

#include "host/mcp/mcp_frontend.hpp"

namespace termhost::host {
namespace {

namespace mcp = protocol::mcp;

}  // namespace

template <class Handler>
void McpFrontend::serve_task(const protocol::RequestMethod<mcp::TaskParams, Result>& method, Eras eras,
                             Handler handler) {
  serve(method, eras, [this, handler](const mcp::TaskParams& params, const McpClient& client, Reply reply) {
    if (!client.tasks) return reply.fail(tasks_unknown());
    McpTask* const task = tasks_.find(params.task_id, options_.wall_clock());
    if (task != nullptr && task->era == client.era) return handler(*task, std::move(reply));
    reply.fail(rpc::ErrorCode::InvalidParams,
               fmt::format("params.taskId: there is no task '{}', or it has expired", params.task_id));
  });
}

void McpFrontend::handle_tasks() {
  serve_task(mcp::methods::tasks_get, Eras::Both, [this](const McpTask& task, Reply reply) {
    reply(completed(described(task, options_.wall_clock()), task.era));
  });
  serve_task(mcp::methods::tasks_cancel, Eras::Both, [this](McpTask& task, Reply reply) {
    const bool legacy = task.era == McpEra::Legacy;
    if (legacy && task.ended())
      return reply.fail(rpc::ErrorCode::InvalidParams, fmt::format("the task '{}' has ended already", task.id));
    cancel_task(task);
    reply(legacy ? described(task, options_.wall_clock()) : completed(Result::object(), task.era));
  });
  serve_task(mcp::methods::tasks_result, Eras::Legacy, [this](const McpTask& task, Reply reply) {
    task.ended() ? answer_result(task, reply) : await_result(task, std::move(reply));
  });
  // The person is asked before a call becomes a task: there is never an open question whose answer this could be.
  serve_task(mcp::methods::tasks_update, Eras::Modern,
             [](const McpTask& task, Reply reply) { reply(completed(Result::object(), task.era)); });
  serve(mcp::methods::tasks_list, Eras::Legacy, [this](const mcp::PlainParams&, const McpClient& client, Reply reply) {
    if (!client.tasks) return reply.fail(tasks_unknown());
    const McpTask::Time now = options_.wall_clock();
    Result list = Result::array();
    for (const McpTask* task : tasks_.all(McpEra::Legacy, now)) list.push_back(described(*task, now));
    reply({{"tasks", std::move(list)}});
  });
}

void McpFrontend::become_task(const base::ToolCallId& id, std::optional<base::Millis> keep) {
  const auto found = calls_.find(id);
  if (found == calls_.end()) return;
  OpenCall& call = found->second;
  const McpEra era = call.client.era;
  const McpTask::Time now = options_.wall_clock();
  const Result task = described(tasks_.create(id.str(), id, era, keep, now), now);
  call.task = id.str();
  if (era == McpEra::Legacy) return (*call.reply)({{"task", task}});
  call.progress.reset();  // of a task nothing is told
  (*call.reply)(is_task(task));
}

void McpFrontend::change_task(const std::string& id, McpTaskStatus status, std::string message) {
  const McpTask::Time now = options_.wall_clock();
  McpTask* const task = tasks_.find(id, now);
  if (task == nullptr || task->ended()) return;
  McpTasks::change(*task, status, std::move(message), now);
  tell_task(*task);
}

void McpFrontend::finish_task(const std::string& id, Result result) {
  const McpTask::Time now = options_.wall_clock();
  McpTask* const task = tasks_.find(id, now);
  if (task == nullptr || task->ended()) return;  // it was cancelled
  McpTasks::finish(*task, std::move(result), now);
  tell_task(*task);
}

void McpFrontend::cancel_task(McpTask& task) {
  if (task.ended()) return;
  McpTasks::change(task, McpTaskStatus::Cancelled, "stopped, as the client requested", options_.wall_clock());
  const base::ToolCallId id = task.call;
  tell_task(task);
  const auto call = calls_.find(id);
  if (call == calls_.end()) return;
  if (call->second.command) host_->cancel(*call->second.command);
  if (call->second.withdraw) std::exchange(call->second.withdraw, nullptr)();
}

void McpFrontend::await_result(const McpTask& task, Reply reply) {
  auto shared = std::make_shared<Reply>(std::move(reply));
  awaiting_.emplace(task.id, shared);
  shared->on_cancel([self = weak_from_this(), id = task.id, waiting = std::weak_ptr(shared)] {
    const auto alive = self.lock();
    const auto cancelled = waiting.lock();
    if (!alive || !cancelled) return;
    std::erase_if(alive->awaiting_, [&](const auto& entry) { return entry.second == cancelled; });
    cancelled->fail(rpc::ErrorCode::RequestCancelled, "cancelled");
  });
}

void McpFrontend::answer_result(const McpTask& task, Reply& reply) {
  if (task.status == McpTaskStatus::Cancelled)
    return reply.fail(rpc::ErrorCode::InvalidParams,
                      fmt::format("the task '{}' was cancelled; it has no result", task.id));
  Result result = task.result;
  result["_meta"] = related_to(task.id);
  reply(result);
}

void McpFrontend::tell_task(const McpTask& task) {
  if (task.era == McpEra::Modern) return;  // such a client asks
  if (task.ended()) {
    const auto [first, last] = awaiting_.equal_range(task.id);
    for (auto waiting = first; waiting != last; ++waiting) answer_result(task, *waiting->second);
    awaiting_.erase(first, last);
  }
  connection_.notify(mcp::methods::task_status, described(task, options_.wall_clock()));
}

}  // namespace termhost::host
