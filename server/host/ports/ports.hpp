// What the host asks of the operating system. Implemented by io; scripted fakes serve the tests. Every call returns at
// once; what happens later comes back through OwnedTerminalEvents on the same thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/expected.hpp"
#include "base/ids.hpp"
#include "sandbox/refusal.hpp"
#include "sandbox/sandbox.hpp"
#include "shell/syntax/shell_kind.hpp"
#include "terminal/holder.hpp"
#include "terminal/input_reader.hpp"
#include "terminal/process_tree.hpp"
#include "terminal/stop_step.hpp"

namespace termhost::host {

/// How to start a shell that termhost runs itself.
struct OwnedShell {
  std::string path;  ///< absolute, or a name to look up in PATH
  shell::ShellKind kind = shell::ShellKind::Bash;
  std::string cwd;                         ///< absolute
  std::map<std::string, std::string> env;  ///< on top of our own environment and the non-interactive defaults
  int columns = 160;
  int rows = 48;
  bool startup_files = true;  ///< it reads the person's
  /// Set: no PTY and no integration, but `path -c command` with stdout and stderr on pipes of their own and stdin
  /// empty.
  std::optional<std::string> pipes_command;
  bool on_terminal = false;  ///< with pipes_command: on a PTY of its own all the same; no integration, no input
  sandbox::Sandbox sandbox{};
};

enum class Stream { Stdout, Stderr };  ///< PTY output is Stdout

/// How a process ended: exactly one of the two is set, or none if nobody could tell.
struct ExitStatus {
  std::optional<int> code;
  std::optional<int> signal;
  /// The guard that would have told was killed; what it looked after was ended all the same.
  bool guard_killed = false;
  std::optional<std::int64_t> cpu_ms{};        ///< that it and those that it waited for have used
  std::optional<std::uint64_t> peak_memory{};  ///< bytes, of the largest of them
  friend bool operator==(const ExitStatus& x, const ExitStatus& y) {  // what it cost is another matter
    return x.code == y.code && x.signal == y.signal && x.guard_killed == y.guard_killed;
  }
};

using terminal::Holder;
using terminal::StopStep;

/// An agent may be led by what it read: the user's own words are not checked.
enum class ShellNamedBy { User, Agent };

enum class OpenErrorCode { ShellNotFound, DirectoryNotFound, NoPty, SpawnFailed, NotConfined };

struct OpenError {
  OpenErrorCode code = OpenErrorCode::SpawnFailed;
  std::string context;  ///< one sentence: what, where, what to do
};

[[nodiscard]] std::string to_string(const OpenError& error);

/// What an open terminal can prove and take.
struct OpenedTerminal {
  std::optional<int> pid;
  /// In the first markers of our integration, which announce the next (terminal/boundary_arbiter); empty: there is no
  /// integration (pipes, unknown shell).
  std::string nonce;
  std::string envelope_path;  ///< private file that a submission may be written to; empty for pipes
  std::string start_mark;     ///< the mark C as text a program can print, for shells without a hook for it (dash)
};

/// How an editor starts a shell with our integration (wire method terminal/launch, and terminals of source "bytes").
struct ShellLaunch {
  std::vector<std::string> argv;
  std::map<std::string, std::string> env;
  std::string nonce;
  std::string start_mark;
  std::string envelope_path;
};

/// What the kernel says of a shell at this moment, whoever runs it.
struct ShellView {
  bool has_children = false;          ///< it runs something, or has something in the background
  bool program_awaits_input = false;  ///< a program that is not the shell has its terminal, and waits for input there
  bool shell_awaits_input = false;    ///< the shell itself waits there: at its prompt, or in a `read`
  bool ignores_interrupt = false;     ///< the shell does: an interrupt takes nothing from its line
  std::string cwd;                    ///< empty: it can't be told
};

/// Who would read what is typed into a terminal of ours at this moment.
struct InputSide {
  bool reads_keys = false;     ///< its modes hand over each key, not lines
  bool shell_has_it = true;    ///< the shell, not a program of its own group, is in the foreground
  bool output_unread = false;  ///< seen after the two above
  std::uint64_t unread = 0;    ///< bytes that were typed, in the kernel
};

enum class StartObstacleKind {
  Replaced,     ///< another program is where the shell was (`exec tmux` in a startup file): no mark will come
  AwaitsInput,  ///< a startup file, or what it has started, waits for somebody to type
  TooSlow,      ///< nothing of that, and the startup files are still not done
};

/// Why a shell has not shown its first mark.
struct StartObstacle {
  StartObstacleKind kind = StartObstacleKind::Replaced;
  std::string program;  ///< that is there, or that waits
  friend bool operator==(const StartObstacle&, const StartObstacle&) = default;
};

/// What the startup files do, as the end of a sentence about them.
[[nodiscard]] std::string to_string(const StartObstacle& obstacle);

class OwnedTerminalEvents {
 public:
  virtual ~OwnedTerminalEvents() = default;
  virtual void owned_wrote(const base::TerminalId& terminal, Stream stream, std::string_view bytes,
                           base::Instant now) = 0;
  /// Something stands between the start of the shell and its first mark. Told once.
  virtual void owned_obstructed(const base::TerminalId&, const StartObstacle&, base::Instant) {}
  /// Whether a command runs in its shell, by what was told so far.
  [[nodiscard]] virtual bool runs_command(const base::TerminalId&) const { return false; }
  /// The shell (or the pipes child) has ended, and what it had printed by then was delivered before. `holders` names
  /// who of its tree still has the output open. Comes exactly once per terminal, also after close(). Processes that
  /// survived the shell live on, unheard, until close().
  virtual void owned_exited(const base::TerminalId& terminal, ExitStatus status, std::vector<Holder> holders,
                            base::Instant now) = 0;
};

class OwnedTerminals {
 public:
  virtual ~OwnedTerminals() = default;
  [[nodiscard]] virtual base::Expected<OpenedTerminal, OpenError> open(const base::TerminalId& terminal,
                                                                       const OwnedShell& shell) = 0;
  /// What would hold such a terminal here.
  [[nodiscard]] virtual sandbox::Enforcement enforcement(const sandbox::Sandbox&) {
    return {.by = {}, .gaps = {}, .problem = "there is no terminal that could be confined"};
  }
  /// What its sandbox has refused since the last time; empty too where the kernel tells nobody.
  [[nodiscard]] virtual std::vector<sandbox::Refusal> take_refusals(const base::TerminalId&) { return {}; }
  /// Types `bytes`. Queued where the PTY does not take them at once; never blocks.
  virtual void write(const base::TerminalId& terminal, std::string_view bytes) = 0;
  /// What was typed and is not read yet is dropped, by the kernel and by us.
  virtual void drop_unread_input(const base::TerminalId& /*terminal*/) {}
  /// The private files it needs stay until we end. An agent's shell keeps its commands out of the person's history.
  [[nodiscard]] virtual base::Expected<ShellLaunch, OpenError> launch_for_editor(const std::string& shell_path,
                                                                                 bool for_agent) = 0;
  /// The path of a private file that a submission to a shell of the editor's may be written to.
  [[nodiscard]] virtual base::Expected<std::string, std::string> envelope_for_editor() = 0;
  [[nodiscard]] virtual base::Expected<void, std::string> write_envelope(const std::string& envelope_path,
                                                                         std::string_view content) = 0;
  virtual void remove_envelope(const std::string& envelope_path) = 0;
  virtual void resize(const base::TerminalId& terminal, int columns, int rows) = 0;
  /// To be called before `stop` ends the program that the shell waits for: the shell does not go on with what stands
  /// behind it on the line.
  virtual void drop_rest_of_line(const base::TerminalId& /*terminal*/) {}
  virtual void drop_rest_of_line_of(int /*shell_pid*/) {}  ///< that somebody else runs
  virtual void stop(const base::TerminalId& terminal, StopStep step) = 0;
  /// The same for a shell that somebody else runs: signals the processes below `shell_pid`; the shell by EndShell only.
  virtual void stop_tree_below(int shell_pid, StopStep step) = 0;
  /// Nothing where the system can't tell, or there is no such process.
  [[nodiscard]] virtual std::optional<ShellView> look_at_shell(int shell_pid) = 0;
  /// Whether the shell's directory is this one, the same by another name too, and not another one by the same name.
  /// Nothing where the system can't tell.
  [[nodiscard]] virtual std::optional<bool> stands_in(int /*shell_pid*/, const std::string& /*directory*/) {
    return std::nullopt;
  }
  /// Who waits for what is typed there; nothing where nobody does, or the system can't tell.
  [[nodiscard]] virtual std::optional<terminal::InputReader> input_reader(int shell_pid) = 0;
  /// What there is of the terminal now; empty where the system can't tell.
  [[nodiscard]] virtual terminal::SeenTree process_tree(const base::TerminalId& terminal, int shell_pid,
                                                        bool with_ports) = 0;
  /// Nothing where there is no terminal.
  [[nodiscard]] virtual std::optional<InputSide> input_side(const base::TerminalId& /*terminal*/) {
    return std::nullopt;
  }
  /// A command may leave the terminal without the translation of line ends, and all later output is a staircase. True:
  /// it had, and it is set right.
  [[nodiscard]] virtual bool repair_output_modes(const base::TerminalId& /*terminal*/) { return false; }
  /// The path of a shell by its path or its name in PATH; the error says that there is none. The path that an agent
  /// names has to be that of a shell which the user or the machine has for one: in PATH, `$SHELL` or /etc/shells.
  [[nodiscard]] virtual base::Expected<std::string, OpenError> find_shell(const std::string& shell,
                                                                          ShellNamedBy by) = 0;
  /// False while the kernel says that a program of its own process group, not the shell, has the terminal: who prints
  /// an end mark then is that program, or has read ahead of a shell that has started the next command since. True where
  /// nothing can be told (pipes, ended, unknown).
  [[nodiscard]] virtual bool foreground_is_shell(const base::TerminalId& terminal) = 0;
  /// Processes of the terminal's tree, the shell not counted, that have its output open for more than to read from it.
  [[nodiscard]] virtual std::vector<Holder> holders(const base::TerminalId& terminal) = 0;
  /// Ends the shell and its whole tree, also what ran away by setsid or a double fork.
  virtual void close(const base::TerminalId& terminal) = 0;
};

/// Calls back after a delay. Cancelling or destroying the scheduler drops what is pending.
class Scheduler {
 public:
  using TimerId = std::uint64_t;
  virtual ~Scheduler() = default;
  [[nodiscard]] virtual base::Instant now() const = 0;
  /// Processor time that this process has used; differences count.
  [[nodiscard]] virtual base::Duration processor_time() const = 0;
  virtual TimerId after(base::Millis delay, std::function<void()> callback) = 0;
  virtual void cancel(TimerId timer) = 0;
};

}  // namespace termhost::host
