#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <system_error>
#include <unistd.h>

#include "io/stdio/wake_pipe.hpp"

namespace termhost::io {

WakePipe::WakePipe() {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  read_end_ = ends[0];
  write_end_ = ends[1];
}

WakePipe::~WakePipe() {
  ::close(read_end_);
  ::close(write_end_);
}

void WakePipe::wake() {
  const char byte = 0;
  [[maybe_unused]] const auto written = ::write(write_end_, &byte, 1);  // one byte into an empty pipe always fits
}

bool WakePipe::wait_to_read(Handle from) const { return wait(from, POLLIN); }
bool WakePipe::wait_to_write(Handle to) const { return wait(to, POLLOUT); }

bool WakePipe::wait(Handle handle, short events) const {
  std::array<pollfd, 2> waits{pollfd{handle, events, 0}, pollfd{read_end_, POLLIN, 0}};
  while (::poll(waits.data(), waits.size(), -1) < 0 && errno == EINTR) {
  }
  return waits[1].revents == 0;
}

}  // namespace termhost::io
