// Live output of one call as messages at a bounded rate: what the command has printed since the last one, rendered, and
// a sign of life while it prints nothing.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "host/ports/ports.hpp"

namespace termhost::host {

inline constexpr base::Millis progress_interval{250};    ///< a person reads no faster
inline constexpr base::Millis progress_silence{10'000};  ///< clients give up after 30 to 60 s without a message
inline constexpr std::size_t progress_bytes = 1024;      ///< of one message; the end of what is new

class CallProgress {
 public:
  /// The output since the last request for it.
  using TakeNews = std::function<std::string()>;
  /// `seconds` since the call began; always more than before.
  using Send = std::function<void(double seconds, std::string message)>;

  CallProgress(Scheduler& scheduler, TakeNews take_news, Send send);
  ~CallProgress();
  CallProgress(const CallProgress&) = delete;
  CallProgress& operator=(const CallProgress&) = delete;

  /// There is something new.
  void wrote();

 private:
  void arm(base::Millis delay);
  void tell();

  Scheduler& scheduler_;
  TakeNews take_news_;
  Send send_;
  base::Instant started_, told_;
  std::optional<Scheduler::TimerId> timer_;
  bool something_new_ = false;
};

}  // namespace termhost::host
