// A clock that stands still until it is moved: for tests and replays.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "host/ports/ports.hpp"

namespace termhost::host {

class ManualScheduler final : public Scheduler {
 public:
  [[nodiscard]] base::Instant now() const override { return now_; }
  [[nodiscard]] base::Duration processor_time() const override { return used_; }

  TimerId after(base::Millis delay, std::function<void()> callback) override {
    timers_.emplace(std::pair(now_ + delay, ++last_), std::move(callback));
    return last_;
  }

  void cancel(TimerId id) override {
    std::erase_if(timers_, [id](const auto& timer) { return timer.first.second == id; });
  }

  /// Moves the clock and runs what falls due, in order.
  void advance(base::Duration by) {
    const base::Instant until = now_ + by;
    while (!timers_.empty() && timers_.begin()->first.first <= until) {
      auto timer = timers_.extract(timers_.begin());
      now_ = timer.key().first;
      timer.mapped()();
    }
    now_ = until;
  }

  /// Moves the clock and nothing else.
  void pass(base::Duration time) { now_ += time; }
  void use_processor(base::Duration time) { used_ += time; }

  /// Runs one, whatever the clock says; one that is not armed is passed over.
  void fire(TimerId id) {
    const auto timer = std::ranges::find(timers_, id, [](const auto& armed) { return armed.first.second; });
    if (timer == timers_.end()) return;
    auto fired = timers_.extract(timer);
    fired.mapped()();
  }

  [[nodiscard]] std::size_t armed() const { return timers_.size(); }

 private:
  base::Instant now_{};
  base::Duration used_{0};
  TimerId last_ = 0;
  std::map<std::pair<base::Instant, TimerId>, std::function<void()>> timers_;
};

}  // namespace termhost::host
