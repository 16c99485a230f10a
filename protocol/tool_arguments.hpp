// Arguments of the agent's tools. A model reads the descriptions.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "protocol/codec/fields.hpp"

namespace termhost::protocol {

inline constexpr Within tool_timeout_seconds{0, 7 * 24 * 3600};

struct UntilArguments {
  std::optional<std::string> pattern;
  std::optional<int> port;
  std::optional<bool> input;
  std::optional<double> quiet;

  static void describe(auto& fields, auto& self) {
    fields.type("UntilArguments");
    fields.optional("pattern", self.pattern, "Regex that a line matches.");
    fields.optional("port", self.port, "It listens on this port.", Within{1, 65535});
    fields.optional("input", self.input, "It waits for input; default true.");
    fields.optional("quiet", self.quiet, "Seconds without output.");
  }
};

enum class SandboxWish { Off };
constexpr auto wire_names(SandboxWish /*tag*/) { return std::array{WireName{SandboxWish::Off, "off"}}; }

struct ExecuteCommandArguments {
  std::string command;
  std::optional<std::string> cwd;
  std::optional<int> timeout;
  std::optional<bool> background;
  std::optional<bool> keep;
  std::optional<UntilArguments> until;
  std::optional<std::string> shell;
  std::optional<bool> pipes;
  std::optional<bool> required_cwd;
  std::optional<SandboxWish> sandbox;
  std::optional<std::string> justification;

  static void describe(auto& fields, auto& self) {
    fields.type("ExecuteCommandArguments");
    fields.required("command", self.command, "May have several lines.");
    fields.optional("cwd", self.cwd, "Default: where your last command left the shell.");
    fields.optional("timeout", self.timeout, "Seconds to wait; default: as long as your client allows.",
                    tool_timeout_seconds);
    fields.optional("background", self.background, "Don't wait.");
    fields.optional("keep", self.keep, "It survives this session; the user is asked.");
    fields.optional("until", self.until, "Conditions that end the wait earlier.");
    fields.optional("shell", self.shell, "bash, zsh, fish, sh, pwsh or a path.");
    fields.optional("pipes", self.pipes, "No terminal, no input; stderr separate.");
    fields.optional("required_cwd", self.required_cwd, "Use only a shell already in cwd.");
    fields.optional("sandbox", self.sandbox, "off: ask the user to run it for real.");
    fields.optional("justification", self.justification, "The reason; shown to the user.");
  }
};

struct ReadCommandOutputArguments {
  std::string artifact_id;
  std::optional<std::string> search;
  std::optional<std::int64_t> offset;
  std::optional<std::int64_t> limit;
  std::optional<std::int64_t> context_lines;

  static void describe(auto& fields, auto& self) {
    fields.type("ReadCommandOutputArguments");
    fields.required("artifact_id", self.artifact_id, "");
    fields.optional("search", self.search, "Regex.");
    fields.optional("offset", self.offset, "Byte; negative: from the end.");
    fields.optional("limit", self.limit, "Bytes; default 8192.", Within{1, INT32_MAX});
    fields.optional("context_lines", self.context_lines, "Around each match.", Within{0, 50});
  }
};

struct WaitForCommandArguments {
  std::string execution_id;
  std::optional<int> timeout;
  std::optional<UntilArguments> until;

  static void describe(auto& fields, auto& self) {
    fields.type("WaitForCommandArguments");
    fields.required("execution_id", self.execution_id, "");
    fields.optional("timeout", self.timeout, "Seconds; default 30.", tool_timeout_seconds);
    fields.optional("until", self.until, "As in execute_command, for new output.");
  }
};

struct ReadScreenArguments {
  std::string execution_id;

  static void describe(auto& fields, auto& self) {
    fields.type("ReadScreenArguments");
    fields.required("execution_id", self.execution_id, "");
  }
};

struct SendInputArguments {
  std::string execution_id;
  std::optional<std::string> text;
  std::optional<std::string> keys;

  static void describe(auto& fields, auto& self) {
    fields.type("SendInputArguments");
    fields.required("execution_id", self.execution_id, "");
    fields.optional("text", self.text, "Typed as is; a newline is Enter.");
    fields.optional("keys", self.keys, "Typed after text; named keys in <>: ihello<Esc>:wq<Enter>, <C-c>, <Up>.");
  }
};

enum class StopSignal { Interrupt, Terminate, Kill };
constexpr auto wire_names(StopSignal /*tag*/) {
  return std::array{WireName{StopSignal::Interrupt, "SIGINT"}, WireName{StopSignal::Terminate, "SIGTERM"},
                    WireName{StopSignal::Kill, "SIGKILL"}};
}

struct StopCommandArguments {
  std::string execution_id;
  std::optional<StopSignal> signal;

  static void describe(auto& fields, auto& self) {
    fields.type("StopCommandArguments");
    fields.required("execution_id", self.execution_id, "");
    fields.optional("signal", self.signal, "Default: each in turn until it ends.");
  }
};

struct ListTerminalsArguments {
  static void describe(auto& fields, auto& /*self*/) { fields.type("ListTerminalsArguments"); }
};

}  // namespace termhost::protocol
