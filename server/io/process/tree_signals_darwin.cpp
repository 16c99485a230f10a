#include <cerrno>
#include <csignal>

#include "io/process/tree_signals_posix.hpp"

namespace termhost::io {

bool signal_process(const Process& process, int signal) {
  if (is_still_there(process)) return ::kill(process.pid, signal) == 0;
  errno = ESRCH;
  return false;
}

}  // namespace termhost::io
