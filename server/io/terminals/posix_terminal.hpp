// One terminal that termhost runs itself: the ends of its PTY or pipes, and its guard.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <asio/io_context.hpp>
#include <asio/posix/stream_descriptor.hpp>
#include <asio/steady_timer.hpp>

#include "host/ports/owned_terminals.hpp"
#include "host/ports/ports.hpp"
#include "host/ports/processes.hpp"
#include "io/guard/guard_protocol.hpp"
#include "io/guard/spawn_posix.hpp"
#include "io/private_folder_posix.hpp"
#include "io/sandbox/machine_posix.hpp"
#include "io/sandbox/refusal_observer.hpp"
#include "io/sandbox/trial_changes.hpp"
#include "io/terminals/secret_pipe_posix.hpp"
#include "io/terminals/start_watch.hpp"

namespace termhost::io {

/// Actions for the moment when a terminal's guard has gone.
struct TerminalEnd {
  std::function<void()> guard_killed;  ///< it did not go by itself: its processes are to be ended
  std::function<void()> gone;          ///< once, when nothing of the terminal is left
};

/// The files a shell reads when it starts.
struct StartFiles {
  PrivateFolder folder;
  SecretPipe nonce_pipe;
  std::string nonce;  ///< in its first mark; empty: there will be none
  std::string shell;  ///< its path
  std::string words;  ///< that it was started with, as the kernel shows them
};

class PosixTerminal : public std::enable_shared_from_this<PosixTerminal> {
 public:
  PosixTerminal(asio::io_context& context, base::TerminalId id, Spawned spawned, StartFiles files,
                host::OwnedTerminalEvents& events, TerminalEnd end);

  /// Gives out again what the command had printed that was open when an earlier termhost ended.
  void replay();
  void start();
  /// Its output and command, as far as they are kept for a next termhost; null: nothing is.
  [[nodiscard]] KeptStream* kept() { return stream_ && !ended_ ? &*stream_ : nullptr; }
  void write(std::string_view bytes);
  /// Typed text that nobody has read yet.
  void drop_unread_input();
  void resize(int columns, int rows);
  void drop_rest_of_line() { send(GuardCommand::DropLine); }
  void tell_phase(host::ShellPhase phase);
  void stop(host::StopStep step);
  void close();
  [[nodiscard]] int shell_pid() const { return child_; }
  /// Also what the kernel is about to hand over, which takes it a moment.
  [[nodiscard]] bool has_unread_output() const;
  [[nodiscard]] bool foreground_is_shell() const;
  /// And those of input, where the shell has no line editor that sets them. True: line ends were not translated.
  bool repair_output_modes();
  /// By `exec`, with the same program too.
  [[nodiscard]] bool shell_was_replaced() const;
  /// Nothing after its end, or of pipes.
  [[nodiscard]] std::optional<host::InputSide> input_side() const;
  [[nodiscard]] std::vector<host::Holder> holders() const;
  [[nodiscard]] terminal::SeenTree process_tree(bool with_ports) const;
  /// Refusals of its sandbox since the last time.
  [[nodiscard]] std::vector<sandbox::Refusal> take_refusals();
  /// Changes that it has made in its copies since the last time.
  [[nodiscard]] sandbox::Changes take_changes();
  /// See OwnedTerminals; `sandbox` is its own.
  [[nodiscard]] bool is_outdated(const sandbox::Sandbox& sandbox);
  /// The layers of a trial's copies, in which the states of its shell are; null: the states are in its folder.
  [[nodiscard]] const FileDescriptor* layers() const { return copies_ && plan_->is_trial ? &copies_ : nullptr; }
  [[nodiscard]] const PrivateFolder& folder() const { return files_.folder; }

  /// For the end of the program: no more events. `stays`: the guard waits for the next termhost; else it is told to end
  /// everything, and then waited for. The guard that ends; 0: it stays.
  [[nodiscard]] pid_t abandon(bool stays);
  void wait_for_guard();

 private:
  using Stream = asio::posix::stream_descriptor;

  void read_when_ready(Stream& stream, host::Stream kind);
  void give_out(std::string_view bytes);
  /// Delivers what is there, at most `limit` bytes; false when the stream has come to its end.
  bool deliver(Stream& stream, host::Stream kind, std::size_t limit);
  void write_when_ready();
  void flush_queue();
  void watch_start(std::chrono::milliseconds delay);
  void read_reports();
  void on_report(const GuardReport& report);
  void on_guard_gone();
  void ended(host::ExitStatus status);
  void send(GuardCommand command);
  void order(GuardCommand command);
  void interrupt(int looks);
  void send_interrupt();
  [[nodiscard]] bool foreground_is_like_shell() const;
  void obeyed();

  base::TerminalId id_;
  StartFiles files_;
  host::OwnedTerminalEvents& events_;
  std::function<void()> guard_killed_, gone_;
  Stream control_, output_, errors_;
  bool pty_;
  pid_t guard_, child_;
  std::string shell_name_;
  StartWatch start_;
  host::ShellPhase phase_ = host::ShellPhase::Starting;
  std::unique_ptr<RefusalObserver> observer_;
  std::optional<sandbox::Plan> plan_;
  std::chrono::system_clock::time_point begun_;
  std::unique_ptr<PlanHere> same_plan_;  // as it was made when somebody asked last
  FileDescriptor copies_;
  KnownChanges known_changes_;
  asio::steady_timer start_timer_, interrupt_timer_;
  std::vector<std::string> output_names_;
  std::optional<KeptStream> stream_;  // of a terminal that is kept
  bool edits_no_lines_;               // the shell
  std::string queue_;                 // typed and not yet taken
  int orders_ = 0;  // to stop something, not obeyed yet: what is typed waits, so that they can't mean it
  bool writing_ = false;
  bool ended_ = false;  // owned_exited was said
};

}  // namespace termhost::io
