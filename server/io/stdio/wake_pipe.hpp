// A pipe that a thread waits on beside its file, so that it can be told to stop.
#pragma once

#include <poll.h>

namespace termhost::io {

class WakePipe {
 public:
  WakePipe();
  ~WakePipe();
  WakePipe(const WakePipe&) = delete;
  WakePipe& operator=(const WakePipe&) = delete;

  /// Ends every wait() from now on. From any thread.
  void wake();
  /// Blocks until `fd` is ready for `events` (POLLIN, POLLOUT), has failed or was closed; false once woken.
  [[nodiscard]] bool wait(int fd, short events) const;

 private:
  int read_end_ = -1;
  int write_end_ = -1;
};

}  // namespace termhost::io
