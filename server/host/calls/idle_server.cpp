#include "host/calls/idle_server.hpp"

#include <algorithm>

namespace termhost::host {
namespace {

constexpr base::Millis quiet_enough{2000}, first_sample{1400};
constexpr base::Millis shortest_pause{1000}, longest_pause{8000};
/// The share of one processor that a waiting server and its garbage collector may use.
constexpr int idle_percent = 10;

}  // namespace

bool IdleServer::look_is_due(base::Millis quiet, base::Instant now) const {
  return quiet >= first_sample && (listening_ || now >= next_ || printed_since(quiet, now));
}

bool IdleServer::printed_since(base::Millis quiet, base::Instant now) const {
  return base::elapsed(last_, now) > quiet;
}

std::optional<int> IdleServer::see(const terminal::Footprint& seen, base::Millis quiet, base::Instant now) {
  if (printed_since(quiet, now)) pause_ = base::Millis(0);
  last_ = now;
  if (seen.listening.empty()) {
    listening_.reset();
    pause_ = std::clamp(pause_ * 2, shortest_pause, longest_pause);
    next_ = now + pause_;
    return std::nullopt;
  }
  const bool same_silence = listening_ && base::elapsed(listening_->at, now) < quiet;
  if (same_silence && quiet < quiet_enough) return std::nullopt;
  const Sample before = same_silence ? *listening_ : Sample{now, seen.spent.cpu_ms};
  listening_ = Sample{now, seen.spent.cpu_ms};
  const std::int64_t idle = base::elapsed(before.at, now).count() * idle_percent / 100;
  if (!same_silence || seen.spent.cpu_ms - before.cpu_ms > idle) return std::nullopt;
  return seen.listening.front();
}

std::optional<base::Millis> IdleServer::next_look(base::Millis quiet) const {
  if (!listening_) return std::nullopt;
  return quiet < quiet_enough ? quiet_enough - quiet : quiet_enough - first_sample;
}

}  // namespace termhost::host
