// The shim's reports about its terminals and their shell executions.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "protocol/codec/fields.hpp"
#include "protocol/lifecycle.hpp"

namespace termhost::protocol {

enum class Integration { None, Basic, Rich };
constexpr auto wire_names(Integration /*tag*/) {
  return std::array{WireName{Integration::None, "none"}, WireName{Integration::Basic, "basic"},
                    WireName{Integration::Rich, "rich"}};
}

enum class Encoding { Text, Base64 };
constexpr auto wire_names(Encoding /*tag*/) {
  return std::array{WireName{Encoding::Text, "text"}, WireName{Encoding::Base64, "base64"}};
}

inline constexpr Within screen_size{1, 10'000};  // wider than any real terminal, small enough to allocate

struct TerminalDidOpenParams {
  base::TerminalId terminal_id;
  std::optional<std::string> name;
  std::optional<int> pid;
  std::optional<std::string> cwd;
  std::optional<std::string> shell;
  std::optional<std::string> shell_path;
  std::optional<int> cols;
  std::optional<int> rows;
  Integration integration = Integration::None;
  std::optional<TerminalSource> source;
  std::optional<std::string> request_id;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalDidOpenParams");
    fields.required("terminalId", self.terminal_id, "The shim's own id of the terminal.");
    fields.optional("name", self.name, "");
    fields.optional("pid", self.pid, "Of the shell.");
    fields.optional("cwd", self.cwd, "");
    fields.optional("shell", self.shell, "bash, zsh, fish, pwsh, …");
    fields.optional("shellPath", self.shell_path, "");
    fields.optional("cols", self.cols, "", screen_size);
    fields.optional("rows", self.rows, "", screen_size);
    fields.defaulted("integration", self.integration, "How well the terminal reports the actions of its shell.");
    fields.optional("source", self.source, "Overrides capabilities.terminal.source for this terminal.");
    fields.optional("requestId", self.request_id, "Of the terminal/create that made it.");
  }
};

struct TerminalDidChangeShellIntegrationParams {
  base::TerminalId terminal_id;
  Integration integration = Integration::None;
  std::optional<std::string> cwd;
  std::optional<std::string> shell;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalDidChangeShellIntegrationParams");
    fields.required("terminalId", self.terminal_id, "");
    fields.required("integration", self.integration, "");
    fields.optional("cwd", self.cwd, "");
    fields.optional("shell", self.shell, "");
  }
};

struct TerminalDidResizeParams {
  base::TerminalId terminal_id;
  int cols = 80;
  int rows = 24;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalDidResizeParams");
    fields.required("terminalId", self.terminal_id, "");
    fields.required("cols", self.cols, "", screen_size);
    fields.required("rows", self.rows, "", screen_size);
  }
};

/// Bytes of a terminal in a message: as text if they are well-formed, else as base64.
struct TerminalDataParams {
  base::TerminalId terminal_id;
  std::string data;
  Encoding encoding = Encoding::Text;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalDataParams");
    fields.required("terminalId", self.terminal_id, "");
    fields.required("data", self.data, "");
    fields.defaulted("encoding", self.encoding, "Of data; base64 where it may not be well-formed text.");
  }
};

struct TerminalParams {
  base::TerminalId terminal_id;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalParams");
    fields.required("terminalId", self.terminal_id, "");
  }
};

struct TerminalDidInputParams {
  base::TerminalId terminal_id;
  std::string data;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalDidInputParams");
    fields.required("terminalId", self.terminal_id, "");
    fields.required("data", self.data, "The keys the user typed into a shown owned terminal.");
  }
};

struct TerminalDidCloseParams {
  base::TerminalId terminal_id;
  std::optional<int> exit_code;
  std::optional<std::string> reason;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalDidCloseParams");
    fields.required("terminalId", self.terminal_id, "");
    fields.optional("exitCode", self.exit_code, "Of the shell.");
    fields.optional("reason", self.reason,
                    "process: the shell ended by itself, and exitCode is its own; user, extension, shutdown, or other "
                    "words: it was closed, and exitCode is not the shell's. Missing: as process.");
  }
};

/// A command line, and the editor's confidence in it: 0 low, 1 medium, 2 high.
struct CommandLine {
  std::string value;
  int confidence = 0;
  bool is_trusted = false;

  static void describe(auto& fields, auto& self) {
    fields.type("CommandLine");
    fields.required("value", self.value, "");
    fields.defaulted("confidence", self.confidence, "0 low, 1 medium, 2 high.", Within{0, 2});
    fields.defaulted("isTrusted", self.is_trusted, "The shell proved it with its nonce.");
  }
};

/// The knowledge of an earlier termhost about a command that outlived it.
struct ResumedExecution {
  base::ExecutionId execution_id;
  base::ToolCallId tool_call_id;
  std::optional<base::TaskId> task_id;
  std::string command;

  static void describe(auto& fields, auto& self) {
    fields.type("ResumedExecution");
    fields.required("executionId", self.execution_id, "By which agents know it: of terminal/didChangeStatus.");
    fields.required("toolCallId", self.tool_call_id, "");
    fields.optional("taskId", self.task_id, "");
    fields.required("command", self.command, "As the agent wrote it.");
  }
};

struct ShellExecutionDidStartParams {
  base::TerminalId terminal_id;
  std::string execution_id;  ///< the shim's own, not ours
  std::optional<CommandLine> command_line;
  std::optional<std::string> cwd;
  std::optional<ResumedExecution> resumed;

  static void describe(auto& fields, auto& self) {
    fields.type("ShellExecutionDidStartParams");
    fields.required("terminalId", self.terminal_id, "");
    fields.required("executionId", self.execution_id, "The shim's own id of the shell execution.");
    fields.optional("commandLine", self.command_line, "");
    fields.optional("cwd", self.cwd, "");
    fields.optional("resumed", self.resumed,
                    "The execution belongs to an agent, whose call an earlier termhost has answered.");
  }
};

struct ShellExecutionDidWriteParams {
  std::string execution_id;
  std::string data;
  Encoding encoding = Encoding::Text;
  std::optional<std::int64_t> index;

  static void describe(auto& fields, auto& self) {
    fields.type("ShellExecutionDidWriteParams");
    fields.required("executionId", self.execution_id, "");
    fields.required("data", self.data, "");
    fields.defaulted("encoding", self.encoding, "Of data; base64 where it may not be well-formed text.");
    fields.optional("index", self.index, "Of the chunk within its execution, from 0.", Within{0, INT32_MAX});
  }
};

struct ShellExecutionDidEndParams {
  std::string execution_id;
  std::optional<int> exit_code;
  std::optional<bool> drained;

  static void describe(auto& fields, auto& self) {
    fields.type("ShellExecutionDidEndParams");
    fields.required("executionId", self.execution_id, "");
    fields.optional("exitCode", self.exit_code, "Missing: the editor does not know it.");
    fields.optional("drained", self.drained, "All output was sent before this message.");
  }
};

}  // namespace termhost::protocol
