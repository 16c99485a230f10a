#include <algorithm>
#include <poll.h>

#include "io/stdio/watch.hpp"

namespace termhost::io {

void Watch::read(Handle from) {
  if (from >= 0) waits_.push_back({from, Way::Read});
}

void Watch::write(Handle to) {
  if (to >= 0) waits_.push_back({to, Way::Write});
}

void Watch::wait(std::optional<std::chrono::milliseconds> most) {
  std::vector<pollfd> polled;
  for (const Wait& wait : waits_)
    polled.push_back({wait.handle, static_cast<short>(wait.way == Way::Read ? POLLIN : POLLOUT), 0});
  const int patience = most ? static_cast<int>(std::max<long long>(most->count(), 0)) : -1;
  if (::poll(polled.data(), static_cast<nfds_t>(polled.size()), patience) <= 0) return;
  for (std::size_t at = 0; at < polled.size(); ++at) waits_[at].ready = polled[at].revents != 0;
}

bool Watch::is_ready(Handle handle, Way way) const {
  return std::any_of(waits_.begin(), waits_.end(),
                     [&](const Wait& wait) { return wait.handle == handle && wait.way == way && wait.ready; });
}

}  // namespace termhost::io
