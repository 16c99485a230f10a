// Plays a transcript against a server and reports the differences.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rpc/transcript/transcript.hpp"

namespace termhost::rpc {

/// The server under test. Single-threaded; its answer to a call is complete when the call returns.
class TranscriptSubject {
 public:
  virtual ~TranscriptSubject() = default;
  virtual void feed(std::string_view bytes) = 0;
  /// Time passes; timers that are due in it fire.
  virtual void advance(base::Duration duration) = 0;
  /// A report of the operating system from the recorded session.
  virtual void os(const std::string& /*kind*/, const Json& /*value*/) {}
  /// The bytes sent since the last call.
  [[nodiscard]] virtual std::string take_output() = 0;
};

/// The way in which the server gets the bytes of each message.
struct Feeding {
  enum class Kind { Whole, ByteByByte, SplitOnce };
  Kind kind = Kind::Whole;
  std::size_t split_at = 0;  ///< SplitOnce: after so many bytes, where the message is longer
};

struct PlayerOptions {
  Feeding feeding;
  /// Messages of these methods may come without being expected.
  std::vector<std::string> ignorable{"window/logMessage", "terminal/didChangeStatus"};
};

/// The differences, one sentence each with its line; empty if there are none.
[[nodiscard]] std::vector<std::string> play(const std::vector<TranscriptStep>& steps, TranscriptSubject& subject,
                                            const PlayerOptions& options = {});

/// The longest frame that the editor sends in `steps`: SplitOnce has no more different splits than this.
[[nodiscard]] std::size_t longest_client_frame(const std::vector<TranscriptStep>& steps);

}  // namespace termhost::rpc
