// A pipe that a thread waits on beside its file, so that it can be told to stop.
#pragma once

#include "io/handle.hpp"

namespace termhost::io {

class WakePipe {
 public:
  WakePipe();
  ~WakePipe();
  WakePipe(const WakePipe&) = delete;
  WakePipe& operator=(const WakePipe&) = delete;

  /// Ends every wait from now on. From any thread.
  void wake();
  /// Blocks until the handle can be read or written, has failed or was closed; false once woken.
  [[nodiscard]] bool wait_to_read(Handle from) const;
  [[nodiscard]] bool wait_to_write(Handle to) const;

 private:
  [[nodiscard]] bool wait(Handle handle, short events) const;

  Handle read_end_ = -1;
  Handle write_end_ = -1;
};

}  // namespace termhost::io
