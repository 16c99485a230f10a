// An execution and what the host has to know beside it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
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

/// What tool/calling tells of one stream.
struct LiveStream {
  LiveText bytes, rendered;
  bool news = false;  ///< wished for, and not told
  std::optional<base::Instant> last_told;
};

struct SeenReader {
  terminal::InputReader reader;
  base::Instant at{};
};

struct ExecutionRecord {
  terminal::Execution execution;
  std::optional<CallId> call;  ///< whose command it is
  base::ToolCallId tool_call;
  base::TaskId task;
  std::string asked_cwd;      ///< of the call
  std::string cwd;            ///< where it was started
  bool cwd_doubtful = false;  ///< … as far as the editor has told
  std::string command;        ///< as the agent wrote it
  std::string edited;         ///< what the person made of it, and what ran; empty: nothing
  std::string submitted;
  std::string other_line;    ///< what the shell says it ran, where that is not what was submitted
  bool with_shell = false;   ///< the line was typed, or taken by the line editor: from then on an end may be its own
  std::string command_file;  ///< the private file with the command, until it has ended; empty: none was needed
  tool::Rewrite rewrite;
  terminal::Integration integration = terminal::Integration::None;  ///< of its terminal when it was announced
  shell::ShellKind shell = shell::ShellKind::Unknown;
  sandbox::Sandbox sandbox;  ///< of its terminal
  std::vector<sandbox::Refusal> refusals;
  std::optional<base::Instant> submitted_at;
  std::string shim_id;           ///< the editor's name for it, once known
  std::string expected_shim_id;  ///< the name the editor promised when the command was submitted
  std::optional<Scheduler::TimerId> drain_timer;
  std::vector<Holder> holders;
  bool reported_to_agent = false;  ///< its end
  bool told_running = false;       ///< an answer said that it runs, and what it had printed
  /// Why it runs in another shell than its task's last command: that one is busy with this.
  std::optional<base::ExecutionId> usual_shell_runs;
  std::string startup_problem;  ///< why its shell has not read the person's startup files; told with the first answer
  std::optional<StopCause> stopped_by;       ///< once a step of stopping was taken
  StopStep last_stop = StopStep::Interrupt;  ///< the last one taken
  std::optional<StopCause> stop_at_start;    ///< it is to be stopped as soon as it has started
  terminal::SeenTree tree_before;            ///< of its terminal, when it was submitted
  std::optional<base::Instant> ended_at;
  std::optional<terminal::Footprint> left;                   ///< once it has ended
  std::optional<base::Instant> names_known_at;               ///< what it has left has become its program by then
  std::optional<ExitStatus> process_end;                     ///< where it had a process of its own
  std::uint64_t peak_memory = 0;                             ///< bytes, of the largest process seen; 0: none was
  std::vector<std::weak_ptr<tool::OutputPattern>> patterns;  ///< that somebody waits for
  std::string lost_because;                                  ///< where it is not its terminal that was closed
  std::optional<base::Instant> last_input;                   ///< that an agent sent
  std::optional<base::Instant> editor_asked;                 ///< whether it is a prompt that reads
  std::optional<SeenReader> seen_reader;                     ///< who waited for input when somebody was told so
  std::optional<SeenReader> told_reader;                     ///< … in the last answer
  std::optional<tool::AwaitedInput> awaited_of_user;         ///< input that the editor shows as awaited
  bool was_shown = false;                                    ///< its terminal came up for the user
  bool input_approved = false;                               ///< the person said yes to input for it
  bool bare_end_seen = false;                                ///< the shell took the line and says that nothing ran
  shell::LastPipelines pipelines;                            ///< of what was submitted
  bool modes_repaired = false;                               ///< it left its terminal without translated line ends
  bool parts_missing = false;                                ///< chunks of its output did not come
  LiveStream live_stdout, live_stderr;

  [[nodiscard]] LiveStream& live(Stream stream) { return stream == Stream::Stderr ? live_stderr : live_stdout; }
  [[nodiscard]] const std::string& line() const { return edited.empty() ? command : edited; }
  /// The text is with the shell, or on its way; no start was reported.
  [[nodiscard]] bool awaits_start() const {
    return execution.state() == terminal::ExecutionState::Announced && !submitted.empty();
  }
  [[nodiscard]] bool running() const { return execution.state() == terminal::ExecutionState::Running; }
};

}  // namespace termhost::host
