// The state machine of one execute_command call: the agent's wait. It turns events into effects and does nothing else.
//
//   AwaitingApproval → AwaitingTerminal → AwaitingStart → Running → Done
//                                                            └→ Backgrounded → Done   (the call is answered, the
//                                                            command goes on)
//
// Three clocks run with a command, each with an outcome of its own. Yield (the agent's `timeout`): answer "running".
// Idle (no output for long): the same answer. Limit (commandExecutionTimeout): stop it, "timed_out". The user or the
// agent can stop it at any time. No clock runs before the approval. If all terminals are busy, Yield runs already: the
// call is answered "waiting", and the command runs when its turn comes.
//
// A submitted command is not interrupted before its start is known. Otherwise the keys would reach the shell while it
// still reads the line, and the rest of the line would run. Every call is answered exactly once, and every command that
// started ends in Done.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "terminal/stop_step.hpp"

namespace termhost::tool {

enum class RunState { AwaitingApproval, AwaitingTerminal, AwaitingStart, Running, Backgrounded, Done };
inline constexpr std::size_t run_state_count = 6;

enum class RunEvent {
  Approved,
  Rejected,
  Queued,  // every terminal is busy: it waits for one
  TerminalReady,
  TerminalFailed,
  SubmitFailed,
  Started,
  Ended,            // the execution reached a terminal state, whichever
  TerminalElapsed,  // the clocks below
  StartElapsed,
  YieldElapsed,
  IdleElapsed,
  LimitElapsed,
  GraceElapsed,
  WaitMet,              // it needs typed input, or another condition of the agent's wait is met
  BackgroundRequested,  // the user: "go on, do not wait"
  StopRequested,        // by the user, by cancelling the call, or by stop_command
  HostEnds,             // the session is over
};
inline constexpr std::size_t run_event_count = 18;

enum class Clock {
  Terminal,  ///< for a terminal to be there and ready
  Start,     ///< for the shell to report the start of what was submitted
  Yield,     ///< the agent's patience
  Idle,      ///< without output
  Limit,     ///< hard
  Grace,     ///< between two steps of stopping
};
[[nodiscard]] RunEvent elapsed(Clock clock);

/// The kind of the call's answer, as far as this machine knows; the execution's completion has the rest.
enum class Answer {
  Ended,         ///< look at the completion
  Yielded,       ///< still running, the agent's time is over
  Idle,          ///< still running, silent for long
  Met,           ///< still running, and what ends the waiting has come: input is awaited, …
  Backgrounded,  ///< still running, at the user's or the agent's wish
  TimedOut,      ///< stopped at the limit
  Stopped,       ///< stopped on request
  NeverStarted,  ///< taken back on request before the shell got it
  Waiting,       ///< no terminal was free yet; it runs when one is
  Rejected,
  FailedToStart,  ///< nothing was submitted
  Abandoned,      ///< submitted, and the session is over before its end
  StartUnknown,   ///< submitted, and no start was ever reported: it may have run
};

enum class EffectKind {
  AskApproval,
  WithdrawApproval,
  AcquireTerminal,
  Submit,
  Stop,
  ArmTimer,
  CancelTimer,
  Answer,
  Release
};

struct Effect {
  EffectKind kind{};
  Clock clock{};              ///< ArmTimer, CancelTimer
  base::Millis delay{0};      ///< ArmTimer
  terminal::StopStep step{};  ///< Stop
  Answer answer{};            ///< Answer
  friend bool operator==(const Effect&, const Effect&) = default;
};

struct RunLimits {
  base::Millis terminal{10'000};      ///< a terminal must be ready by then
  base::Millis start{10'000};         ///< a submitted command must be reported as started by then
  std::optional<base::Millis> yield;  ///< from the start, or from the queue; nothing: wait for the end
  std::optional<base::Millis> idle;
  std::optional<base::Millis> limit;
  bool background = false;  ///< the agent asked not to wait: yields soon after the start
};

/// The time after which a call that waits for a terminal is answered so. It is longer than many commands take, so that
/// a few at once need no second answer, and very short for a model.
inline constexpr base::Millis queue_patience{1000};
inline constexpr base::Millis interrupt_grace{1500};
inline constexpr base::Millis terminate_grace{1500};
inline constexpr base::Millis kill_grace{1500};
inline constexpr base::Millis end_shell_grace{3000};   ///< as long as a guard tries (io::kill_patience)
inline constexpr base::Millis background_settle{300};  ///< long enough to see a command fail at once

class RunCommand {
 public:
  explicit RunCommand(RunLimits limits) : limits_(limits) {}
  /// One that was answered, whose command goes on: of an earlier session.
  [[nodiscard]] static RunCommand backgrounded();

  /// The first effects.
  [[nodiscard]] std::vector<Effect> begin(bool approval_needed);
  [[nodiscard]] std::vector<Effect> on(RunEvent event);

  [[nodiscard]] RunState state() const { return state_; }
  [[nodiscard]] bool answered() const { return answered_; }
  [[nodiscard]] bool stopping() const { return stop_answer_.has_value(); }
  /// A step of stopping was taken; before its start a command is not stopped, it is only wished to be.
  [[nodiscard]] bool stop_begun() const { return stop_begun_; }
  /// The cause of the stop: TimedOut or Stopped.
  [[nodiscard]] std::optional<Answer> stop_answer() const { return stop_answer_; }
  /// The outcome of a Done command, also if its call was answered before.
  [[nodiscard]] std::optional<Answer> outcome() const { return outcome_; }

 private:
  using Effects = std::vector<Effect>;
  void run(Effects& effects);
  void yield(Effects& effects, Answer what);
  void stop(Effects& effects, Answer what);
  void begin_stop(Effects& effects);
  void next_stop_step(Effects& effects);
  void finish(Effects& effects, Answer what);
  void start_unknown(Effects& effects);
  void answer(Effects& effects, Answer what);

  RunLimits limits_;
  RunState state_ = RunState::AwaitingApproval;
  std::optional<Answer> stop_answer_;  // set while it is being stopped
  std::optional<Answer> outcome_;
  std::optional<terminal::StopStep> next_step_;
  bool stop_begun_ = false;
  bool answered_ = false;
};

/// The ladder of stopping: how long a step is given, and what comes after it.
[[nodiscard]] base::Millis grace_after(terminal::StopStep step);
[[nodiscard]] std::optional<terminal::StopStep> step_after(terminal::StopStep step);

[[nodiscard]] std::string_view to_string(RunState state);

}  // namespace termhost::tool
