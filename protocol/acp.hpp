// The Agent Client Protocol's terminals. Version 1: the agent requests them (terminal/*). Version 2, a draft: the agent
// reports them to the client (session/update).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/methods.hpp"

namespace termhost::protocol::acp {

struct EnvVariable {
  std::string name, value;

  static void describe(auto& fields, auto& self) {
    fields.type("EnvVariable");
    fields.required("name", self.name, "");
    fields.required("value", self.value, "");
  }
};

struct CreateTerminalParams {
  std::string session_id;
  std::string command;
  std::optional<std::vector<std::string>> args;
  std::optional<std::vector<EnvVariable>> env;
  std::optional<std::string> cwd;
  std::optional<std::int64_t> output_byte_limit;

  static void describe(auto& fields, auto& self) {
    fields.type("CreateTerminalParams");
    fields.required("sessionId", self.session_id, "");
    fields.required("command", self.command, "");
    fields.optional("args", self.args, "");
    fields.optional("env", self.env, "");
    fields.optional("cwd", self.cwd, "");
    fields.optional("outputByteLimit", self.output_byte_limit, "", Within{0, INT64_MAX});
  }
};

struct TerminalId {
  std::string terminal_id;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalId");
    fields.required("terminalId", self.terminal_id, "");
  }
};

struct TerminalParams {
  std::string session_id;
  std::string terminal_id;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalParams");
    fields.required("sessionId", self.session_id, "");
    fields.required("terminalId", self.terminal_id, "");
  }
};

struct ExitStatus {
  std::optional<int> exit_code;
  std::optional<std::string> signal;

  static void describe(auto& fields, auto& self) {
    fields.type("ExitStatus");
    fields.nullable("exitCode", self.exit_code, "");
    fields.nullable("signal", self.signal, "");
  }
};

struct TerminalOutput {
  std::string output;
  bool truncated = false;
  std::optional<ExitStatus> exit_status;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalOutput");
    fields.required("output", self.output, "");
    fields.required("truncated", self.truncated, "");
    fields.nullable("exitStatus", self.exit_status, "");
  }
};

/// An answer that says no more than that it was done.
struct Done {
  static void describe(auto& fields, auto& /*self*/) { fields.type("Done"); }
};

/// Version 2: what has changed of a terminal; what is missing has not.
struct TerminalUpdate {
  std::string terminal_id;
  std::optional<std::string> command, cwd;
  std::optional<ExitStatus> exit_status;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalUpdate");
    fields.constant("sessionUpdate", "terminal_update");
    fields.required("terminalId", self.terminal_id, "");
    fields.optional("command", self.command, "");
    fields.optional("cwd", self.cwd, "");
    fields.optional("exitStatus", self.exit_status, "");
  }
};

/// Version 2: bytes that the terminal printed, base64, each piece by itself.
struct TerminalOutputChunk {
  std::string terminal_id;
  std::string data;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalOutputChunk");
    fields.constant("sessionUpdate", "terminal_output_chunk");
    fields.required("terminalId", self.terminal_id, "");
    fields.required("data", self.data, "");
  }
};

template <class Update>
struct SessionUpdate {
  std::string session_id;
  Update update;

  static void describe(auto& fields, auto& self) {
    fields.type("SessionUpdate");
    fields.required("sessionId", self.session_id, "");
    fields.required("update", self.update, "");
  }
};

namespace methods {

using enum Direction;

inline constexpr RequestMethod<CreateTerminalParams, TerminalId> create{"terminal/create", ToServer, ""};
inline constexpr RequestMethod<TerminalParams, TerminalOutput> output{"terminal/output", ToServer, ""};
inline constexpr RequestMethod<TerminalParams, ExitStatus> wait_for_exit{"terminal/wait_for_exit", ToServer, ""};
inline constexpr RequestMethod<TerminalParams, Done> kill{"terminal/kill", ToServer, ""};
inline constexpr RequestMethod<TerminalParams, Done> release{"terminal/release", ToServer, ""};
template <class Update>
inline constexpr NotificationMethod<SessionUpdate<Update>> session_update{"session/update", ToClient, ""};

}  // namespace methods
}  // namespace termhost::protocol::acp
