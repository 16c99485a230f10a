// Writes to a pipe or a socket that poll() calls ready as much as it takes now, and never waits for its reader.
//
// The descriptor stays blocking: the editor may share its open file description. A pipe is opened anew, by the name
// that the system has for it; what can't be gets PIPE_BUF bytes at a time, which a ready pipe takes whole.
#pragma once

#include <sys/types.h>
#include <sys/uio.h>

#include "io/file_descriptor.hpp"

namespace termhost::io {

class ReadyOutput {
 public:
  /// `fd` is not closed.
  explicit ReadyOutput(int fd);
  /// As writev(): bytes written, or -1 and errno, EAGAIN where nothing can be written now. `count` is not 0.
  [[nodiscard]] ssize_t write(const iovec* parts, int count) const;

 private:
  int fd_;
  bool socket_;
  FileDescriptor own_;  ///< a description of our own, which does not block
};

}  // namespace termhost::io
