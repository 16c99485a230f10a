// Everything that can happen to the host: what editors, agents, the operating system and clocks tell. One closed list;
// each is run to completion before the next.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/expected.hpp"
#include "base/ids.hpp"
#include "host/ports/chunk.hpp"
#include "host/ports/ports.hpp"
#include "host/ports/shim.hpp"
#include "host/state/call.hpp"
#include "host/state/kept_execution.hpp"
#include "tool/run_command.hpp"

namespace termhost::host {

struct TerminalFacts {
  std::string name;
  std::optional<int> pid;
  std::string cwd, shell, shell_path;
  std::optional<int> columns, rows;
  std::optional<terminal::Integration> integration;
  std::optional<terminal::Source> source;
  std::string request_id;
};

namespace event {

// Calls.
struct Called {
  CallId call = 0;
};
struct StopWished {
  CallId call = 0;
  StopCause cause = StopCause::Person;
};
/// The client waits no longer: what runs goes on, what has not begun never does.
struct WaitingEnded {
  CallId call = 0;
};
struct BackgroundWished {
  base::ToolCallId tool_call;
};
struct ApprovalAnswered {
  CallId call = 0;
  ApprovalAnswer answer;
};
struct ClockRang {
  CallId call = 0;
  tool::Clock clock{};
};
struct IntegrationOverdue {
  CallId call = 0;
};
struct SubmissionAnswered {
  CallId call = 0;
  base::ExecutionId execution;
  base::Expected<std::string, std::string> outcome;
};
struct CreationFailed {
  std::string request_id;
  std::string why;
};

// Tools that name an execution.
struct ExecutionStopWished {
  base::ExecutionId execution;
  std::optional<StopStep> step;
  StopCause cause = StopCause::Person;
};
struct StopStepDue {
  base::ExecutionId execution;
  StopStep step{};
  StopCause cause = StopCause::Person;
};

// Terminals, from a shim.
struct TerminalOpened {
  base::TerminalId terminal;
  TerminalFacts facts;
};
struct IntegrationChanged {
  base::TerminalId terminal;
  terminal::Integration integration{};
  std::string cwd, shell;
};
struct TerminalResized {
  base::TerminalId terminal;
  int columns = 0, rows = 0;
};
/// Into its own view, or into one of ours: then we get the text.
struct PersonTyped {
  base::TerminalId terminal;
  std::string text;
};
struct TerminalPrinted {
  base::TerminalId terminal;
  Chunk chunk;
};
struct TerminalClosed {
  base::TerminalId terminal;
  std::optional<int> exit_code;
  std::string reason;
};

// A terminal that has waited for us: an earlier termhost has run its command.
struct TakenOver {
  base::TerminalId terminal;
  int pid = 0;  ///< of its shell
  KeptExecution kept;
  bool beginning_lost = false;  ///< of its output; else all of it comes as OwnedPrinted, up to …
};
/// … here; what comes now nobody has seen.
struct Replayed {
  base::TerminalId terminal;
};

// Executions, from a shim that sends events.
struct Resumed {  ///< what an earlier termhost knew of it
  base::ExecutionId execution;
  base::ToolCallId tool_call;
  base::TaskId task;
  std::string command;
};
struct ExecutionBegan {
  base::TerminalId terminal;
  std::string shim_id, command_line, cwd;
  std::optional<Resumed> resumed;
};
struct ExecutionPrinted {
  Chunk shim_id;
  Chunk chunk;
  std::optional<std::int64_t> index;
  std::vector<std::uint32_t> part_bytes = {};  ///< of each part, where several came at once, counted from `index` on
};
struct ExecutionEnded {
  std::string shim_id;
  std::optional<int> exit_code;
  bool drained = true;
};

// Terminals that we run, from the operating system.
struct OwnedPrinted {
  base::TerminalId terminal;
  Stream stream{};
  Chunk chunk;
};
struct OwnedExited {
  base::TerminalId terminal;
  ExitStatus status;
  std::vector<Holder> holders;
};
struct OwnedObstructed {
  base::TerminalId terminal;
  StartObstacle obstacle;
};

// Clocks.
struct DrainOverdue {
  base::ExecutionId execution;
};
/// The `cd` before a command should have been reported by now.
struct DirectoryOverdue {
  base::ExecutionId execution;
};
/// A line that is on its way into a shell has got no further.
struct DeliveryOverdue {
  base::TerminalId terminal;
  std::uint64_t number = 0;
};
/// The editor, which was asked about it, works on what it is sent.
struct DeliveryHeard {
  base::TerminalId terminal;
  std::uint64_t number = 0;
};
/// At who would read the answers to what was asked of a terminal.
struct AnswerDue {
  base::TerminalId terminal;
};
struct HoldOver {
  base::TerminalId terminal;
};
/// At who has the terminal, where an end was doubted.
struct ForegroundLookDue {
  base::TerminalId terminal;
  bool shell_was_there = false;
};
/// At a command that somebody waits for.
struct WaitLookDue {
  base::ExecutionId execution;
};
/// The editor has told what it knew when it was asked.
struct EditorSynced {
  base::ExecutionId execution;
  std::uint64_t number = 0;
};
struct LookDue {};
struct SpareShellsDue {};
struct LookWished {};
struct SettingsChanged {};
struct SessionEnds {};

}  // namespace event

using Event =
    std::variant<event::Called, event::StopWished, event::WaitingEnded, event::BackgroundWished,
                 event::ApprovalAnswered, event::ClockRang, event::IntegrationOverdue, event::SubmissionAnswered,
                 event::CreationFailed, event::ExecutionStopWished, event::StopStepDue, event::TerminalOpened,
                 event::IntegrationChanged, event::TerminalResized, event::PersonTyped, event::TerminalPrinted,
                 event::TerminalClosed, event::ExecutionBegan, event::ExecutionPrinted, event::ExecutionEnded,
                 event::OwnedPrinted, event::OwnedExited, event::OwnedObstructed, event::DrainOverdue, event::TakenOver,
                 event::Replayed, event::DirectoryOverdue, event::DeliveryOverdue, event::DeliveryHeard,
                 event::AnswerDue, event::HoldOver, event::ForegroundLookDue, event::WaitLookDue, event::EditorSynced,
                 event::LookDue, event::SpareShellsDue, event::LookWished, event::SettingsChanged, event::SessionEnds>;

}  // namespace termhost::host
