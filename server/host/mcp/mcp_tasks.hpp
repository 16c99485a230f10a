// Tool calls that a client asks after instead of waiting for them: MCP's tasks, as values. Of 2025-11-25
// (experimental): the client wants one with its call, and tasks/result waits for the end. Of 2026-07-28 (the extension
// io.modelcontextprotocol/tasks): the server answers a long call with one, and tasks/get has the result.
// Pure: whoever owns them says what time it is and talks with the client.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/ids.hpp"
#include "host/mcp/mcp_era.hpp"
#include "protocol/codec/fields.hpp"

namespace termhost::host {

inline constexpr std::string_view related_task = "io.modelcontextprotocol/related-task";

inline constexpr base::Millis task_poll{500};             ///< how often a client should ask
inline constexpr base::Millis task_keep{60 * 60 * 1000};  ///< how long an ended one is kept, if the client does not say
inline constexpr base::Millis longest_keep{24 * task_keep};  ///< what it may say
inline constexpr std::size_t most_tasks = 256;               ///< the oldest that have ended go first

enum class McpTaskStatus { Working, InputRequired, Completed, Failed, Cancelled };

struct McpTask {
  using Time = std::chrono::system_clock::time_point;

  std::string id;
  base::ToolCallId call;
  McpEra era = McpEra::Legacy;
  McpTaskStatus status = McpTaskStatus::Working;
  std::string message;  ///< what a person may read of the status; may be empty
  Time created, updated;
  base::Millis keep = task_keep;
  protocol::OrderedJson result;  ///< of the call, when it was completed or has failed

  [[nodiscard]] bool ended() const { return status >= McpTaskStatus::Completed; }
};

class McpTasks {
 public:
  using Time = McpTask::Time;

  McpTask& create(std::string id, base::ToolCallId call, McpEra era, std::optional<base::Millis> keep, Time now);
  /// Null: there is none of that name, or its time is over.
  [[nodiscard]] McpTask* find(std::string_view id, Time now);
  /// In the order they were created.
  [[nodiscard]] std::vector<const McpTask*> all(McpEra era, Time now);

  /// An ended one keeps its status.
  static void change(McpTask& task, McpTaskStatus status, std::string message, Time now);
  /// The call's result: it has failed, as 2025-11-25 has it, where the result says so.
  static void finish(McpTask& task, protocol::OrderedJson result, Time now);

 private:
  void forget_old(Time now);

  std::map<std::string, McpTask, std::less<>> tasks_;
};

/// As the era wants it; in the modern one with the result.
[[nodiscard]] protocol::OrderedJson described(const McpTask& task, McpTask::Time now);

/// The `_meta` that binds a message to its task (2025-11-25).
[[nodiscard]] protocol::OrderedJson related_to(std::string_view task);

}  // namespace termhost::host
