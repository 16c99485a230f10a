// Port: time, and calls after a delay. Cancelling a timer or destroying the scheduler drops the pending calls.
#pragma once

#include <cstdint>
#include <functional>

#include "base/clock.hpp"

namespace termhost::host {

class Scheduler {
 public:
  using TimerId = std::uint64_t;
  virtual ~Scheduler() = default;
  [[nodiscard]] virtual base::Instant now() const = 0;
  /// Processor time that this process has used; differences count.
  [[nodiscard]] virtual base::Duration processor_time() const = 0;
  virtual TimerId after(base::Millis delay, std::function<void()> callback) = 0;
  virtual void cancel(TimerId timer) = 0;

  /// Runs `action` after `first`, then each `interval`, for as long as the scheduler lives.
  void repeat(base::Millis first, base::Millis interval, const std::function<void()>& action) {
    after(first, [this, interval, action] {
      action();
      repeat(interval, interval, action);
    });
  }
};

}  // namespace termhost::host
