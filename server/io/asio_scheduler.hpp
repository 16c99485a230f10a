// The timers of the one thread that owns all state.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>

#include <asio/io_context.hpp>
#include <asio/steady_timer.hpp>

#include "host/ports/ports.hpp"
#include "host/ports/scheduler.hpp"

namespace termhost::io {

/// The monotonic clock in the unit of base::Instant.
[[nodiscard]] base::Instant clock_now();

class AsioScheduler final : public host::Scheduler {
 public:
  explicit AsioScheduler(asio::io_context& context) : context_(context) {}

  [[nodiscard]] base::Instant now() const override { return clock_now(); }
  [[nodiscard]] base::Duration processor_time() const override;
  TimerId after(base::Millis delay, std::function<void()> callback) override;
  void cancel(TimerId timer) override { timers_->erase(timer); }

 private:
  asio::io_context& context_;
  using Timers = std::unordered_map<TimerId, asio::steady_timer>;
  std::shared_ptr<Timers> timers_ = std::make_shared<Timers>();  // shared with what waits, which may outlive us
  TimerId last_ = 0;
};

}  // namespace termhost::io
