#include "cli/remote/end_signals.hpp"

#include <csignal>
#include <cstdlib>
#include <thread>
#include <utility>

#include "cli/exit_status.hpp"

namespace termhost::cli {

void end_with_signal(std::function<void()> end) {
  sigset_t ends;
  sigemptyset(&ends);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ends, number);
  ::pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  std::thread([end = std::move(end), ends] {
    int number = 0;
    if (::sigwait(&ends, &number) == 0) end();
    if (::sigwait(&ends, &number) == 0) std::_Exit(could_not_run);
  }).detach();
}

}  // namespace termhost::cli
