#include "host/mcp/mcp_tasks.hpp"

#include <algorithm>
#include <array>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace termhost::host {
namespace {

using protocol::OrderedJson;
using std::chrono::milliseconds;

constexpr std::array<std::string_view, 5> status_names{"working", "input_required", "completed", "failed", "cancelled"};

std::string iso8601(McpTask::Time time) {
  return fmt::format("{:%FT%TZ}", std::chrono::floor<std::chrono::seconds>(time));
}

milliseconds age(const McpTask& task, McpTask::Time now) {
  return std::chrono::duration_cast<milliseconds>((task.ended() ? task.updated : now) - task.created);
}

}  // namespace

McpTask& McpTasks::create(std::string id, base::ToolCallId call, McpEra era, std::optional<base::Millis> keep,
                          Time now) {
  forget_old(now);
  McpTask& task = tasks_[id];
  task = {.id = std::move(id),
          .call = std::move(call),
          .era = era,
          .message = {},
          .created = now,
          .updated = now,
          .keep = std::min(keep.value_or(task_keep), longest_keep),
          .result = {}};
  return task;
}

McpTask* McpTasks::find(std::string_view id, Time now) {
  forget_old(now);
  const auto found = tasks_.find(id);
  return found == tasks_.end() ? nullptr : &found->second;
}

std::vector<const McpTask*> McpTasks::all(McpEra era, Time now) {
  forget_old(now);
  std::vector<const McpTask*> all;
  for (const auto& [id, task] : tasks_)
    if (task.era == era) all.push_back(&task);
  std::sort(all.begin(), all.end(), [](const McpTask* a, const McpTask* b) { return a->created < b->created; });
  return all;
}

void McpTasks::forget_old(Time now) {
  std::erase_if(tasks_, [now](const auto& entry) {
    return entry.second.ended() && now - entry.second.updated > entry.second.keep;
  });
  while (tasks_.size() >= most_tasks) {
    auto oldest = tasks_.end();
    for (auto task = tasks_.begin(); task != tasks_.end(); ++task)
      if (task->second.ended() && (oldest == tasks_.end() || task->second.updated < oldest->second.updated))
        oldest = task;
    if (oldest == tasks_.end()) return;  // all of them work
    tasks_.erase(oldest);
  }
}

void McpTasks::change(McpTask& task, McpTaskStatus status, std::string message, Time now) {
  if (task.ended()) return;
  task.status = status;
  task.message = std::move(message);
  task.updated = now;
}

void McpTasks::finish(McpTask& task, OrderedJson result, Time now) {
  if (task.ended()) return;
  const bool failed = task.era == McpEra::Legacy && result.value("isError", false);
  change(task, failed ? McpTaskStatus::Failed : McpTaskStatus::Completed, {}, now);
  task.result = std::move(result);
}

OrderedJson described(const McpTask& task, McpTask::Time now) {
  OrderedJson json{{"taskId", task.id}, {"status", status_names[static_cast<std::size_t>(task.status)]}};
  if (!task.message.empty()) json["statusMessage"] = task.message;
  json["createdAt"] = iso8601(task.created);
  json["lastUpdatedAt"] = iso8601(task.updated);
  const bool legacy = task.era == McpEra::Legacy;
  json[legacy ? "ttl" : "ttlMs"] = (age(task, now) + task.keep).count();  // it is kept for as long after its end
  json[legacy ? "pollInterval" : "pollIntervalMs"] = task_poll.count();
  if (!legacy && task.status == McpTaskStatus::Completed) json["result"] = task.result;
  return json;
}

OrderedJson related_to(std::string_view task) { return {{related_task, {{"taskId", task}}}}; }

}  // namespace termhost::host
