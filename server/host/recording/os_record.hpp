// The operating system's part in a recorded session, as the values of a transcript's "os" lines: answers (opened,
// launched, envelopePath, envelope, shellState, enforcement, refusals, changes, confinement, holders,
// foregroundIsShell, standsIn, inputSide, repairedModes, seenShell, inputReader, processTree, foundShell, executionId)
// and events (wrote, exited, timer).
#pragma once

#include <array>
#include <cstdint>
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
inline constexpr std::string_view shell_state = "shellState";
inline constexpr std::string_view holders = "holders";
inline constexpr std::string_view enforcement = "enforcement";
inline constexpr std::string_view refusals = "refusals";
inline constexpr std::string_view changes = "changes";
inline constexpr std::string_view foreground_is_shell = "foregroundIsShell";
inline constexpr std::string_view stands_in = "standsIn";
inline constexpr std::string_view input_side = "inputSide";
inline constexpr std::string_view outdated = "outdated";
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

struct DetailedRule {
  int list = 0;  ///< as approval::DetailedRule::List, and `sandbox` as sandbox::Level
  std::string text, reason, folder;
  std::optional<int> sandbox;

  static void describe(auto& fields, auto& self) {
    fields.type("DetailedRule");
    fields.required("list", self.list, "");
    fields.required("text", self.text, "");
    fields.defaulted("reason", self.reason, "");
    fields.defaulted("folder", self.folder, "");
    fields.optional("sandbox", self.sandbox, "");
  }
};

struct Rules {
  std::vector<std::string> allowed, denied, asked, secret_files;
  std::vector<DetailedRule> detailed;
  bool read_only = true;  ///< the built-in rules
  std::string problem;

  static void describe(auto& fields, auto& self) {
    fields.type("Rules");
    fields.defaulted("allowed", self.allowed, "");
    fields.defaulted("denied", self.denied, "");
    fields.defaulted("asked", self.asked, "");
    fields.defaulted("secretFiles", self.secret_files, "");
    fields.defaulted("detailed", self.detailed, "");
    fields.defaulted("readOnly", self.read_only, "");
    fields.defaulted("problem", self.problem, "");
  }
};

[[nodiscard]] Rules to_record(const approval::PolicyRules& rules);
[[nodiscard]] approval::PolicyRules from_record(const Rules& rules);

struct Environment {
  HostEnvironment value;
  Settings settings{};
  std::optional<Rules> rules{};  ///< `value.own_rules`

  static void describe(auto& fields, auto& self) {
    fields.type("Environment");
    fields.required("defaultShell", self.value.default_shell, "");
    fields.required("cwd", self.value.cwd, "");
    fields.defaulted("settings", self.settings, "");
    fields.optional("rules", self.rules, "");
  }
};

struct Changes {
  std::vector<protocol::SandboxChange> list;
  std::int64_t more = 0;
  bool is_complete = true;
  std::vector<std::string> caches;

  static void describe(auto& fields, auto& self) {
    fields.type("Changes");
    fields.required("list", self.list, "");
    fields.defaulted("more", self.more, "");
    fields.defaulted("isComplete", self.is_complete, "");
    fields.defaulted("caches", self.caches, "");
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

/// The fields of an answer's value.
template <class T>
struct Fields;

template <>
struct Fields<OpenError> {
  static void describe(auto& fields, auto& error) {
    fields.required("code", error.code, "");
    fields.required("context", error.context, "");
  }
};

template <>
struct Fields<OpenedTerminal> {
  static void describe(auto& fields, auto& facts) {
    fields.nullable("pid", facts.pid, "");
    fields.required("nonce", facts.nonce, "");
    fields.required("envelopePath", facts.envelope_path, "");
    fields.required("startMark", facts.start_mark, "");
  }
};

template <>
struct Fields<ShellLaunch> {
  static void describe(auto& fields, auto& launch) {
    fields.required("argv", launch.argv, "");
    fields.required("env", launch.env, "");
    fields.required("nonce", launch.nonce, "");
    fields.required("startMark", launch.start_mark, "");
    fields.required("envelopePath", launch.envelope_path, "");
  }
};

template <>
struct Fields<shell::ShellState> {
  static void describe(auto& fields, auto& state) {
    fields.defaulted("variables", state.variables, "");
    fields.defaulted("umask", state.umask, "");
    fields.defaulted("options", state.options, "");
  }
};

template <>
struct Fields<std::string> {
  static void describe(auto& fields, auto& path) { fields.required("path", path, ""); }
};

template <>
struct Fields<protocol::Nothing> {
  static void describe(auto& /*fields*/, auto& /*nothing*/) {}
};

template <>
struct Fields<sandbox::Enforcement> {
  static void describe(auto& fields, auto& means) {
    fields.required("by", means.by, "");
    fields.required("gaps", means.gaps, "");
    fields.required("problem", means.problem, "");
    fields.defaulted("hasView", means.has_view, "");
    fields.defaulted("whyNoView", means.why_no_view, "");
    fields.defaulted("hidden", means.hidden, "");
    fields.defaulted("missing", means.missing, "");
  }
};

template <>
struct Fields<InputSide> {
  static void describe(auto& fields, auto& side) {
    fields.required("readsKeys", side.reads_keys, "");
    fields.required("shellHasIt", side.shell_has_it, "");
    fields.required("outputUnread", side.output_unread, "");
    fields.required("unread", side.unread, "");
  }
};

template <>
struct Fields<ShellView> {
  static void describe(auto& fields, auto& view) {
    fields.required("hasChildren", view.has_children, "");
    fields.required("programAwaitsInput", view.program_awaits_input, "");
    fields.defaulted("shellAwaitsInput", view.shell_awaits_input, "");
    fields.defaulted("ignoresInterrupt", view.ignores_interrupt, "");
    fields.required("cwd", view.cwd, "");
  }
};

template <>
struct Fields<terminal::InputReader> {
  static void describe(auto& fields, auto& reader) {
    fields.defaulted("process", reader.process, "");
    fields.defaulted("isShell", reader.is_shell, "");
    fields.defaulted("replaced", reader.replaced, "");
    fields.defaulted("wholeLines", reader.whole_lines, "");
    fields.defaulted("echoes", reader.echoes, "");
    fields.defaulted("keepsReturn", reader.keeps_return, "");
    fields.defaulted("certain", reader.certain, "");
  }
};

template <>
struct Fields<terminal::SeenProcess> {
  static void describe(auto& fields, auto& process) {
    fields.required("pid", process.pid, "");
    fields.required("parent", process.parent, "");
    fields.required("started", process.started, "");
    fields.required("name", process.name, "");
    fields.required("ofShell", process.of_shell, "");
    fields.required("foreground", process.foreground, "");
    fields.defaulted("folderGone", process.folder_gone, "");
    fields.required("cpuMs", process.spent.cpu_ms, "");
    fields.required("readBytes", process.spent.read_bytes, "");
    fields.required("writtenBytes", process.spent.written_bytes, "");
    fields.required("peakMemory", process.peak_memory, "");
    fields.required("listening", process.listening, "");
  }
};

template <>
struct Fields<Holder> {
  static void describe(auto& fields, auto& holder) {
    fields.required("pid", holder.pid, "");
    fields.required("name", holder.name, "");
  }
};

/// A value that is always there.
template <class T>
struct Value {
  T value{};

  static void describe(auto& fields, auto& self) { Fields<T>::describe(fields, self.value); }
};

/// A value, or nothing; an error, or the value.
template <class T>
struct Seen {
  bool there = false;
  T value{};

  static void describe(auto& fields, auto& self) {
    fields.required("there", self.there, "");
    Fields<T>::describe(fields, self.value);
  }
};

template <>
struct Seen<bool> {
  bool there = false, value = false;

  static void describe(auto& fields, auto& self) {
    fields.required("known", self.there, "");
    fields.required("stands", self.value, "");
  }
};

template <class T, class Error>
struct Outcome {
  std::optional<Error> error;
  T value{};

  static void describe(auto& fields, auto& self) {
    fields.optional("error", self.error, "");
    Fields<T>::describe(fields, self.value);
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
  std::vector<Value<Holder>> holders;

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
