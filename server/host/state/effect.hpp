// Requests of a room of the host to the others. Rooms return these; only the host's loop carries them out, each with
// all its consequences before the next.
#pragma once

#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/ids.hpp"
#include "host/ports/chunk.hpp"
#include "host/state/call.hpp"
#include "terminal/completion.hpp"
#include "terminal/executions/execution_state.hpp"
#include "terminal/shells/shell_stream.hpp"
#include "tool/run_command.hpp"

namespace termhost::host {

namespace effect {

// To Calls.
struct TellCall {
  CallId call = 0;
  tool::RunEvent event{};
};
struct FailCall {
  CallId call = 0;
  std::string reason;  ///< a sentence without its full stop
};
/// The call has its terminal; empty ids: none any more.
struct BindCall {
  CallId call = 0;
  base::TerminalId terminal;
  base::ExecutionId execution;
};

// To Acquisitions.
struct FindTerminal {
  CallId call = 0;
};
struct WakeWaiting {};
struct RetryAcquisition {
  CallId call = 0;
};
/// The terminal that the call asked for is there; its shell is starting.
struct TerminalThere {
  CallId call = 0;
  base::TerminalId terminal;
};
/// The editor could not make one.
struct CreationRefused {
  CallId call = 0;
  std::string why;
};
/// A line may be typed there.
struct ShellReady {
  base::TerminalId terminal;
};
struct DirectoryChanged {
  base::TerminalId terminal;
  bool done = false;
};
/// Its shell does not come to its first prompt.
struct StartFailed {
  base::TerminalId terminal;
  std::string why;  ///< a clause
};
/// The call that waits for it can't have it.
struct RefuseTerminal {
  base::TerminalId terminal;
  std::string why;  ///< a sentence without its full stop
};

// To Deliveries.
struct PromptShown {
  base::TerminalId terminal;
};
/// The shell's report about our keys and about the line that it was given.
struct EditorSaid {
  base::TerminalId terminal;
  std::string word;
};
struct LineUnfinished {
  base::TerminalId terminal;
};

// To Submissions.
/// The shell never got the line.
struct NotDelivered {
  CallId call = 0;
  base::ExecutionId execution;
  std::string why;  ///< a sentence without its full stop
};
struct SubmitCommand {
  CallId call = 0;
};
struct SubmitDirectory {
  CallId call = 0;
};

// To Executions.
struct Started {
  base::ExecutionId execution;
};
struct End {
  base::ExecutionId execution;
  terminal::ExecutionEvent event{};
  terminal::Completion completion;
};
struct Stop {
  base::ExecutionId execution;
  StopStep step{};
  StopCause cause = StopCause::Person;
};
/// The ladder of stopping, for a command that no call waits on.
struct Escalate {
  base::ExecutionId execution;
  StopStep step{};
  StopCause cause = StopCause::Person;
};

// To Terminals.
/// Bytes of a shell that are still to be read.
struct Consume {
  base::TerminalId terminal;
  Chunk bytes;
};
/// An event of a shell, in the order in which the shell reported its events.
struct HandleShellEvent {
  base::TerminalId terminal;
  terminal::ShellEvent event;
};
/// The output of the command that runs there is laid out anew.
struct Resized {
  base::TerminalId terminal;
};
struct MarkIdle {
  base::TerminalId terminal;
};
struct GiveUp {
  base::TerminalId terminal;
};
/// Nothing is left of it.
struct Remove {
  base::TerminalId terminal;
};

// To Replies.
struct AnswerCall {
  CallId call = 0;
  tool::Answer answer{};
};
struct ReleaseCall {
  CallId call = 0;
};
struct AnswerWaiters {
  base::ExecutionId execution;
};
struct AnswerAllWaiters {};

}  // namespace effect

using Effect =
    std::variant<effect::TellCall, effect::FailCall, effect::BindCall, effect::FindTerminal, effect::WakeWaiting,
                 effect::RetryAcquisition, effect::TerminalThere, effect::CreationRefused, effect::ShellReady,
                 effect::DirectoryChanged, effect::StartFailed, effect::RefuseTerminal, effect::PromptShown,
                 effect::EditorSaid, effect::LineUnfinished, effect::NotDelivered, effect::SubmitCommand,
                 effect::SubmitDirectory, effect::Started, effect::End, effect::Stop, effect::Escalate, effect::Consume,
                 effect::HandleShellEvent, effect::Resized, effect::MarkIdle, effect::GiveUp, effect::Remove,
                 effect::AnswerCall, effect::ReleaseCall, effect::AnswerWaiters, effect::AnswerAllWaiters>;
using Effects = std::vector<Effect>;

void append(Effects& effects, Effects more);

}  // namespace termhost::host
