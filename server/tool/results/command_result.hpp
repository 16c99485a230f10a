// The answer of execute_command, wait_for_command and stop_command: the facts, and the text that a model reads.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/ids.hpp"
#include "base/number_text.hpp"
#include "sandbox/changes.hpp"
#include "sandbox/refusal.hpp"
#include "sandbox/sandbox.hpp"
#include "shell/launch/submission.hpp"
#include "shell/syntax/shell_kind.hpp"
#include "terminal/completion.hpp"
#include "terminal/executions/output_log.hpp"
#include "terminal/holder.hpp"
#include "terminal/stop_step.hpp"
#include "tool/reading/until.hpp"
#include "tool/results/awaited_input.hpp"
#include "tool/results/cost.hpp"
#include "tool/results/pipeline.hpp"
#include "tool/run_command.hpp"

namespace termhost::tool {

enum class Status {
  Completed,
  Running,
  WaitingForInput,  ///< it runs, and needs typed input before it goes on
  Waiting,
  TimedOut,
  Stopped,
  Rejected,
  Denied,
  Lost,
  FailedToStart
};

/// The cause of a stop.
enum class StopCause { Person, Tool, Limit };

[[nodiscard]] std::string_view to_string(Status status);  ///< the wire word: "completed", "timed_out", …

struct Rewrite {
  shell::RewriteKind kind = shell::RewriteKind::None;
  std::string reason;
};

struct CommandResult {
  Status status = Status::FailedToStart;
  Answer answer = Answer::Ended;        ///< distinguishes the kinds of "running" and "lost"
  terminal::Completion completion;      ///< default while it runs
  std::vector<PipelineStage> pipeline;  ///< empty: it was none
  std::string command;                  ///< as the agent wrote it
  std::string edited;                   ///< as the user edited it; empty: not at all
  std::string submitted;                ///< the line the shell got; empty if none did
  bool modes_repaired = false;  ///< it left its terminal with line ends that are not translated, until they were again
  bool ran_another_line = false;  ///< `submitted` is what the shell says it ran, not what it was given
  Rewrite rewrite;
  std::string machine;  ///< that it was for; empty: the user's own
  std::string cwd;
  bool cwd_doubtful = false;  ///< the command before may have left its shell elsewhere
  shell::ShellKind shell = shell::ShellKind::Unknown;
  terminal::Integration integration = terminal::Integration::None;
  sandbox::Sandbox sandbox;  ///< that it ran in
  sandbox::Enforcement enforcement;
  std::vector<sandbox::Refusal> refusals;
  sandbox::Changes changes;   ///< of a trial
  std::string nobody_to_ask;  ///< of a trial: why it cannot run outside; empty: the user can be asked
  base::TerminalId terminal;
  base::ExecutionId execution;
  base::ToolCallId tool_call;
  base::Millis duration{0};
  terminal::OutputSnapshot output;
  std::optional<terminal::OutputSnapshot> error_output;  ///< only for pipes
  bool only_news = false;                                ///< earlier answers have reported the output before that
  bool output_unknown = false;        ///< not one byte was delivered: that is not the same as no output
  bool output_parts_missing = false;  ///< chunks of it were lost on their way
  bool output_start_missing = false;  ///< the stream did not begin with its first mark
  std::string screen;                 ///< the present screen of a full-screen program
  std::optional<AwaitedInput> input;  ///< WaitingForInput: what waits for what
  std::optional<Met> met;             ///< the end of the wait, if it was not input
  std::vector<int> listening;         ///< TCP ports
  std::optional<Cost> cost;
  std::vector<terminal::Holder> holders;
  std::vector<terminal::Holder> left_running;  ///< others that it has left
  bool folder_gone = false;                    ///< the one that its shell is in was deleted
  std::string next_cwd;       ///< the folder of the next command, which is not the one where this ended; empty: it is
  std::string argument_note;  ///< a doubt about an argument: a sentence; empty: none
  std::string feedback;       ///< the user's words when rejecting
  std::string reason;         ///< why denied, waiting, lost or not started: one sentence without its full stop
  StopCause stop_cause = StopCause::Person;     ///< Stopped: who wanted it
  std::optional<terminal::StopStep> stop_step;  ///< Stopped: the last step that was taken
  bool already_ended = false;                   ///< it was to be stopped, and there was nothing to stop
  bool usual_folder = false;                    ///< `cwd` is the workspace, so the agent knows it
  bool shell_ended = false;                     ///< the command ended the shell that it ran in
  bool session_ends = false;                    ///< no other command follows, and what still runs ends with this answer
  /// It did not run in the shell of the task's last command, because that one runs this.
  std::optional<base::ExecutionId> usual_shell_runs;
  bool is_first_report = true;             ///< no answer before this one said that it runs
  std::vector<std::string> set_elsewhere;  ///< variables that its task has set in a sandbox, and not in this shell
  std::string startup_problem;  ///< why its shell has not read the user's startup files: a clause; empty: it has
};

/// True if the command still runs.
[[nodiscard]] inline bool goes_on(const CommandResult& r) {
  return r.status == Status::Running || r.status == Status::WaitingForInput;
}

/// The reason for a command that was denied, rejected, not started, waits or is lost: a sentence without its full stop.
/// Empty for all others.
[[nodiscard]] std::string reason_of(const CommandResult& result);

inline constexpr std::string_view output_not_delivered = "there may have been output, but none was delivered";

/// Facts about the result in addition to its first line, as sentences. Facts that make no difference to a model are not
/// in the text.
[[nodiscard]] std::vector<std::string> notes_of(const CommandResult& result);

/// The text a model reads.
[[nodiscard]] std::string format_text(const CommandResult& result);
/// The text without the output itself.
[[nodiscard]] std::string format_message(const CommandResult& result);

/// The output as an answer shows it, without binary data.
struct ShownOutput {
  std::string text;            ///< less the last LF
  std::string instead;         ///< why no more than `text` is shown; empty: all is
  text::HiddenCount hidden{};  ///< secrets, for which `text` has labels
};
[[nodiscard]] ShownOutput shown_output(const CommandResult& result);

/// The title of the new output since the last answer.
[[nodiscard]] std::string news_title(const terminal::OutputSnapshot& news);

/// The exit status a process passes on for this result: the command's code; 128+N by signal; 124 timed out; 126 denied
/// or rejected; 125 for a command that could not run, or whose result is unknown.
[[nodiscard]] int exit_status(const CommandResult& result);

[[nodiscard]] inline std::string format_size(std::uint64_t bytes) { return base::size_text(bytes); }

}  // namespace termhost::tool
