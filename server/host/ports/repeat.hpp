// What is to be done again and again.
#pragma once

#include <functional>
#include <utility>

#include "host/ports/ports.hpp"

namespace termhost::host {

/// Runs `action` after `first`, then each `interval`, for as long as the scheduler lives, which must be alive.
inline void repeat(Scheduler& scheduler, base::Millis first, base::Millis interval, std::function<void()> action) {
  scheduler.after(first, [&scheduler, interval, action = std::move(action)] {
    action();
    repeat(scheduler, interval, interval, action);
  });
}

}  // namespace termhost::host
