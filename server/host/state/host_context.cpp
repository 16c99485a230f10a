#include "host/state/host_context.hpp"

#include <utility>

namespace termhost::host {

Scheduler::TimerId HostContext::after(base::Millis delay, Event event) const {
  return scheduler.after(delay, [post = &post, event = std::move(event)] { (*post)(event); });
}

}  // namespace termhost::host
