// The story that a shell with integration tells in its bytes: owned terminals, and an editor's terminals of source
// "bytes".
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/executions/executions.hpp"
#include "host/executions/query_answers.hpp"
#include "terminal/shells/job_notices.hpp"

namespace termhost::host {

class ShellEvents {
 public:
  ShellEvents(const HostContext& context, Terminals& terminals, Executions& executions, QueryAnswers& query_answers)
      : context_(context), terminals_(terminals), executions_(executions), query_answers_(query_answers) {}

  /// Reads up to the first event from which something follows; that comes first, then the rest of the bytes.
  [[nodiscard]] Effects consume(const base::TerminalId& id, const Chunk& chunk);
  [[nodiscard]] Effects take(const effect::HandleShellEvent& effect);
  [[nodiscard]] Effects look_at_foreground(const event::ForegroundLookDue& event);
  [[nodiscard]] Effects owned_printed(const event::OwnedPrinted& event);
  /// By the person, or by the end of a shell of the editor's.
  [[nodiscard]] Effects closed(const event::TerminalClosed& event);
  [[nodiscard]] Effects owned_exited(const event::OwnedExited& event);
  [[nodiscard]] Effects owned_obstructed(const event::OwnedObstructed& event);
  /// The terminal is gone.
  void forget(const base::TerminalId& terminal);

 private:
  /// The shell's story so far, where its next part means something else after it.
  struct Story {
    terminal::JobNotices job_notices;
    /// Set: the shell was told to exit; the bytes since then, until it is clear whether they are its own notice.
    std::optional<std::string> pending_exit_notice;
    bool behind_command = false;       ///< a shell without hooks has said where it is: what follows is the shell's own
    std::string reported_line;         ///< the line that the shell is about to run (mark E)
    std::vector<int> reported_stages;  ///< exit codes of a pipeline, told before its end
    /// Marks of the command's end that came while a program had the terminal: its own, or the prompt starts something.
    std::vector<terminal::ShellEvent> deferred_marks;
    bool look_is_due = false;  ///< a look at the foreground, for the sake of the deferred marks
  };
  [[nodiscard]] Effects said(terminal::Terminal& t, const terminal::ShellEvent& event);
  [[nodiscard]] Effects take(terminal::Terminal& t, const terminal::ShellEvent& event);
  [[nodiscard]] bool is_doubtful(const terminal::Terminal& t, terminal::ShellEventKind kind);
  void look_soon(const base::TerminalId& terminal, bool shell_was_there);
  void printed(terminal::Terminal& t, std::string_view bytes);
  void defer_output(terminal::Terminal& t, std::string_view bytes);
  [[nodiscard]] Effects accept_deferred(const base::TerminalId& terminal);
  void reject_deferred(terminal::Terminal& t);
  void write_held(const base::TerminalId& terminal, ExecutionRecord& record);
  [[nodiscard]] Effects started(terminal::Terminal& t);
  [[nodiscard]] Effects ended(terminal::Terminal& t, std::optional<int> exit_code);
  [[nodiscard]] Effects prompt_shown(terminal::Terminal& t);
  [[nodiscard]] Effects prompt_ready(terminal::Terminal& t);

  const HostContext& context_;
  Terminals& terminals_;
  Executions& executions_;
  QueryAnswers& query_answers_;
  std::map<base::TerminalId, Story> stories_;
};

}  // namespace termhost::host
