// The executions: announced, started, writing, ended; what the host has to do at each of these.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "host/executions/shim_streams.hpp"
#include "host/state/effect.hpp"
#include "host/state/execution_record.hpp"
#include "host/state/host_context.hpp"
#include "host/terminals/handover.hpp"
#include "host/terminals/task_shells.hpp"
#include "host/terminals/terminals.hpp"

namespace termhost::host {

inline constexpr std::size_t max_open_executions = 256;
/// Ended ones that wait_for_command and environment details still know.
inline constexpr std::size_t remembered_executions = 512;

class Executions {
 public:
  Executions(const HostContext& context, Terminals& terminals, TaskShells& task_shells, Handover& handover)
      : context_(context), terminals_(terminals), task_shells_(task_shells), handover_(handover) {}

  [[nodiscard]] ExecutionRecord* find(const base::ExecutionId& id);
  [[nodiscard]] const ExecutionRecord* find(const base::ExecutionId& id) const;
  [[nodiscard]] std::map<base::ExecutionId, ExecutionRecord>& all() { return records_; }
  /// The execution that runs in the terminal or was submitted to it.
  [[nodiscard]] ExecutionRecord* current(const terminal::Terminal& terminal) { return find(terminal.current()); }
  base::ExecutionId next_id();

  /// A command for the terminal: of the call, or without one of the person's or of our own.
  ExecutionRecord& announce(terminal::Terminal& terminal, terminal::Origin origin, const std::string& command_line,
                            const Call* call = nullptr);
  /// It never got its command: its terminal is free again, and nothing is remembered.
  [[nodiscard]] Effects drop_unstarted(ExecutionRecord& record);
  [[nodiscard]] Effects started(ExecutionRecord& record);
  /// The start that it was bound to was another command's, so it is as announced again.
  void begin_again(ExecutionRecord& record) const;
  void wrote(ExecutionRecord& record, Stream stream, std::string_view bytes);
  [[nodiscard]] Effects end(ExecutionRecord& record, terminal::ExecutionEvent event,
                            const terminal::Completion& completion);
  [[nodiscard]] Effects end(const effect::End& effect);
  /// Its output is laid out anew.
  void resized(const base::TerminalId& terminal);
  /// All that is open in a terminal that is closed, or whose shell has ended.
  [[nodiscard]] Effects end_all(const terminal::Terminal& terminal, terminal::ExecutionEvent event,
                                const terminal::Completion& completion);
  /// At its end: whether anything of it goes on, which has to become its program before it is told by name.
  [[nodiscard]] bool leaves_processes(ExecutionRecord& record);
  /// The holders are the processes that had the terminal open at the end and still have it open.
  [[nodiscard]] Effects settle_holders(ExecutionRecord& record);
  [[nodiscard]] Effects drain_overdue(const base::ExecutionId& id);
  /// It must be over by now: it has a moment to say how.
  void expect_end(ExecutionRecord& record);
  /// The processes of its terminal that are its own; nothing if the system cannot tell.
  [[nodiscard]] std::optional<terminal::Footprint> look_at_processes(ExecutionRecord& record, bool with_ports) const;
  void stop(ExecutionRecord& record, StopStep step, StopCause cause);
  void report_status(const terminal::Terminal& terminal) const;
  void flush();
  /// The editor's names for executions.
  [[nodiscard]] ShimStreams& streams() { return streams_; }
  /// The record and what it is known by are forgotten.
  void erase(const ExecutionRecord& record);

 private:
  void remove_command_file(ExecutionRecord& record) const;
  [[nodiscard]] Effects finished(ExecutionRecord& record);
  void see_end_of_trial(ExecutionRecord& record, terminal::Terminal* terminal) const;
  void see_names_again(ExecutionRecord& record) const;
  [[nodiscard]] bool drops_rest_of_line(const ExecutionRecord& record, const terminal::Terminal& terminal) const;
  [[nodiscard]] terminal::ExecutionOptions options_for(const terminal::Terminal& terminal, terminal::Origin origin,
                                                       const base::ExecutionId& id) const;
  void hold_terminal(terminal::Terminal& terminal);
  void schedule_telling();
  void schedule_flush();
  void forget_old();

  const HostContext& context_;
  Terminals& terminals_;
  TaskShells& task_shells_;
  Handover& handover_;
  std::map<base::ExecutionId, ExecutionRecord> records_;
  ShimStreams streams_;
  std::uint64_t last_fallback_id_ = 0;
  bool flush_armed_ = false, telling_armed_ = false;
};

/// The input that a command waits for, by the process that reads and by the last line that it shows.
[[nodiscard]] tool::AwaitedInput awaited_input_of(ExecutionRecord& record, const terminal::InputReader& reader);

}  // namespace termhost::host
