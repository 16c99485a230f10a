// One shell execution: its identity, its state, its output. Owned by the host; changed only by the calls below, each of
// which says what came of it, so that nobody has to be called back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/ids.hpp"
#include "shell/syntax/shell_kind.hpp"
#include "terminal/completion.hpp"
#include "terminal/executions/execution_state.hpp"
#include "terminal/executions/output_log.hpp"

namespace termhost::terminal {

/// The side that started a command.
enum class Origin {
  Submitted,  ///< by us, for a tool call
  Preparing,  ///< by us, before a command: the `cd` of a reused terminal
  Person,     ///< by somebody else
};

struct ExecutionOptions {
  base::ExecutionId id;
  base::TerminalId terminal;
  Origin origin = Origin::Person;
  std::string command_line;  ///< as submitted, or as the shell reported it
  OutputLogOptions log;
  std::optional<base::ExecutionId> stderr_id;  ///< stderr is kept apart, under an id of its own
  bool strips_eol_mark = false;  ///< zsh in an editor's terminal ends each stream with its partial-line mark
};

enum class Change { None, Started, Completed };

class Execution {
 public:
  explicit Execution(ExecutionOptions options);

  [[nodiscard]] const base::ExecutionId& id() const { return options_.id; }
  [[nodiscard]] const base::TerminalId& terminal() const { return options_.terminal; }
  [[nodiscard]] Origin origin() const { return options_.origin; }
  [[nodiscard]] const std::string& command_line() const { return options_.command_line; }
  [[nodiscard]] ExecutionState state() const { return state_; }
  [[nodiscard]] bool ended() const { return is_terminal_state(state_); }
  [[nodiscard]] const Completion& completion() const { return completion_; }

  /// Before it has printed anything: its command only shows what is there.
  void set_shows_only();
  Change start(base::Instant now);
  /// The execution is announced again, because the run that it was bound to turned out to be another execution.
  void restart();
  /// Output of the command. `whole`: it began with the mark C, so nothing before it was missed.
  void write(std::string_view bytes, base::Instant now);
  void write_stderr(std::string_view bytes, base::Instant now);
  void saw_start_mark() { saw_start_mark_ = true; }
  /// The end, as it became known. The first report counts. A later one may only add a code that was missing.
  Change end(ExecutionEvent event, const Completion& completion, base::Instant now);

  [[nodiscard]] bool output_seen() const { return output_seen_; }
  [[nodiscard]] bool start_mark_seen() const { return saw_start_mark_; }
  /// Not one byte came, not even the mark that starts every stream: the output is unknown, which is not the same as
  /// empty.
  [[nodiscard]] bool output_unknown() const { return !output_seen_ && !saw_start_mark_; }
  /// No text, no output, no code: not a command.
  [[nodiscard]] bool looks_phantom() const;
  /// 2 s after the last output, 15 s if that looked like compiling.
  [[nodiscard]] bool hot(base::Instant now) const;

  [[nodiscard]] OutputLog& log() { return log_; }
  [[nodiscard]] const OutputLog& log() const { return log_; }
  [[nodiscard]] OutputLog* stderr_log() { return stderr_log_ ? &*stderr_log_ : nullptr; }

  [[nodiscard]] bool started() const { return started_.has_value(); }
  [[nodiscard]] base::Millis duration(base::Instant now) const;
  [[nodiscard]] std::optional<base::Instant> last_output() const { return last_output_; }

 private:
  Change finish_if_ended(ExecutionState before, base::Instant now);

  ExecutionOptions options_;
  ExecutionState state_ = ExecutionState::Announced;
  Completion completion_;
  OutputLog log_;
  std::optional<OutputLog> stderr_log_;
  std::string held_tail_;  // what may turn out to be zsh's partial-line mark
  bool output_seen_ = false;
  bool saw_start_mark_ = false;
  std::optional<base::Instant> started_, ended_, last_output_;
  std::string last_words_;  // the end of the last chunk: hot() looks at it when it is asked
};

}  // namespace termhost::terminal
