// Running commands, their output, and finished commands: environment/details and the tool list_terminals.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "protocol/codec/fields.hpp"
#include "protocol/hidden_secrets.hpp"
#include "protocol/sandbox.hpp"
#include "protocol/terminal.hpp"

namespace termhost::protocol {

/// An execution in environment/details: its news since the last report.
struct ExecutionNews {
  base::ExecutionId execution_id;
  std::string command;
  bool running = false;
  bool hot = false;
  std::optional<int> exit_code;
  std::optional<std::string> signal;
  std::string new_output;
  std::optional<std::int64_t> omitted_bytes;
  bool waiting = false;
  std::optional<std::string> artifact_id;

  static void describe(auto& fields, auto& self) {
    fields.type("ExecutionNews");
    fields.required("executionId", self.execution_id, "");
    fields.required("command", self.command, "");
    fields.required("running", self.running, "");
    fields.defaulted("hot", self.hot, "Printed a moment ago.");
    fields.nullable("exitCode", self.exit_code, "");
    fields.nullable("signal", self.signal, "");
    fields.required("newOutput", self.new_output,
                    "Output since the last report, or a preview of it with its gaps marked.");
    fields.optional("omittedBytes", self.omitted_bytes, "New too, and left out of newOutput.", Within{0, INT64_MAX});
    fields.defaulted("waiting", self.waiting, "For a terminal; it has not started.");
    fields.nullable("artifactId", self.artifact_id, "");
  }
};

struct TerminalDetails {
  base::TerminalId terminal_id;
  std::optional<std::string> name;
  std::optional<std::string> host;
  std::optional<std::string> cwd;
  std::optional<std::string> shell;
  std::optional<base::TaskId> task_id;
  bool busy = false;
  bool owned = false;
  std::optional<SandboxPlace> sandbox;
  std::optional<std::string> last_command;
  std::optional<int> exit_code;
  std::vector<ExecutionNews> executions;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalDetails");
    fields.required("terminalId", self.terminal_id, "");
    fields.optional("name", self.name, "");
    fields.optional("host", self.host, "The machine that it is on; missing: the user's.");
    fields.optional("cwd", self.cwd, "");
    fields.optional("shell", self.shell, "");
    fields.optional("taskId", self.task_id, "The task that has it.");
    fields.required("busy", self.busy, "");
    fields.required("owned", self.owned, "Run by termhost, not by the editor.");
    fields.optional("sandbox", self.sandbox, "The sandbox that everything in it runs in.");
    fields.optional("lastCommand", self.last_command, "The task's own command that ended last in it.");
    fields.optional("exitCode", self.exit_code, "Of lastCommand; missing: unknown.");
    fields.required("executions", self.executions,
                    "The task's own: finished ones first, oldest first, then the running one.");
  }
};

struct EnvironmentDetailsResult {
  std::string text;
  std::vector<TerminalDetails> terminals;
  std::vector<ExecutionNews> waiting;

  static void describe(auto& fields, auto& self) {
    fields.type("EnvironmentDetailsResult");
    fields.required("text", self.text, "For the model.");
    fields.required("terminals", self.terminals, "");
    fields.defaulted("waiting", self.waiting, "Commands that wait for a terminal, and those that never got one.");
  }
};

struct ListTerminalsResult {
  std::vector<TerminalDetails> terminals;

  static void describe(auto& fields, auto& self) {
    fields.type("ListTerminalsResult");
    fields.required("terminals", self.terminals, "");
  }
};

/// Structured result of read_command_output.
struct ReadCommandOutputResult {
  std::string artifact_id;
  std::string text;
  std::int64_t offset = 0;
  std::optional<std::int64_t> next_offset;
  std::int64_t total_bytes = 0;
  std::optional<std::int64_t> matches;
  std::optional<HiddenSecrets> hidden;
  bool complete = true;

  static void describe(auto& fields, auto& self) {
    constexpr Within count{0, INT64_MAX};
    fields.type("ReadCommandOutputResult");
    fields.required("artifactId", self.artifact_id, "");
    fields.required("text", self.text,
                    "The output from offset on, unchanged except for secrets; for a search the matching lines with "
                    "their numbers.");
    fields.required("offset", self.offset, "Where text begins.", count);
    fields.nullable("nextOffset", self.next_offset, "The offset to continue at; null at the end.", count);
    fields.required("totalBytes", self.total_bytes, "", count);
    fields.optional("matches", self.matches, "Lines that match, of the whole output.", count);
    fields.optional("hidden", self.hidden, "The secrets that labels such as [secret NAME hidden] replace in text.");
    fields.required("complete", self.complete, "The shown part ends with the output.");
  }
};

}  // namespace termhost::protocol
