// A terminal, as far as it is known. The registry keeps it; the rooms of the host tell it what has happened there.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "terminal/shells/directory.hpp"
#include "terminal/shells/identity.hpp"
#include "terminal/shells/shell_line.hpp"
#include "terminal/shells/shell_stream.hpp"
#include "terminal/shells/state_files.hpp"
#include "terminal/shells/work.hpp"

namespace termhost::terminal {

class Terminal {
 public:
  explicit Terminal(Identity identity, std::string cwd = {}, base::TaskId task = {}, std::string startup_problem = {})
      : directory(std::move(cwd)),
        work(std::move(task)),
        identity_(std::move(identity)),
        startup_problem_(std::move(startup_problem)) {}

  [[nodiscard]] const Identity& identity() const { return identity_; }
  [[nodiscard]] const base::TerminalId& id() const { return identity_.id; }
  [[nodiscard]] shell::ShellKind shell() const { return identity_.shell; }
  [[nodiscard]] bool runs_shell() const { return identity_.runs_shell(); }
  /// More became known of it: `change` notes that in its identity.
  template <class Change>
  void learn(Change change) {
    change(identity_);
  }

  [[nodiscard]] const std::string& cwd() const { return directory.path(); }
  [[nodiscard]] const base::ExecutionId& current() const { return work.current(); }
  [[nodiscard]] bool idle() const { return !work.busy() && !closed_; }

  /// Its shell has not shown that a line may be typed.
  [[nodiscard]] bool starting() const { return availability_ == Availability::Starting; }
  /// A line may be typed: integration or prompt was seen.
  [[nodiscard]] bool ready() const { return availability_ == Availability::Ready; }
  /// It is ready again in a moment, or gone: its shell was told to exit, perhaps.
  [[nodiscard]] bool resting() const { return availability_ == Availability::Resting; }
  /// False: it was ready.
  bool become_ready() { return std::exchange(availability_, Availability::Ready) != Availability::Ready; }
  void rest() { availability_ = Availability::Resting; }

  [[nodiscard]] bool closed() const { return closed_; }
  /// False: it was closed.
  bool close() { return !std::exchange(closed_, true); }

  /// Its reports can't be trusted any more: an execution that never started is pending.
  [[nodiscard]] bool reports_untrusted() const { return reports_untrusted_; }
  void distrust_reports() { reports_untrusted_ = true; }
  /// It serves no other command.
  [[nodiscard]] bool used_up() const { return used_up_; }
  void use_up() { used_up_ = true; }

  /// The reason why its shell does without the user's startup files, until its first command tells.
  [[nodiscard]] const std::string& startup_problem() const { return startup_problem_; }
  [[nodiscard]] std::string take_startup_problem() { return std::exchange(startup_problem_, {}); }

  /// Its bytes come to us, and are read as the shell's story; null: they don't.
  [[nodiscard]] ShellStream* stream() { return stream_ ? &*stream_ : nullptr; }
  [[nodiscard]] const ShellStream* stream() const { return stream_ ? &*stream_ : nullptr; }
  [[nodiscard]] bool has_stream() const { return stream_.has_value(); }
  /// `from`: where an earlier termhost has stopped.
  void read_bytes(std::optional<ShellStream> from = std::nullopt) {
    const std::string& nonce = identity_.nonce;
    if (from) {
      stream_ = std::move(from);
      return;
    }
    stream_.emplace(nonce.empty() ? BoundaryArbiter::bytes() : BoundaryArbiter::owned(nonce));
  }

  Directory directory;
  ShellLine line;
  StateFiles state_files;
  Work work;

 private:
  enum class Availability { Starting, Ready, Resting };

  Identity identity_;
  std::optional<ShellStream> stream_;
  std::string startup_problem_;
  Availability availability_ = Availability::Starting;
  bool closed_ = false, reports_untrusted_ = false, used_up_ = false;
};

}  // namespace termhost::terminal
