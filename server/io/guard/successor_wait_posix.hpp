// The door of a kept terminal as its guard answers there: while a termhost has the terminal, and in the time between
// two termhosts, in which the guard reads what the terminal prints while that fits.
#pragma once

#include <chrono>
#include <optional>
#include <signal.h>
#include <string>
#include <string_view>
#include <sys/select.h>
#include <utility>
#include <vector>

#include "io/file_descriptor.hpp"
#include "io/guard/kept_stream_posix.hpp"
#include "io/guard/successor_posix.hpp"

namespace termhost::io {

class SuccessorWait {
 public:
  /// Nothing: nobody could come, so the terminal is not kept.
  [[nodiscard]] static std::optional<SuccessorWait> open(const std::string& folder, pid_t keeper);

  // While a termhost has it.

  int watch(fd_set& readable) const { return door_.watch(readable); }
  /// A caller that awaits the terminal stays. Every other caller is told that the terminal is owned.
  void turn_away(const fd_set& readable);
  void close_in_child() const { door_.close_in_child(); }

  // Between two termhosts.

  /// `stream` has an open command. `terminal` is what a successor gets, except for its control and memory.
  void begin(KeptStream& stream, ClaimedTerminal& terminal);
  /// Nobody has come, and there is time.
  [[nodiscard]] bool goes_on() const;
  /// Waits for a moment or the next thing to do. `waiting`: the signals that are blocked meanwhile.
  void step(const sigset_t& waiting);
  void shell_ended() { ended_ = true; }
  /// `there`: the shell waits at its prompt. A command may stay without a limit, but its result may not.
  void see_prompt(bool there);
  /// The socket of the one who has claimed it, which is the guard's from now on.
  [[nodiscard]] FileDescriptor take_successor() { return std::move(successor_); }
  /// The one who has asked for its end, and waits until this closes.
  [[nodiscard]] FileDescriptor take_ender() { return std::move(ender_); }

 private:
  using Clock = std::chrono::steady_clock;

  explicit SuccessorWait(Door door) : door_(std::move(door)) {}
  void read_terminal();
  void answer(Door::Request request);
  void claim(FileDescriptor peer);
  void attach(FileDescriptor peer);
  void type();
  void show(std::string_view bytes);

  Door door_;
  std::vector<FileDescriptor> awaiting_;
  KeptStream* stream_ = nullptr;
  ClaimedTerminal* terminal_ = nullptr;
  std::optional<Clock::time_point> limit_;         // nothing: it waits until it ends
  std::optional<Clock::time_point> prompt_since_;  // the shell waits there
  FileDescriptor successor_, viewer_, ender_;
  bool ended_ = false, closed_ = false;
};

}  // namespace termhost::io
