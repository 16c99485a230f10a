// Requests of termhost to the shim's terminals, and the way to start a shell.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "protocol/codec/fields.hpp"
#include "protocol/execution_result.hpp"
#include "protocol/lifecycle.hpp"
#include "protocol/sandbox.hpp"
#include "protocol/terminal.hpp"

namespace termhost::protocol {

struct TerminalLaunchParams {
  std::optional<std::string> cwd;
  std::optional<std::string> shell;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalLaunchParams");
    fields.optional("cwd", self.cwd, "");
    fields.optional("shell", self.shell, "A name or a path; missing: the user's own.");
  }
};

struct TerminalLaunchResult {
  std::vector<std::string> argv;
  std::map<std::string, std::string> env;
  std::string cwd;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalLaunchResult");
    fields.required("argv", self.argv, "");
    fields.required("env", self.env, "On top of the editor's own environment.");
    fields.required("cwd", self.cwd, "");
  }
};

struct TerminalCreateParams {
  std::string request_id;
  std::string cwd;
  std::string name;
  std::map<std::string, std::string> env;
  std::optional<std::vector<std::string>> argv;
  std::optional<std::string> shell;
  std::optional<base::TaskId> task_id;
  std::optional<bool> owned;
  std::optional<std::string> nonce;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalCreateParams");
    fields.required("requestId", self.request_id, "Comes back in terminal/didOpen.");
    fields.required("cwd", self.cwd, "");
    fields.required("name", self.name, "");
    fields.required("env", self.env, "On top of what the editor gives its terminals.");
    fields.optional("argv", self.argv, "The program to start; only for source \"bytes\".");
    fields.optional("shell", self.shell, "");
    fields.optional("taskId", self.task_id, "");
    fields.optional("owned", self.owned, "true: show a terminal that termhost runs; start nothing.");
    fields.optional(
        "nonce", self.nonce,
        "owned: the text that proves the marks of the shell integration in its bytes, for an editor that reads them.");
  }
};

struct TerminalCreateResult {
  base::TerminalId terminal_id;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalCreateResult");
    fields.required("terminalId", self.terminal_id, "");
  }
};

struct TerminalSubmitParams {
  base::TerminalId terminal_id;
  std::string text;
  SubmitMode mode = SubmitMode::Execute;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalSubmitParams");
    fields.required("terminalId", self.terminal_id, "");
    fields.required("text", self.text, "Taken as it is; for plain and paste it holds every keystroke.");
    fields.required("mode", self.mode,
                    "execute: the editor's own shell integration call, whose execution is read at once and named in "
                    "the answer; plain and paste: typed.");
  }
};

struct TerminalSubmitResult {
  std::optional<std::string> execution_id;  ///< the shim's own

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalSubmitResult");
    fields.optional("executionId", self.execution_id, "The execution that mode execute returned.");
  }
};

struct TerminalSendInputParams {
  base::TerminalId terminal_id;
  std::string text;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalSendInputParams");
    fields.required("terminalId", self.terminal_id, "");
    fields.required("text", self.text, "Raw keys.");
  }
};

struct TerminalControlParams {
  base::TerminalId terminal_id;
  std::optional<bool> preserve_focus;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalControlParams");
    fields.required("terminalId", self.terminal_id, "");
    fields.optional("preserveFocus", self.preserve_focus, "For terminal/show.");
  }
};

struct TerminalDidChangeStatusParams {
  base::TerminalId terminal_id;
  bool busy = false;
  std::optional<std::string> command;
  std::optional<std::string> cwd;
  std::optional<base::ExecutionId> execution_id;
  std::optional<base::ToolCallId> tool_call_id;
  std::optional<AwaitedInput> input;
  std::optional<std::string> agent;
  std::optional<SandboxPlace> sandbox;
  std::vector<int> unreached;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalDidChangeStatusParams");
    fields.required("terminalId", self.terminal_id, "");
    fields.required("busy", self.busy, "");
    fields.optional("command", self.command, "");
    fields.optional("cwd", self.cwd, "The directory in which the command was started.");
    fields.optional("executionId", self.execution_id, "termhost's own id.");
    fields.optional("toolCallId", self.tool_call_id,
                    "The call whose command it is; missing: the user's, or a preparation.");
    fields.optional("input", self.input, "The input that the command needs from the user.");
    fields.optional(
        "agent", self.agent,
        "The agent from outside of the editor whose command it is, with its process: \"claude (pid 123)\".");
    fields.optional("sandbox", self.sandbox, "The terminal's sandbox; missing: there is none.");
    fields.defaulted("unreached", self.unreached,
                     "Ports on which the command listens in a trial with a network of its own: nothing outside "
                     "reaches them.",
                     Within{1, 65535});
  }
};

}  // namespace termhost::protocol
