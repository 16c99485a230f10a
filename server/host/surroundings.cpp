#include "host/surroundings.hpp"

#include <utility>

namespace termhost::host {

Scheduler::TimerId Surroundings::after(base::Millis delay, Event event) const {
  return scheduler.after(delay, [post = &post, event = std::move(event)] { (*post)(event); });
}

}  // namespace termhost::host
