// A command that goes on when termhost is killed, as the next termhost gets it from the terminal's guard: what can't be
// read again from the output.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "protocol/codec/fields.hpp"
#include "protocol/sandbox.hpp"
#include "sandbox/sandbox.hpp"

namespace termhost::host {

/// The sandbox of its terminal, as it was asked for.
struct KeptSandbox {
  protocol::SandboxPlace level = protocol::SandboxPlace::Off;
  protocol::SandboxNetwork network = protocol::SandboxNetwork::None;
  std::vector<std::string> writable, hidden, workspace, secret_files, readable;
  bool only_reads = false;

  static void describe(auto& fields, auto& self) {
    fields.type("KeptSandbox");
    fields.required("level", self.level, "");
    fields.required("network", self.network, "");
    fields.defaulted("writable", self.writable, "");
    fields.defaulted("hidden", self.hidden, "");
    fields.defaulted("workspace", self.workspace, "");
    fields.defaulted("secretFiles", self.secret_files, "");
    fields.defaulted("readable", self.readable, "");
    fields.defaulted("onlyReads", self.only_reads, "");
  }
};

[[nodiscard]] KeptSandbox to_kept(const sandbox::Sandbox& sandbox);
[[nodiscard]] sandbox::Sandbox from_kept(const KeptSandbox& kept);

struct KeptExecution {
  std::string workspace;  ///< the folder of the termhost that ran it
  base::ExecutionId execution;
  base::ToolCallId tool_call;
  base::TaskId task;
  std::string command, edited;     ///< as the agent wrote it; the user's version of it, if there is one
  std::string line, command_file;  ///< as the shell gets it; the private file with it, if it needs one
  std::string cwd;
  bool stays = false;                    ///< it outlives the orderly end of a termhost too
  std::optional<std::int64_t> limit_ms;  ///< from its start on: the command is to be stopped then

  std::string terminal_name, shell_path, asked_shell, start_mark, terminal_command_file;
  std::map<std::string, std::string> env;
  KeptSandbox sandbox;
  int columns = 0, rows = 0;
  bool has_keys = false, modes_repaired = false;
  std::string nonce, prompt_nonce;  ///< when the shell got the command
  std::string running_nonce;        ///< since it runs; empty: it has not begun
  std::int64_t begun_us = 0;        ///< its beginning on the machine's monotonic clock; 0: likewise

  static void describe(auto& fields, auto& self) {
    fields.type("KeptExecution");
    fields.required("workspace", self.workspace, "");
    fields.required("execution", self.execution, "");
    fields.required("toolCall", self.tool_call, "");
    fields.required("task", self.task, "");
    fields.required("command", self.command, "");
    fields.defaulted("edited", self.edited, "");
    fields.required("line", self.line, "");
    fields.defaulted("commandFile", self.command_file, "");
    fields.required("cwd", self.cwd, "");
    fields.defaulted("stays", self.stays, "");
    fields.optional("limitMs", self.limit_ms, "");
    fields.required("terminalName", self.terminal_name, "");
    fields.required("shellPath", self.shell_path, "");
    fields.defaulted("askedShell", self.asked_shell, "");
    fields.defaulted("startMark", self.start_mark, "");
    fields.defaulted("terminalCommandFile", self.terminal_command_file, "");
    fields.defaulted("env", self.env, "");
    fields.required("sandbox", self.sandbox, "");
    fields.required("columns", self.columns, "");
    fields.required("rows", self.rows, "");
    fields.defaulted("hasKeys", self.has_keys, "");
    fields.defaulted("modesRepaired", self.modes_repaired, "");
    fields.required("nonce", self.nonce, "");
    fields.defaulted("promptNonce", self.prompt_nonce, "");
    fields.defaulted("runningNonce", self.running_nonce, "");
    fields.defaulted("begunUs", self.begun_us, "");
  }
};

/// Its text in the memory that the guard holds.
[[nodiscard]] std::string to_text(const KeptExecution& kept);
/// Nothing if it is not one that this termhost understands.
[[nodiscard]] std::optional<KeptExecution> kept_execution(std::string_view text);

}  // namespace termhost::host
