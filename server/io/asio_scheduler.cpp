#include "io/asio_scheduler.hpp"

#include <chrono>
#include <ctime>
#include <utility>

namespace termhost::io {

base::Instant clock_now() {
  return std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::steady_clock::now());
}

base::Duration AsioScheduler::processor_time() const {
  return base::Duration(static_cast<std::int64_t>(std::clock()) * base::Duration::period::den / CLOCKS_PER_SEC);
}

host::Scheduler::TimerId AsioScheduler::after(base::Millis delay, std::function<void()> callback) {
  const TimerId id = ++last_;
  asio::steady_timer& timer = timers_->try_emplace(id, context_, delay).first->second;
  // A timer cancelled after its time has come still reports success: the table says whether it counts.
  timer.async_wait([id, timers = std::weak_ptr(timers_), callback = std::move(callback)](const std::error_code& error) {
    const auto table = timers.lock();
    if (!error && table && table->erase(id) == 1) callback();
  });
  return id;
}

}  // namespace termhost::io
