// An execution and what the host has to know beside it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "host/state/call.hpp"
#include "shell/analysis/last_pipelines.hpp"
#include "terminal/executions/execution.hpp"
#include "terminal/process_tree.hpp"
#include "tool/results/awaited_input.hpp"

namespace termhost::host {

/// Output on its way to whoever watches a call: the part that was not told yet.
struct LiveText {
  std::string waiting;
  std::uint64_t seen = 0;  ///< bytes, those that nobody wished for too

  void add(std::string_view text, bool wished) {
    seen += text.size();
    if (wished)
      waiting += text;
    else
      waiting.clear();
  }
  [[nodiscard]] std::uint64_t told() const { return seen - waiting.size(); }
};

/// One stream as tool/calling tells of it.
struct LiveStream {
  LiveText bytes, rendered;
  bool news = false;  ///< wished for, and not told
  std::optional<base::Instant> last_told;
};

struct LiveOutput {
  LiveStream output, errors;
  [[nodiscard]] LiveStream& of(Stream stream) { return stream == Stream::Stderr ? errors : output; }
};

/// The command, and the form in which the shell gets it.
struct SubmittedCommand {
  std::string command;       ///< as the agent wrote it
  std::string edited;        ///< the user's version of it, which ran; empty: there is none
  std::string line;          ///< for the shell; empty: it gets none, or none yet
  std::string other_line;    ///< the line that the shell says it ran, where that is not `line`
  bool with_shell = false;   ///< it was typed, or taken by the line editor: from then on an end may be its own
  std::string command_file;  ///< the private file with the command, until it has ended; empty: none was needed
  tool::Rewrite rewrite;
  std::optional<base::Instant> at;
  shell::LastPipelines pipelines;  ///< of `line`
};

/// The shell and the directory where it was started.
struct StartingPlace {
  std::string asked_cwd;  ///< of the call
  std::string cwd;
  bool cwd_doubtful = false;                                        ///< as far as the editor has told
  terminal::Integration integration = terminal::Integration::None;  ///< of its terminal when it was announced
  shell::ShellKind shell = shell::ShellKind::Unknown;
  sandbox::Sandbox sandbox;
  /// It runs in another shell than its task's last command, because that one is busy with this.
  std::optional<base::ExecutionId> usual_shell_runs;
  std::vector<std::string> set_elsewhere;  ///< variables that its task has set in a sandbox, and not in this shell
  std::string nobody_to_ask;               ///< of a trial: why it cannot run outside; empty: the user can be asked
  std::string startup_problem;  ///< why its shell has not read the user's startup files; told with the first answer
};

/// The editor's names for it.
struct EditorsName {
  std::string id;              ///< once known
  std::string promised_id;     ///< when the command was submitted
  bool parts_missing = false;  ///< chunks of its output did not come
};

class StopState {
 public:
  /// Set once a step of stopping was taken.
  [[nodiscard]] const std::optional<StopCause>& cause() const { return cause_; }
  [[nodiscard]] StopStep last_step() const { return last_step_; }
  /// Set: it is to be stopped as soon as it has started.
  [[nodiscard]] const std::optional<StopCause>& at_start() const { return at_start_; }

  void wait_for_start(StopCause cause) { at_start_ = cause; }
  void step_taken(StopStep step, StopCause cause) {
    cause_ = cause;
    last_step_ = step;
  }

 private:
  std::optional<StopCause> cause_, at_start_;
  StopStep last_step_ = StopStep::Interrupt;
};

struct SeenReader {
  terminal::InputReader reader;
  base::Instant at{};
};

/// The input that it waits for, and the input that it got.
class InputState {
 public:
  /// The time of the last input that an agent sent.
  [[nodiscard]] const std::optional<base::Instant>& last() const { return last_; }
  /// The reader that was seen to wait when somebody was told so, and the one of the last answer.
  [[nodiscard]] const std::optional<SeenReader>& seen() const { return seen_; }
  [[nodiscard]] const std::optional<SeenReader>& told() const { return told_; }
  /// Input that the editor shows as awaited.
  [[nodiscard]] const std::optional<tool::AwaitedInput>& awaited_of_user() const { return awaited_of_user_; }
  /// The user said yes to input for it.
  [[nodiscard]] bool approved() const { return approved_; }
  /// Our keys have asked since the last input if a prompt reads.
  [[nodiscard]] bool line_editor_was_asked() const { return line_editor_asked_ && line_editor_asked_ >= last_; }

  void sent(base::Instant now) { last_ = now; }
  void saw(const terminal::InputReader& reader, base::Instant now) { seen_ = {reader, now}; }
  void told_agent() { told_ = seen_; }
  void show_user(std::optional<tool::AwaitedInput> awaited) { awaited_of_user_ = std::move(awaited); }
  void approve() { approved_ = true; }
  void ask_line_editor(base::Instant now) { line_editor_asked_ = now; }

 private:
  std::optional<base::Instant> last_, line_editor_asked_;
  std::optional<SeenReader> seen_, told_;
  std::optional<tool::AwaitedInput> awaited_of_user_;
  bool approved_ = false;
};

/// Its end, and the processes that outlive it.
struct Ending {
  std::optional<Scheduler::TimerId> timer;  ///< of the end that must come soon
  bool bare_end_seen = false;               ///< the shell took the line and says that nothing ran
  std::optional<base::Instant> at;
  std::vector<Holder> holders;
  std::optional<terminal::Footprint> left;
  std::optional<base::Instant> names_known_at;  ///< all that it has left has become its program by then
  std::optional<ExitStatus> process;            ///< where it had a process of its own
  std::string lost_because;                     ///< where it is not its terminal that was closed
  bool modes_repaired = false;                  ///< it left its terminal without translated line ends
  std::string next_cwd;  ///< of its task's next command, if its own last one does not go on; empty: it does

  /// With the terminal or without.
  [[nodiscard]] bool left_processes() const { return !holders.empty() || (left && !left->in_background.empty()); }
  void drop_left_processes() {
    holders.clear();
    if (left) left->in_background.clear();
  }
};

/// The part of it that the agent was told.
class Reported {
 public:
  [[nodiscard]] bool end() const { return end_; }
  /// An answer said that it runs, and what it had printed.
  [[nodiscard]] bool running() const { return running_; }

  void as_news(bool ended) { end_ = ended; }
  void in_answer(bool ended) {
    end_ = ended;
    running_ = true;
  }

 private:
  bool end_ = false, running_ = false;
};

struct ProcessState {
  terminal::SeenTree before;      ///< of its terminal, when it was submitted
  std::uint64_t peak_memory = 0;  ///< bytes, of the largest process seen; 0: none was
};

struct ExecutionRecord {
  terminal::Execution execution;
  std::optional<CallId> call;  ///< whose command it is
  base::ToolCallId tool_call;
  base::TaskId task;
  SubmittedCommand submission;
  StartingPlace place;
  EditorsName editor;
  StopState stop;
  InputState input;
  Ending ending;
  Reported reported;
  ProcessState processes;
  LiveOutput live;
  std::optional<base::Instant> begun_before;  ///< an earlier termhost has seen it begin then
  std::vector<sandbox::Refusal> refusals;
  sandbox::Changes changes;                                  ///< of a trial
  std::vector<int> unreached;                                ///< ports of a trial with a network of its own
  std::vector<std::weak_ptr<tool::OutputPattern>> patterns;  ///< that somebody waits for
  std::set<base::ToolCallId> questions;  ///< calls that have asked if they may type into it or stop it
  bool was_shown = false;                ///< its terminal came up for the user

  [[nodiscard]] const std::string& line() const {
    return submission.edited.empty() ? submission.command : submission.edited;
  }
  [[nodiscard]] bool submitted() const { return !submission.line.empty(); }
  /// The text is with the shell, or on its way; no start was reported.
  [[nodiscard]] bool awaits_start() const {
    return execution.state() == terminal::ExecutionState::Announced && submitted();
  }
  [[nodiscard]] bool running() const { return execution.state() == terminal::ExecutionState::Running; }
};

}  // namespace termhost::host
