// initialize … exit, settings, trace, log and progress: what LSP's base protocol calls the lifecycle.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/codec/fields.hpp"
#include "protocol/settings.hpp"

namespace termhost::protocol {

enum class TerminalSource { Events, Bytes };
constexpr auto wire_names(TerminalSource /*tag*/) {
  return std::array{WireName{TerminalSource::Events, "events"}, WireName{TerminalSource::Bytes, "bytes"}};
}

enum class SubmitMode { Execute, Plain, Paste };
constexpr auto wire_names(SubmitMode /*tag*/) {
  return std::array{WireName{SubmitMode::Execute, "execute"}, WireName{SubmitMode::Plain, "plain"},
                    WireName{SubmitMode::Paste, "paste"}};
}

enum class Trace { Off, Messages, Verbose };
constexpr auto wire_names(Trace /*tag*/) {
  return std::array{WireName{Trace::Off, "off"}, WireName{Trace::Messages, "messages"},
                    WireName{Trace::Verbose, "verbose"}};
}

/// LSP's numbers: 1 error, 2 warning, 3 info, 4 log.
enum class LogLevel : int { Error = 1, Warning = 2, Info = 3, Log = 4 };

struct ProgramInfo {
  std::string name;
  std::optional<std::string> version;

  static void describe(auto& fields, auto& self) {
    fields.type("ProgramInfo");
    fields.required("name", self.name, "");
    fields.optional("version", self.version, "");
  }
};

struct WorkspaceFolder {
  std::string uri;
  std::optional<std::string> name;

  static void describe(auto& fields, auto& self) {
    fields.type("WorkspaceFolder");
    fields.required("uri", self.uri, "A file URI or an absolute path.");
    fields.optional("name", self.name, "");
  }
};

/// Abilities of the shim's terminals. Without this, termhost runs commands only in terminals of its own.
struct TerminalCapabilities {
  TerminalSource source = TerminalSource::Events;
  std::vector<SubmitMode> modes;
  bool interrupt = false;
  bool show = false;
  bool dispose = false;
  bool sync = false;
  bool owned = false;

  static void describe(auto& fields, auto& self) {
    fields.type("TerminalCapabilities");
    fields.required("source", self.source,
                    "events: the editor knows the shell executions; bytes: the shim sends the PTY's output.");
    fields.defaulted("modes", self.modes, "How terminal/submit may deliver text.");
    fields.defaulted("interrupt", self.interrupt, "terminal/interrupt works.");
    fields.defaulted("show", self.show, "terminal/show works.");
    fields.defaulted("dispose", self.dispose, "terminal/dispose works.");
    fields.defaulted("sync", self.sync, "terminal/sync works.");
    fields.defaulted("owned", self.owned, "The shim can show a terminal that termhost runs.");
  }
};

struct ClientCapabilities {
  std::optional<TerminalCapabilities> terminal;
  bool approval = false;
  bool agents = false;
  bool rendered_output = false;
  bool live_output = true;

  static void describe(auto& fields, auto& self) {
    fields.type("ClientCapabilities");
    fields.optional("terminal", self.terminal, "Missing: the shim has no terminals.");
    fields.defaulted("approval", self.approval, "The shim can ask the user (approval/request).");
    fields.defaulted("agents", self.agents,
                     "The shim can ask the user about agents (agent/requestAccess); termhost then listens for them.");
    fields.defaulted("renderedOutput", self.rendered_output,
                     "tool/calling brings rendered text, in whole lines that can no longer change; else the "
                     "terminal's own bytes with their control sequences, as they come.");
    fields.defaulted("liveOutput", self.live_output,
                     "false: live output is not wanted; tool/calling brings only `complete`.");
  }
};

struct InitializationOptions {
  std::optional<std::string> storage_dir;
  Json settings;  ///< decode_leniently() into Settings

  static void describe(auto& fields, auto& self) {
    fields.type("InitializationOptions");
    fields.optional("storageDir", self.storage_dir, "Where artifacts are kept; absolute.");
    fields.template deferred<Settings>("settings", self.settings, "Settings that differ from the defaults.");
  }
};

struct InitializeParams {
  std::optional<std::int64_t> process_id;
  std::optional<ProgramInfo> client_info;
  std::optional<std::vector<WorkspaceFolder>> workspace_folders;
  Trace trace = Trace::Off;
  ClientCapabilities capabilities;
  InitializationOptions initialization_options;

  static void describe(auto& fields, auto& self) {
    fields.type("InitializeParams");
    fields.nullable("processId", self.process_id, "The editor's process: termhost ends when it is gone.",
                    Within{1, INT32_MAX});
    fields.optional("clientInfo", self.client_info, "");
    fields.optional("workspaceFolders", self.workspace_folders, "");
    fields.defaulted("trace", self.trace, "");
    fields.defaulted("capabilities", self.capabilities, "");
    fields.defaulted("initializationOptions", self.initialization_options, "");
  }
};

struct WorkspaceFoldersChange {
  std::vector<WorkspaceFolder> added, removed;

  static void describe(auto& fields, auto& self) {
    fields.type("WorkspaceFoldersChange");
    fields.defaulted("added", self.added, "");
    fields.defaulted("removed", self.removed, "");
  }
};

struct DidChangeWorkspaceFoldersParams {
  WorkspaceFoldersChange event;

  static void describe(auto& fields, auto& self) {
    fields.type("DidChangeWorkspaceFoldersParams");
    fields.required("event", self.event, "");
  }
};

struct ServerCapabilities {
  std::vector<TerminalSource> terminal_sources{TerminalSource::Events, TerminalSource::Bytes};
  std::vector<std::string> tools;

  static void describe(auto& fields, auto& self) {
    fields.type("ServerCapabilities");
    fields.required("terminalSources", self.terminal_sources, "");
    fields.required("tools", self.tools, "Names for tool/call.");
  }
};

struct InitializeResult {
  ServerCapabilities capabilities;
  ProgramInfo server_info{"termhost", TERMHOST_VERSION};

  static void describe(auto& fields, auto& self) {
    fields.type("InitializeResult");
    fields.required("capabilities", self.capabilities, "");
    fields.required("serverInfo", self.server_info, "");
  }
};

struct SetTraceParams {
  Trace value = Trace::Off;

  static void describe(auto& fields, auto& self) {
    fields.type("SetTraceParams");
    fields.required("value", self.value, "");
  }
};

struct CancelParams {
  Json id;

  static void describe(auto& fields, auto& self) {
    fields.type("CancelParams");
    fields.required("id", self.id, "Of the request, a number or a string.");
  }
};

struct LogMessageParams {
  int type = static_cast<int>(LogLevel::Log);
  std::string message;

  static void describe(auto& fields, auto& self) {
    fields.type("LogMessageParams");
    fields.required("type", self.type, "1 error, 2 warning, 3 info, 4 log.", Within{1, 4});
    fields.required("message", self.message, "");
  }
};

struct DidChangeConfigurationParams {
  Json settings;  ///< decode_leniently() into Settings

  static void describe(auto& fields, auto& self) {
    fields.type("DidChangeConfigurationParams");
    fields.template deferred<Settings>("settings", self.settings,
                                       "A missing setting keeps its value; null resets it to its default.");
  }
};

}  // namespace termhost::protocol
