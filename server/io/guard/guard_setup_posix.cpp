#include "io/guard/guard_setup_posix.hpp"

#include <algorithm>
#include <csignal>
#include <unistd.h>

#include "io/process/own_process.hpp"

namespace termhost::io {

void close_all_from(int first_descriptor) {
  if (close_range_from(first_descriptor)) return;
  const long limit = std::min(::sysconf(_SC_OPEN_MAX), 65536L);
  for (int fd = first_descriptor; fd < limit; ++fd) ::close(fd);
}

void ignore_signals() {
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU, SIGUSR1, SIGUSR2})
    ::signal(signal, SIG_IGN);
}

}  // namespace termhost::io
