// Port: terminals that termhost runs itself. Implemented by io; the class itself is the port without an operating
// system, and scripted fakes serve the tests. Every call returns at once; later events come through OwnedTerminalEvents
// on the same thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/expected.hpp"
#include "base/ids.hpp"
#include "host/ports/open_error.hpp"
#include "sandbox/changes.hpp"
#include "sandbox/refusal.hpp"
#include "sandbox/sandbox.hpp"
#include "shell/syntax/shell_kind.hpp"
#include "terminal/holder.hpp"
#include "terminal/stop_step.hpp"

namespace termhost::host {

/// A shell that termhost is to run itself.
struct OwnedShell {
  std::string path;  ///< absolute, or a name to look up in PATH
  shell::ShellKind kind = shell::ShellKind::Bash;
  std::string cwd;                         ///< absolute
  std::map<std::string, std::string> env;  ///< on top of our own environment and the non-interactive defaults
  int columns = 160;
  int rows = 48;
  bool startup_files = true;  ///< it reads those of the user
  bool tells_state = false;   ///< it writes its state to a file at each prompt: `ShellFiles::read_shell_state`
  /// Set: no PTY and no integration, but `path -c command` with stdout and stderr on pipes of their own and stdin
  /// empty.
  std::optional<std::string> pipes_command;
  bool on_terminal = false;  ///< with pipes_command: on a PTY of its own all the same; no integration, no input
  sandbox::Sandbox sandbox{};
  bool kept = false;  ///< what runs in it may survive the death of termhost: see keep()
};

enum class Stream { Stdout, Stderr };  ///< PTY output is Stdout

/// The end of a process: exactly one of the first two is set, or none if nobody could tell.
struct ExitStatus {
  std::optional<int> code;
  std::optional<int> signal;
  /// The guard that would have told was killed; the processes in its care were ended all the same.
  bool guard_killed = false;
  std::optional<std::int64_t> cpu_ms{};        ///< that it and those that it waited for have used
  std::optional<std::uint64_t> peak_memory{};  ///< bytes, of the largest of them
  friend bool operator==(const ExitStatus& x, const ExitStatus& y) {  // the cost is another matter
    return x.code == y.code && x.signal == y.signal && x.guard_killed == y.guard_killed;
  }
};

using terminal::Holder;
using terminal::StopStep;

/// The facts about an open terminal.
struct OpenedTerminal {
  std::optional<int> pid;
  /// In the first markers of our integration, which announce the next (terminal/shells/boundary_arbiter); empty: there
  /// is no integration (pipes, unknown shell).
  std::string nonce;
  std::string envelope_path;  ///< private file that a submission may be written to; empty for pipes
  std::string start_mark;     ///< the mark C as text a program can print, for shells without a hook for it (dash)
};

enum class StartObstacleKind {
  Replaced,     ///< another program is where the shell was (`exec tmux` in a startup file): no mark will come
  AwaitsInput,  ///< a startup file, or what it has started, waits for somebody to type
  TooSlow,      ///< nothing of that, and the startup files are still not done
};

/// The reason why a shell has not shown its first mark.
struct StartObstacle {
  StartObstacleKind kind = StartObstacleKind::Replaced;
  std::string program;  ///< that is there, or that waits
  friend bool operator==(const StartObstacle&, const StartObstacle&) = default;
};

/// The behaviour of the startup files, as the end of a sentence about them.
[[nodiscard]] std::string to_string(const StartObstacle& obstacle);

/// The phase of a shell, by the marks that its bytes have brought to the host.
enum class ShellPhase {
  Starting,     ///< none of our integration has come
  Idle,         ///< no command runs
  RunsCommand,  ///< one runs
};

class OwnedTerminalEvents {
 public:
  virtual ~OwnedTerminalEvents() = default;
  virtual void owned_wrote(const base::TerminalId& terminal, Stream stream, std::string_view bytes,
                           base::Instant now) = 0;
  /// Something stands between the start of the shell and its first mark. Told once.
  virtual void owned_obstructed(const base::TerminalId&, const StartObstacle&, base::Instant) {}
  /// The shell (or the pipes child) has ended; its output up to then was delivered before. `holders` are the processes
  /// of its tree that still have the output open. Comes exactly once per terminal, also after close(). Processes that
  /// survived the shell live on, unheard, until close().
  virtual void owned_exited(const base::TerminalId& terminal, ExitStatus status, std::vector<Holder> holders,
                            base::Instant now) = 0;
};

class OwnedTerminals {
 public:
  virtual ~OwnedTerminals() = default;
  [[nodiscard]] virtual base::Expected<OpenedTerminal, OpenError> open(const base::TerminalId& terminal,
                                                                       const OwnedShell& shell);
  /// The means that would hold such a terminal here.
  [[nodiscard]] virtual sandbox::Enforcement enforcement(const sandbox::Sandbox& sandbox);
  /// Refusals of its sandbox since the last time; empty too if the kernel tells nobody.
  [[nodiscard]] virtual std::vector<sandbox::Refusal> take_refusals(const base::TerminalId&) { return {}; }
  /// Changes in the copies of its trial since the last time.
  [[nodiscard]] virtual sandbox::Changes take_changes(const base::TerminalId&) { return {}; }
  /// The files have changed since the terminal began, so that its sandbox would show or hide others if it began now.
  [[nodiscard]] virtual bool is_outdated(const base::TerminalId&, const sandbox::Sandbox&) { return false; }
  /// Types `bytes`. Queued if the PTY does not take them at once; never blocks.
  virtual void write(const base::TerminalId&, std::string_view /*bytes*/) {}
  /// Typed text that is not read yet is dropped, by the kernel and by us.
  virtual void drop_unread_input(const base::TerminalId&) {}
  /// A command may leave the terminal without the translation of line ends, and all later output is a staircase. True:
  /// it had, and it is set right.
  [[nodiscard]] virtual bool repair_output_modes(const base::TerminalId&) { return false; }
  virtual void resize(const base::TerminalId&, int /*columns*/, int /*rows*/) {}
  /// To be called before `stop` ends the program that the shell waits for: the shell does not go on with the rest of
  /// the line.
  virtual void drop_rest_of_line(const base::TerminalId&) {}
  /// The host reads the marks and tells the phase after each event: an interrupt waits for a command that can take it,
  /// and the watch over the startup files ends with the first mark.
  virtual void tell_phase(const base::TerminalId&, ShellPhase) {}
  virtual void stop(const base::TerminalId&, StopStep) {}
  /// The output from now on belongs to a command that survives the death of termhost: the terminal then waits so many
  /// seconds for the next termhost, which gets `state` and that output. `outlives_us`: it also waits after an orderly
  /// end of termhost, and without a limit. Nothing happens where a terminal can't be kept.
  virtual void keep(const base::TerminalId&, const std::string& /*state*/, int /*seconds*/, bool /*outlives_us*/) {}
  /// Later knowledge of that command. The output is that of the same command.
  virtual void keep_also(const base::TerminalId&, const std::string& /*state*/) {}
  /// It has ended, and everybody knows that: from now on the terminal ends with termhost.
  virtual void keep_no_more(const base::TerminalId&) {}
  /// Ends the shell and its whole tree, also processes that ran away by setsid or a double fork.
  virtual void close(const base::TerminalId&) {}
};

}  // namespace termhost::host
