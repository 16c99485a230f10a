#include <cerrno>
#include <csignal>
#include <sys/syscall.h>
#include <unistd.h>

#include "io/process/tree_signals_posix.hpp"

namespace termhost::io {

/// A descriptor of a process is that process for ever; kernels before 5.3 have none.
bool signal_process(const Process& process, int signal) {
  const int fd = static_cast<int>(::syscall(SYS_pidfd_open, process.pid, 0));
  if (fd < 0 && errno == ESRCH) return false;
  const bool same = is_still_there(process);
  const bool sent = same && (fd >= 0 ? ::syscall(SYS_pidfd_send_signal, fd, signal, nullptr, 0) == 0
                                     : ::kill(process.pid, signal) == 0);
  const int why = same ? errno : ESRCH;
  if (fd >= 0) ::close(fd);
  errno = why;
  return sent;
}

}  // namespace termhost::io
