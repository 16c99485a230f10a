// The structured form of a tool result; `exec --json` prints the same.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "protocol/codec/fields.hpp"
#include "protocol/hidden_secrets.hpp"
#include "protocol/sandbox.hpp"

namespace termhost::protocol {

enum class ResultStatus {
  Completed,
  Running,
  WaitingForInput,
  Waiting,
  TimedOut,
  Stopped,
  Rejected,
  Denied,
  Lost,
  FailedToStart
};
constexpr auto wire_names(ResultStatus /*tag*/) {
  return std::array{WireName{ResultStatus::Completed, "completed"},
                    WireName{ResultStatus::Running, "running"},
                    WireName{ResultStatus::WaitingForInput, "waiting_for_input"},
                    WireName{ResultStatus::Waiting, "waiting"},
                    WireName{ResultStatus::TimedOut, "timed_out"},
                    WireName{ResultStatus::Stopped, "stopped"},
                    WireName{ResultStatus::Rejected, "rejected"},
                    WireName{ResultStatus::Denied, "denied"},
                    WireName{ResultStatus::Lost, "lost"},
                    WireName{ResultStatus::FailedToStart, "failed_to_start"}};
}

/// The evidence for the end of an execution.
enum class EndedBy { Wait, EndEvent, EndMark, NextPrompt, TerminalClosed };
constexpr auto wire_names(EndedBy /*tag*/) {
  return std::array{WireName{EndedBy::Wait, "wait"}, WireName{EndedBy::EndEvent, "end_event"},
                    WireName{EndedBy::EndMark, "end_mark"}, WireName{EndedBy::NextPrompt, "next_prompt"},
                    WireName{EndedBy::TerminalClosed, "terminal_closed"}};
}

enum class Certainty { Certain, Likely, Unknown };
constexpr auto wire_names(Certainty /*tag*/) {
  return std::array{WireName{Certainty::Certain, "certain"}, WireName{Certainty::Likely, "likely"},
                    WireName{Certainty::Unknown, "unknown"}};
}

enum class RewriteKind { None, Flattened, Grouped, Eval, Prefix, Envelope, Edited };
constexpr auto wire_names(RewriteKind /*tag*/) {
  return std::array{WireName{RewriteKind::None, "none"},       WireName{RewriteKind::Flattened, "flattened"},
                    WireName{RewriteKind::Grouped, "grouped"}, WireName{RewriteKind::Eval, "eval"},
                    WireName{RewriteKind::Prefix, "prefix"},   WireName{RewriteKind::Envelope, "envelope"},
                    WireName{RewriteKind::Edited, "edited"}};
}

/// Shell integration as a result names it: the terminal's own, or who ran the command instead.
enum class ResultIntegration { None, Basic, Rich, Owned, Pipes };
constexpr auto wire_names(ResultIntegration /*tag*/) {
  return std::array{WireName{ResultIntegration::None, "none"}, WireName{ResultIntegration::Basic, "basic"},
                    WireName{ResultIntegration::Rich, "rich"}, WireName{ResultIntegration::Owned, "owned"},
                    WireName{ResultIntegration::Pipes, "pipes"}};
}

struct Rewrite {
  RewriteKind kind = RewriteKind::None;
  std::string reason;

  static void describe(auto& fields, auto& self) {
    fields.type("Rewrite");
    fields.required("kind", self.kind, "");
    fields.required("reason", self.reason, "");
  }
};

struct OmittedRange {
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
  std::int64_t lines = 0;
  std::optional<std::string> folded;

  static void describe(auto& fields, auto& self) {
    constexpr Within count{0, INT64_MAX};
    fields.type("OmittedRange");
    fields.required("offset", self.offset, "Where to read it with read_command_output.", count);
    fields.required("bytes", self.bytes, "", count);
    fields.required("lines", self.lines, "", count);
    fields.optional("folded", self.folded, "Their kind, in words; missing: lines that did not fit.");
  }
};

struct CommandOutput {
  std::string text;
  std::int64_t total_bytes = 0;
  std::int64_t total_lines = 0;
  std::vector<OmittedRange> omitted;
  std::optional<HiddenSecrets> hidden;
  std::optional<std::string> artifact_id;
  std::optional<base::TaskId> task_id;
  std::optional<std::string> problem;
  std::optional<std::int64_t> offset;

  static void describe(auto& fields, auto& self) {
    constexpr Within count{0, INT64_MAX};
    fields.type("CommandOutput");
    fields.required("text", self.text, "All of it, or a preview with its gaps marked.");
    fields.required("totalBytes", self.total_bytes, "", count);
    fields.required("totalLines", self.total_lines, "", count);
    fields.required("omitted", self.omitted, "The parts that the preview leaves out.");
    fields.optional("hidden", self.hidden, "The secrets that labels such as [secret NAME hidden] replace in text.");
    fields.nullable("artifactId", self.artifact_id, "For read_command_output.");
    fields.optional("taskId", self.task_id,
                    "With tool/output: the task whose artifact it is, for read_command_output.");
    fields.optional("problem", self.problem, "Why text is incomplete, or could not be kept.");
    fields.optional("offset", self.offset,
                    "Where text begins in the whole output; earlier answers had the output before it.", count);
  }
};

struct OutputHolder {
  int pid = 0;
  std::string name;

  static void describe(auto& fields, auto& self) {
    fields.type("OutputHolder");
    fields.required("pid", self.pid, "");
    fields.required("name", self.name, "");
  }
};

struct PipelineStage {
  std::optional<std::string> command;
  std::optional<int> exit_code;

  static void describe(auto& fields, auto& self) {
    fields.type("PipelineStage");
    fields.nullable("command", self.command, "null: it is not known which of several pipelines came last.");
    fields.nullable("exitCode", self.exit_code, "null: the shell told only the last one's.");
  }
};

/// The kind of input that a command waits for, by the terminal's state and the program.
enum class InputKind { Line, Secret, Key, Repl, Pager, Editor };
constexpr auto wire_names(InputKind /*tag*/) {
  return std::array{WireName{InputKind::Line, "line"},   WireName{InputKind::Secret, "secret"},
                    WireName{InputKind::Key, "key"},     WireName{InputKind::Repl, "repl"},
                    WireName{InputKind::Pager, "pager"}, WireName{InputKind::Editor, "editor"}};
}

struct AwaitedInput {
  std::string process;
  InputKind kind = InputKind::Line;
  std::string prompt;
  bool likely = false;

  static void describe(auto& fields, auto& self) {
    fields.type("AwaitedInput");
    fields.required("process", self.process, "");
    fields.required("kind", self.kind, "");
    fields.required("prompt", self.prompt, "The last line of what it shows.");
    fields.defaulted("likely", self.likely, "The process is hidden; only the terminal's modes show the wait.");
  }
};

/// The condition, apart from input, that ended the wait for a running command.
struct UntilMet {
  std::optional<std::string> line;
  std::optional<int> port;
  std::optional<double> quiet;

  static void describe(auto& fields, auto& self) {
    fields.type("UntilMet");
    fields.optional("line", self.line, "That matches the pattern.");
    fields.optional("port", self.port, "That it listens on.", Within{1, 65535});
    fields.optional("quiet", self.quiet, "Seconds for which it has printed nothing.");
  }
};

struct Cost {
  std::optional<std::int64_t> cpu_ms;
  std::optional<std::uint64_t> read_bytes, written_bytes, peak_memory_bytes;
  bool peak_at_least = false;

  static void describe(auto& fields, auto& self) {
    constexpr Within count{0, INT64_MAX};
    fields.type("Cost");
    fields.optional("cpuMs", self.cpu_ms, "Processor time.", count);
    fields.optional("readBytes", self.read_bytes, "From files, pipes, sockets and terminals.", count);
    fields.optional("writtenBytes", self.written_bytes, "", count);
    fields.optional("peakMemoryBytes", self.peak_memory_bytes, "Of its largest process.", count);
    fields.defaulted("peakAtLeast", self.peak_at_least, "It may have been more: it was only sampled.");
  }
};

struct ExecutionResult {
  std::string message;
  ResultStatus status = ResultStatus::Completed;
  std::optional<int> exit_code;
  std::optional<std::string> signal;
  std::optional<EndedBy> ended_by;
  Certainty certainty = Certainty::Unknown;
  std::vector<PipelineStage> pipeline;
  std::string command;
  std::optional<std::string> edited_command;
  std::optional<std::string> submitted;
  std::optional<std::string> reason;
  std::vector<std::string> notes;
  Rewrite rewrite;
  std::optional<std::string> host;
  std::string cwd;
  std::string shell;
  ResultIntegration integration = ResultIntegration::None;
  std::optional<ResultSandbox> sandbox;
  std::optional<base::TerminalId> terminal_id;
  std::optional<base::ExecutionId> execution_id;
  base::ToolCallId tool_call_id;
  std::int64_t duration_ms = 0;
  CommandOutput output;
  std::optional<std::string> screen;
  std::optional<AwaitedInput> input;
  std::optional<UntilMet> met;
  std::vector<int> listening;
  std::optional<Cost> cost;
  std::optional<CommandOutput> stderr_output;  ///< only for pipes
  std::vector<OutputHolder> holders;
  std::vector<OutputHolder> left_running;

  static void describe(auto& fields, auto& self) {
    fields.type("ExecutionResult");
    fields.defaulted("message", self.message, "For a model: everything except the output itself.");
    fields.required("status", self.status, "");
    fields.nullable("exitCode", self.exit_code, "null: there is none, or it is unknown.");
    fields.nullable("signal", self.signal, "SIGKILL, …");
    fields.nullable("endedBy", self.ended_by, "The evidence for the end.");
    fields.required("certainty", self.certainty, "");
    fields.defaulted("pipeline", self.pipeline,
                     "Where a pipeline ended last: its stages. exitCode above is the shell's for all of it.");
    fields.required("command", self.command, "As the agent wrote it.");
    fields.optional("editedCommand", self.edited_command, "The command as the user edited it, which ran.");
    fields.nullable("submitted", self.submitted, "The line that the shell got.");
    fields.optional("reason", self.reason, "Why it was denied, rejected or not started, waits, or is lost.");
    fields.defaulted("notes", self.notes, "Other facts about this result, as sentences.");
    fields.required("rewrite", self.rewrite, "");
    fields.optional("host", self.host, "The machine that it was for; missing: the user's own.");
    fields.required("cwd", self.cwd, "");
    fields.required("shell", self.shell, "");
    fields.required("integration", self.integration, "");
    fields.optional("sandbox", self.sandbox, "That it ran in.");
    fields.nullable("terminalId", self.terminal_id, "");
    fields.nullable("executionId", self.execution_id, "");
    fields.required("toolCallId", self.tool_call_id, "");
    fields.required("durationMs", self.duration_ms, "", Within{0, INT64_MAX});
    fields.required("output", self.output, "");
    fields.optional("screen", self.screen, "The current screen of a full-screen program.");
    fields.optional("input", self.input, "For waiting_for_input: the process, and the input that it waits for.");
    fields.optional("met", self.met, "The condition of `until` that was met.");
    fields.defaulted("listening", self.listening, "TCP ports that its processes listen on.", Within{1, 65535});
    fields.optional("cost", self.cost, "Resources that it and its processes have used, as far as the system tells.");
    fields.optional("stderr", self.stderr_output, "Only where stdout and stderr were kept apart.");
    fields.defaulted("holders", self.holders, "Processes that still hold the output open.");
    fields.defaulted("leftRunning", self.left_running, "Other processes that it left running.");
  }
};

struct ScreenCursor {
  int row = 0;
  int column = 0;
  bool visible = true;

  static void describe(auto& fields, auto& self) {
    fields.type("ScreenCursor");
    fields.required("row", self.row, "From 1.");
    fields.required("column", self.column, "From 1.");
    fields.required("visible", self.visible, "");
  }
};

struct ReadScreenResult {
  std::string message;
  std::vector<std::string> rows;
  ScreenCursor cursor;
  std::string title;
  bool alternate = false;
  int columns = 0;

  static void describe(auto& fields, auto& self) {
    fields.type("ReadScreenResult");
    fields.required("message", self.message, "For a model: everything except the rows.");
    fields.required("rows", self.rows, "Top to bottom, all of them.");
    fields.required("cursor", self.cursor, "");
    fields.required("title", self.title, "Of the window, as the program set it.");
    fields.required("alternate", self.alternate, "A full-screen program has the screen.");
    fields.required("columns", self.columns, "");
  }
};

}  // namespace termhost::protocol
