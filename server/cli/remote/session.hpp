// A stream to a termhost on another machine, which goes on over a new carrier when its carrier is lost.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/expected.hpp"
#include "cli/remote/connection.hpp"
#include "cli/remote/destination.hpp"
#include "cli/remote/remote_answer.hpp"
#include "io/handle.hpp"
#include "io/link/numbered_parts.hpp"
#include "io/pipe_posix.hpp"
#include "io/stdio/queued_output.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/methods.hpp"

namespace termhost::cli {

class RemoteSession {
 public:
  struct Output {
    std::string bytes;
  };
  struct Repaired {};  ///< between the bytes before and after it, another carrier has come
  struct Ended {
    int status = 0;  ///< of the command there
  };
  struct Lost {
    std::string why;  ///< a sentence about the repair; empty: there was none
  };
  using Event = std::variant<Output, Repaired, Ended, Lost>;

  /// Blocks. A lost carrier is replaced within `patience`. The error is a sentence: nothing was run.
  [[nodiscard]] static base::Expected<std::shared_ptr<RemoteSession>, std::string> open(Destination destination,
                                                                                        std::chrono::seconds patience);

  /// The first request, and its answer.
  template <class Params, class Result>
  [[nodiscard]] RemoteAnswer<Result> request(const protocol::RequestMethod<Params, Result>& method,
                                             const Params& params) {
    return decoded<Result>(ask(method.name, protocol::encode(params)), machine());
  }

  /// From now on bytes from there go to the other machine, `noticed` first. Their end is the end of the input there.
  void take_input(io::Handle from, std::function<void(std::string_view)> noticed);
  /// Writes to standard output while the session waits.
  void print(std::string_view bytes) { output_.add(bytes); }
  /// Blocks. After Ended or Lost nothing comes.
  [[nodiscard]] Event next();
  /// The command there ends by itself: waits for that, without a repair, and prints what is left.
  void finish();
  /// Waits until everything is printed, or so long.
  void flush(std::optional<std::chrono::milliseconds> most = std::nullopt);
  /// The input there ends. Safe on any thread, once.
  void end_input() { stop_.writing.reset(); }

  [[nodiscard]] const std::string& machine() const { return destination_.name; }
  /// The input has ended: nobody waits for more than what is open.
  [[nodiscard]] bool user_ended() const { return user_ended_; }
  [[nodiscard]] bool was_repaired() const { return repaired_; }

 private:
  RemoteSession(Destination destination, std::chrono::seconds patience, io::Pipe stop);
  /// A reason for which there is no connection. If it is final, another try is of no use.
  struct NotConnected {
    std::string sentence;
    bool is_final = false;
  };
  [[nodiscard]] base::Expected<void, NotConnected> connect(RemoteConnection::Clock::time_point until);
  [[nodiscard]] RemoteAnswer<protocol::Json> ask(std::string_view method, const protocol::OrderedJson& params);
  void step();
  void read_input();
  void send_end();
  void read_carrier();
  void write_to_carrier();
  void understand(std::string_view bytes);
  void lose_carrier();
  [[nodiscard]] Event repair();
  [[nodiscard]] bool wait_for_next_try(std::chrono::milliseconds time);
  void confirm_end();

  Destination destination_;
  std::chrono::seconds patience_;
  io::Pipe stop_;  // its writing end is closed by end_input()
  std::unique_ptr<RemoteConnection> connection_;
  std::optional<io::ReadyOutput> to_carrier_;
  std::string name_;  // of the session there; empty: it has no second carrier
  io::NumberedParts parts_;
  std::deque<Event> events_;
  std::string rest_;  // bytes after the first answer
  io::Handle input_ = -1;
  std::function<void(std::string_view)> noticed_;
  bool user_ended_ = false, finishing_ = false, repaired_ = false;
  io::QueuedOutput output_, errors_;
};

}  // namespace termhost::cli
