// The time of a terminal between two termhosts, as its guard lives it: reads what the terminal prints while that fits,
// and answers at the door.
#pragma once

#include <chrono>
#include <optional>
#include <signal.h>
#include <string>
#include <string_view>
#include <utility>

#include "io/file_descriptor.hpp"
#include "io/guard/kept_stream_posix.hpp"
#include "io/guard/successor_posix.hpp"

namespace termhost::io {

class SuccessorWait {
 public:
  /// `stream` has an open command. `terminal` is what a successor gets, except for its control and memory.
  SuccessorWait(const std::string& folder, KeptStream& stream, ClaimedTerminal& terminal);

  /// Nobody has come, and there is time.
  [[nodiscard]] bool goes_on() const;
  /// Waits for a moment or the next thing to do. `waiting`: the signals that are blocked meanwhile.
  void step(const sigset_t& waiting);
  void shell_ended() { ended_ = true; }
  /// The shell is back at its prompt. Where a command may stay without a limit, its result does not.
  void command_ended();
  /// The socket of the one who has claimed it, which is the guard's from now on.
  [[nodiscard]] FileDescriptor take_successor() { return std::move(successor_); }
  /// The one who has asked for its end, and waits until this closes.
  [[nodiscard]] FileDescriptor take_ender() { return std::move(ender_); }

 private:
  using Clock = std::chrono::steady_clock;

  void read_terminal();
  void answer();
  void attach(FileDescriptor peer);
  void type();
  void show(std::string_view bytes);

  KeptStream& stream_;
  ClaimedTerminal& terminal_;
  std::optional<Door> door_;
  std::optional<Clock::time_point> limit_;  // nothing: it waits until it ends
  FileDescriptor successor_, viewer_, ender_;
  bool ended_ = false, closed_ = false;
};

}  // namespace termhost::io
