// An execution and what the host has to know beside it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "host/call.hpp"
#include "terminal/execution.hpp"
#include "text/screen/renderer.hpp"

namespace termhost::host {

/// What tool/calling told of one stream.
struct LiveStream {
  std::string partial_utf8;  ///< bytes of a code point that is not complete yet
  std::uint64_t bytes = 0;
  std::uint64_t rendered_bytes = 0;
};

struct ExecutionRecord {
  terminal::Execution execution;
  std::optional<CallId> call;  ///< whose command it is
  base::ToolCallId tool_call;
  base::TaskId task;
  std::string cwd;      ///< where it was started
  std::string command;  ///< as the agent wrote it
  std::string edited;   ///< what the person made of it, and what ran; empty: nothing
  std::string submitted;
  std::string envelope;  ///< the private file with the command, until it has ended; empty: none was needed
  tool::Rewrite rewrite;
  terminal::Integration integration = terminal::Integration::None;  ///< of its terminal when it was announced
  shell::ShellKind shell = shell::ShellKind::Unknown;
  std::optional<base::Instant> submitted_at;
  std::string shim_id;           ///< the editor's name for it, once known
  std::string expected_shim_id;  ///< the name the editor promised when the command was submitted
  std::optional<Scheduler::TimerId> drain_timer;
  std::vector<Holder> holders;
  bool told = false;                                  ///< its end was reported to the agent
  bool told_running = false;                          ///< an answer said that it runs, and what it had printed
  std::optional<base::ExecutionId> usual_shell_runs;  ///< why it runs in another shell than its task's last command
  std::optional<StopCause> stopped_by;                ///< once a step of stopping was taken
  StopStep last_stop = StopStep::Interrupt;           ///< the last one taken
  std::optional<StopCause> stop_at_start;             ///< it is to be stopped as soon as it has started
  std::string lost_because;                           ///< where it is not its terminal that was closed
  std::optional<base::Instant> last_input;            ///< that an agent sent
  bool input_approved = false;                        ///< the person said yes to input for it
  bool bare_end_seen = false;                         ///< the shell took the line and says that nothing ran
  LiveStream live_stdout, live_stderr;
  std::string stream_head;  ///< first bytes of an editor's stream, until it is clear whether the mark C leads it
  bool head_done = false;
  std::int64_t next_index = 0;  ///< of the next chunk, where the shim counts them
  bool chunks_missing = false;

  [[nodiscard]] const std::string& line() const { return edited.empty() ? command : edited; }
};

/// What a terminal shows between commands: only there to answer queries and to know the modes of the line editor.
struct TerminalScreen {
  text::Renderer renderer;
  std::string discarded;
};

}  // namespace termhost::host
