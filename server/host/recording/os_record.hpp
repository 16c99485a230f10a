// What the operating system said in a recorded session, as the values of a transcript's "os" lines: what it answered
// (opened, launched, envelopePath, envelope, enforcement, refusals, confinement, holders, foregroundIsShell, standsIn,
// inputSide, repairedModes, seenShell, inputReader, processTree, foundShell, executionId) and what happened by itself
// (wrote, exited, timer).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "host/ports/ports.hpp"
#include "host/state/configuration.hpp"
#include "protocol/codec/fields.hpp"
#include "protocol/execution_result.hpp"
#include "protocol/terminal.hpp"

namespace termhost::host {

constexpr auto wire_names(Stream /*tag*/) {
  return std::array{protocol::WireName{Stream::Stdout, "stdout"}, protocol::WireName{Stream::Stderr, "stderr"}};
}
constexpr auto wire_names(OpenErrorCode /*tag*/) {
  return std::array{protocol::WireName{OpenErrorCode::ShellNotFound, "shell_not_found"},
                    protocol::WireName{OpenErrorCode::DirectoryNotFound, "directory_not_found"},
                    protocol::WireName{OpenErrorCode::NoPty, "no_pty"},
                    protocol::WireName{OpenErrorCode::SpawnFailed, "spawn_failed"},
                    protocol::WireName{OpenErrorCode::NotConfined, "not_confined"}};
}

namespace record {

inline constexpr std::string_view environment = "environment";
inline constexpr std::string_view confinement = "confinement";
inline constexpr std::string_view opened = "opened";
inline constexpr std::string_view launched = "launched";
inline constexpr std::string_view envelope_path = "envelopePath";
inline constexpr std::string_view envelope = "envelope";
inline constexpr std::string_view holders = "holders";
inline constexpr std::string_view enforcement = "enforcement";
inline constexpr std::string_view refusals = "refusals";
inline constexpr std::string_view foreground_is_shell = "foregroundIsShell";
inline constexpr std::string_view stands_in = "standsIn";
inline constexpr std::string_view input_side = "inputSide";
inline constexpr std::string_view repaired_modes = "repairedModes";
inline constexpr std::string_view seen_shell = "seenShell";
inline constexpr std::string_view input_reader = "inputReader";
inline constexpr std::string_view process_tree = "processTree";
inline constexpr std::string_view found_shell = "foundShell";
inline constexpr std::string_view execution_id = "executionId";
inline constexpr std::string_view wrote = "wrote";
inline constexpr std::string_view exited = "exited";
/// The number of the one that fell due, from 1 as they were set. A recording begins with 0: its replay waits for these.
inline constexpr std::string_view timer = "timer";

struct Environment {
  HostEnvironment value;
  Settings settings{};

  static void describe(auto& fields, auto& self) {
    fields.type("Environment");
    fields.required("defaultShell", self.value.default_shell, "");
    fields.required("cwd", self.value.cwd, "");
    fields.defaulted("settings", self.settings, "");
  }
};

struct Confined {
  Confinement value;

  static void describe(auto& fields, auto& self) {
    Confinement::describe(fields, self.value);
    fields.type("Confined");
    fields.defaulted("problem", self.value.problem, "");
  }
};

struct Failure {
  OpenErrorCode code = OpenErrorCode::SpawnFailed;
  std::string context;

  static void describe(auto& fields, auto& self) {
    fields.type("Failure");
    fields.required("code", self.code, "");
    fields.required("context", self.context, "");
  }
};

struct Opened {
  std::optional<Failure> error;
  OpenedTerminal value;

  static void describe(auto& fields, auto& self) {
    fields.type("Opened");
    fields.optional("error", self.error, "");
    fields.nullable("pid", self.value.pid, "");
    fields.required("nonce", self.value.nonce, "");
    fields.required("envelopePath", self.value.envelope_path, "");
    fields.required("startMark", self.value.start_mark, "");
  }
};

struct Launched {
  std::optional<Failure> error;
  ShellLaunch value;

  static void describe(auto& fields, auto& self) {
    fields.type("Launched");
    fields.optional("error", self.error, "");
    fields.required("argv", self.value.argv, "");
    fields.required("env", self.value.env, "");
    fields.required("nonce", self.value.nonce, "");
    fields.required("startMark", self.value.start_mark, "");
    fields.required("envelopePath", self.value.envelope_path, "");
  }
};

struct EnvelopePath {
  std::optional<std::string> error;
  std::string path;

  static void describe(auto& fields, auto& self) {
    fields.type("EnvelopePath");
    fields.optional("error", self.error, "");
    fields.required("path", self.path, "");
  }
};

struct Envelope {
  std::optional<std::string> error;

  static void describe(auto& fields, auto& self) {
    fields.type("Envelope");
    fields.optional("error", self.error, "");
  }
};

struct Enforcement {
  sandbox::Enforcement value;

  static void describe(auto& fields, auto& self) {
    fields.type("Enforcement");
    fields.required("by", self.value.by, "");
    fields.required("gaps", self.value.gaps, "");
    fields.required("problem", self.value.problem, "");
    fields.defaulted("hasView", self.value.has_view, "");
    fields.defaulted("whyNoView", self.value.why_no_view, "");
    fields.defaulted("hidden", self.value.hidden, "");
  }
};

struct StandsIn {
  bool known = false, stands = false;

  static void describe(auto& fields, auto& self) {
    fields.type("StandsIn");
    fields.required("known", self.known, "");
    fields.required("stands", self.stands, "");
  }
};

struct SeenSide {
  bool there = false;
  InputSide value;

  static void describe(auto& fields, auto& self) {
    fields.type("SeenSide");
    fields.required("there", self.there, "");
    fields.required("readsKeys", self.value.reads_keys, "");
    fields.required("shellHasIt", self.value.shell_has_it, "");
    fields.required("outputUnread", self.value.output_unread, "");
    fields.required("unread", self.value.unread, "");
  }
};

struct SeenShell {
  bool there = false;
  ShellView value;

  static void describe(auto& fields, auto& self) {
    fields.type("SeenShell");
    fields.required("there", self.there, "");
    fields.required("hasChildren", self.value.has_children, "");
    fields.required("programAwaitsInput", self.value.program_awaits_input, "");
    fields.defaulted("shellAwaitsInput", self.value.shell_awaits_input, "");
    fields.defaulted("ignoresInterrupt", self.value.ignores_interrupt, "");
    fields.required("cwd", self.value.cwd, "");
  }
};

struct SeenReader {
  bool there = false;
  terminal::InputReader value;

  static void describe(auto& fields, auto& self) {
    fields.type("SeenReader");
    fields.required("there", self.there, "");
    fields.defaulted("process", self.value.process, "");
    fields.defaulted("isShell", self.value.is_shell, "");
    fields.defaulted("replaced", self.value.replaced, "");
    fields.defaulted("wholeLines", self.value.whole_lines, "");
    fields.defaulted("echoes", self.value.echoes, "");
    fields.defaulted("keepsReturn", self.value.keeps_return, "");
    fields.defaulted("certain", self.value.certain, "");
  }
};

struct TreeProcess {
  terminal::SeenProcess value;

  static void describe(auto& fields, auto& self) {
    fields.type("TreeProcess");
    fields.required("pid", self.value.pid, "");
    fields.required("parent", self.value.parent, "");
    fields.required("started", self.value.started, "");
    fields.required("name", self.value.name, "");
    fields.required("ofShell", self.value.of_shell, "");
    fields.required("foreground", self.value.foreground, "");
    fields.defaulted("folderGone", self.value.folder_gone, "");
    fields.required("cpuMs", self.value.spent.cpu_ms, "");
    fields.required("readBytes", self.value.spent.read_bytes, "");
    fields.required("writtenBytes", self.value.spent.written_bytes, "");
    fields.required("peakMemory", self.value.peak_memory, "");
    fields.required("listening", self.value.listening, "");
  }
};

struct FoundShell {
  std::optional<Failure> error;
  std::string path;

  static void describe(auto& fields, auto& self) {
    fields.type("FoundShell");
    fields.optional("error", self.error, "");
    fields.required("path", self.path, "");
  }
};

struct Wrote {
  base::TerminalId terminal_id;
  Stream stream = Stream::Stdout;
  std::string data;
  protocol::Encoding encoding = protocol::Encoding::Text;

  static void describe(auto& fields, auto& self) {
    fields.type("Wrote");
    fields.required("terminalId", self.terminal_id, "");
    fields.required("stream", self.stream, "");
    fields.required("data", self.data, "");
    fields.defaulted("encoding", self.encoding, "");
  }
};

struct Exited {
  base::TerminalId terminal_id;
  ExitStatus status;
  std::vector<protocol::OutputHolder> holders;

  static void describe(auto& fields, auto& self) {
    fields.type("Exited");
    fields.required("terminalId", self.terminal_id, "");
    fields.nullable("code", self.status.code, "");
    fields.nullable("signal", self.status.signal, "");
    fields.optional("cpuMs", self.status.cpu_ms, "");
    fields.optional("peakMemory", self.status.peak_memory, "");
    fields.required("holders", self.holders, "");
  }
};

}  // namespace record
}  // namespace termhost::host
