#include "host/mcp/mcp_client_kinds.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "protocol/tools.hpp"

namespace termhost::host {
namespace {

using protocol::OrderedJson;

constexpr std::int64_t kib = 1024;

/// The official SDKs give a call 60 seconds, and so do Codex (`tool_timeout_sec`) and Cline. Copilot CLI gives it 180;
/// Claude Code and Qwen Code give it 300 without a word, and each word of progress counts; Gemini CLI gives it 600; VS
/// Code waits for ever.
constexpr base::Millis sdk_patience{45'000}, copilot_patience{150'000}, long_patience{180'000};

/// A client cuts the middle out of answers longer than `most_read`. Line numbers take a part of this limit too.
constexpr std::array client_kinds{
    McpClientKind{"claude-code", false, 64 * kib, long_patience, true},
    McpClientKind{"claude", false, 64 * kib, sdk_patience, true},
    McpClientKind{.name = "codex",
                  .structure = false,
                  .most_read = 6 * kib,
                  .patience = sdk_patience,
                  .submits_empty_text = false},
    McpClientKind{"copilot-cli", false, 14 * kib, copilot_patience},
    McpClientKind{"@cline/core", false, 6 * kib, sdk_patience},
    McpClientKind{"qwen-cli-mcp-client", false, 16 * kib, long_patience},
    McpClientKind{"gemini-cli", false, 24 * kib, long_patience},
    McpClientKind{"mcporter", false, 64 * kib, sdk_patience},
    McpClientKind{"opencode", false, 14 * kib, sdk_patience},
    McpClientKind{"Visual Studio Code", false, 64 * kib, long_patience},
    McpClientKind{"", true, 64 * kib, sdk_patience},  // whoever else
};

/// Fields that a client knows already or does not need.
constexpr std::array<std::string_view, 6> left_out{"command", "submitted", "toolCallId", "shell", "notes", "reason"};

bool is_empty(const OrderedJson& value) {
  return value.is_null() || ((value.is_structured() || value.is_string()) && value.empty()) ||
         (value.is_string() && value.get_ref<const std::string&>().empty());
}

OrderedJson without_empty_fields(const OrderedJson& value) {
  if (value.is_array()) {
    OrderedJson kept = OrderedJson::array();
    for (const OrderedJson& element : value) kept.push_back(without_empty_fields(element));
    return kept;
  }
  if (!value.is_object()) return value;
  OrderedJson kept = OrderedJson::object();
  for (const auto& [name, field] : value.items()) {
    OrderedJson some = without_empty_fields(field);
    if (!is_empty(some)) kept[name] = std::move(some);
  }
  return kept;
}

/// Fields of an ExecutionResult without new facts are left out.
void leave_out(OrderedJson& result) {
  for (const std::string_view name : left_out) result.erase(std::string(name));
  if (result.value("certainty", "") == "certain") result.erase("endedBy");
  if (result.value("certainty", "") != "likely") result.erase("certainty");
  if (result.value("integration", "") == "none") result.erase("integration");
  if (!result.contains("executionId")) result.erase("durationMs");
  if (result.contains("rewrite") && result["rewrite"].value("kind", "") == "none") result.erase("rewrite");
  if (result.contains("output") && result["output"].value("totalBytes", 0) == 0) result.erase("output");
}

/// Annotations with MCP's default value are left out, except the one that a tool may destroy something.
void leave_out_defaults(OrderedJson& annotations) {
  if (annotations.value("readOnlyHint", false)) {
    for (const char* name : {"destructiveHint", "idempotentHint"}) annotations.erase(name);  // of what changes things
    return;
  }
  annotations.erase("readOnlyHint");
  if (!annotations.value("idempotentHint", false)) annotations.erase("idempotentHint");
  if (annotations.value("openWorldHint", true)) annotations.erase("openWorldHint");
}

/// A value out of bounds is answered with a sentence that says them.
void leave_out_bounds(OrderedJson& argument) {
  for (const char* bound : {"minimum", "maximum"}) argument.erase(bound);
  if (!argument.contains("properties")) return;
  for (auto& [name, inner] : argument["properties"].items()) leave_out_bounds(inner);
}

}  // namespace

const McpClientKind& client_kind(std::string_view name) {
  return *std::find_if(client_kinds.begin(), client_kinds.end(),
                       [name](const McpClientKind& kind) { return name.starts_with(kind.name); });
}

/// "MCP error -32001: Request timed out" (the TypeScript SDK: Claude Code, Gemini CLI), "request timeout" (the Rust
/// SDK: Codex), "The operation was aborted due to timeout" (AbortSignal.timeout), "context deadline exceeded" (the Go
/// SDK).
bool ran_out_of_time(std::string_view reason) {
  constexpr std::array<std::string_view, 4> words{"timeout", "timed out", "time out", "deadline"};
  const std::string lower = base::lowered(reason);
  return std::any_of(words.begin(), words.end(),
                     [&lower](std::string_view word) { return lower.find(word) != std::string::npos; });
}

OrderedJson mcp_tools(ShownTools shown) {
  OrderedJson list = protocol::encode(protocol::tool_list());
  for (OrderedJson& tool : list["tools"]) {
    tool.erase("outputSchema");
    if (shown.structure) tool["outputSchema"] = {{"type", "object"}};
    if (shown.always_loaded) tool["_meta"] = {{"anthropic/alwaysLoad", true}};
    leave_out_defaults(tool["annotations"]);
    OrderedJson& arguments = tool["inputSchema"]["properties"];
    for (auto& [name, argument] : arguments.items()) leave_out_bounds(argument);
    if (tool["name"] == protocol::tools::wait_for_command.name) arguments["until"].erase("properties");
    if (tool["name"] != protocol::tools::execute_command.name) continue;
    arguments.erase("required_cwd");
    if (shown.tasks) tool["execution"] = {{"taskSupport", "optional"}};
    if (shown.sandbox) continue;
    for (const char* argument : {"sandbox", "justification"}) arguments.erase(argument);
  }
  return list;
}

OrderedJson mcp_result(const protocol::ToolCallResult& result, bool structure) {
  OrderedJson json = protocol::encode(result);
  if (!structure) {
    json.erase("structuredContent");
    return json;
  }
  OrderedJson fields = without_empty_fields(result.structured_content);
  if (!fields.is_object()) fields = OrderedJson::object();
  if (fields.contains("status")) leave_out(fields);
  std::string text;
  for (const protocol::TextContent& part : result.content) text += part.text;
  while (text.ends_with('\n')) text.pop_back();
  OrderedJson said{{"message", fields.value("message", text)}};
  said.update(fields);
  json["structuredContent"] = std::move(said);
  return json;
}

}  // namespace termhost::host
