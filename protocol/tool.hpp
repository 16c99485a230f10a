// tool/*, environment/details and task/*: the agent's side of the editor protocol.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/ids.hpp"
#include "protocol/codec/fields.hpp"
#include "protocol/execution_result.hpp"

namespace termhost::protocol {

/// A client's hints about a tool before it is called, by MCP's names. Hints, not promises.
struct ToolAnnotations {
  bool read_only = false;
  bool destructive = false;
  bool idempotent = false;
  bool open_world = false;

  static void describe(auto& fields, auto& self) {
    fields.type("ToolAnnotations");
    fields.required("readOnlyHint", self.read_only, "It changes nothing.");
    fields.required("destructiveHint", self.destructive, "It may destroy something.");
    fields.required("idempotentHint", self.idempotent, "A second call with the same arguments changes nothing more.");
    fields.required("openWorldHint", self.open_world, "It may reach beyond this machine.");
  }
};

struct ToolDescription {
  std::string name;
  std::string title;
  std::string description;
  OrderedJson input_schema;
  OrderedJson output_schema;
  ToolAnnotations annotations;

  static void describe(auto& fields, auto& self) {
    fields.type("ToolDescription");
    fields.required("name", self.name, "");
    fields.required("title", self.title, "");
    fields.required("description", self.description, "For a model: when to use it.");
    fields.required("inputSchema", self.input_schema, "JSON Schema.");
    fields.required("outputSchema", self.output_schema, "JSON Schema of structuredContent.");
    fields.required("annotations", self.annotations, "");
  }
};

struct ToolListResult {
  std::vector<ToolDescription> tools;

  static void describe(auto& fields, auto& self) {
    fields.type("ToolListResult");
    fields.required("tools", self.tools, "");
  }
};

struct ToolCallParams {
  std::string name;
  Json arguments;  ///< decode<…Arguments>(arguments, "arguments")
  std::optional<base::ToolCallId> tool_call_id;
  std::optional<base::TaskId> task_id;
  bool by_user = false;

  static void describe(auto& fields, auto& self) {
    fields.type("ToolCallParams");
    fields.required("name", self.name, "One of tool/list.");
    fields.template deferred<Json>("arguments", self.arguments, "By the tool's inputSchema.");
    fields.optional("toolCallId", self.tool_call_id, "The agent's own; \"unknown\" if missing.");
    fields.optional("taskId", self.task_id, "The agent's conversation.");
    fields.defaulted("byUser", self.by_user,
                     "execute_command: the user wrote the command, so it does not run in a trial.");
  }
};

struct TextContent {
  std::string text;

  static void describe(auto& fields, auto& self) {
    fields.type("TextContent");
    fields.constant("type", "text");
    fields.required("text", self.text, "");
  }
};

struct ToolCallResult {
  std::vector<TextContent> content;
  OrderedJson structured_content;  ///< encode(ExecutionResult) and the like; null if there is none
  bool is_error = false;

  static void describe(auto& fields, auto& self) {
    fields.type("ToolCallResult");
    fields.required("content", self.content, "For the model.");
    fields.template deferred<OrderedJson>("structuredContent", self.structured_content, "By the tool's outputSchema.");
    fields.required("isError", self.is_error, "The tool could not do its work.");
  }
};

struct ToolBackgroundParams {
  base::ToolCallId tool_call_id;

  static void describe(auto& fields, auto& self) {
    fields.type("ToolBackgroundParams");
    fields.required("toolCallId", self.tool_call_id, "The call whose command goes on in the background.");
  }
};

struct ToolStopParams {
  base::ExecutionId execution_id;

  static void describe(auto& fields, auto& self) {
    fields.type("ToolStopParams");
    fields.required("executionId", self.execution_id, "termhost's own id, of any task.");
  }
};

struct ToolOutputParams {
  base::ExecutionId execution_id;

  static void describe(auto& fields, auto& self) {
    fields.type("ToolOutputParams");
    fields.required("executionId", self.execution_id, "termhost's own id, of any task.");
  }
};

enum class ToolCallingType { Stdout, Stderr, Complete };
constexpr auto wire_names(ToolCallingType /*tag*/) {
  return std::array{WireName{ToolCallingType::Stdout, "stdout"}, WireName{ToolCallingType::Stderr, "stderr"},
                    WireName{ToolCallingType::Complete, "complete"}};
}

struct ToolCallingData {
  ToolCallingType type = ToolCallingType::Stdout;
  std::optional<std::string> chunk;
  std::string command;
  std::string cd;
  std::optional<int> exit_code;
  std::optional<std::int64_t> offset;
  std::optional<ResultStatus> status;
  std::optional<std::string> reason;
  std::optional<std::string> tried;

  static void describe(auto& fields, auto& self) {
    fields.type("ToolCallingData");
    fields.required("type", self.type, "complete comes exactly once and last, also on failure.");
    fields.optional("chunk", self.chunk,
                    "The terminal's output, control sequences included; with capabilities.renderedOutput rendered "
                    "text, and all chunks together are the whole output.");
    fields.required("command", self.command, "");
    fields.required("cd", self.cd, "The directory it runs in.");
    fields.optional("exitCode", self.exit_code, "Of a complete; missing: there is none.");
    fields.optional("offset", self.offset,
                    "Bytes of this stream before the chunk. More than was received: the reader was too slow, and the "
                    "bytes between were left out.",
                    Within{0, INT64_MAX});
    fields.optional("status", self.status,
                    "Of a complete: the command never ran, and this is the status of its result. Missing: it ran.");
    fields.optional("reason", self.reason,
                    "Of a command that never ran: why, if there is more to say than its status.");
    fields.optional("tried", self.tried,
                    "Of a complete of a trial: the changes in its copy, of which nothing is kept, in words for the "
                    "user: \"made 'build/' (2 files)\".");
  }
};

struct ToolCallingParams {
  std::string name = "terminal";
  base::ToolCallId tool_call_id;
  ToolCallingData data;

  static void describe(auto& fields, auto& self) {
    fields.type("ToolCallingParams");
    fields.required("name", self.name, "");
    fields.required("toolCallId", self.tool_call_id, "");
    fields.required("data", self.data, "");
  }
};

struct ToolDidChangeLiveOutputParams {
  bool wanted = true;

  static void describe(auto& fields, auto& self) {
    fields.type("ToolDidChangeLiveOutputParams");
    fields.required("wanted", self.wanted, "From now on, instead of capabilities.liveOutput.");
  }
};

struct TaskParams {
  std::optional<base::TaskId> task_id;

  static void describe(auto& fields, auto& self) {
    fields.type("TaskParams");
    fields.optional("taskId", self.task_id, "");
  }
};

struct TaskDidEndParams {
  base::TaskId task_id;

  static void describe(auto& fields, auto& self) {
    fields.type("TaskDidEndParams");
    fields.required("taskId", self.task_id, "");
  }
};

struct TaskDidRewindParams {
  base::TaskId task_id;
  std::vector<base::ExecutionId> keep;

  static void describe(auto& fields, auto& self) {
    fields.type("TaskDidRewindParams");
    fields.required("taskId", self.task_id, "");
    fields.required("keep", self.keep, "Executions whose artifacts stay.");
  }
};

}  // namespace termhost::protocol
