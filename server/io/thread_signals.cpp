#include "io/thread_signals.hpp"

#include <csignal>

namespace termhost::io {

void block_signals_in_this_thread() {
  sigset_t all;
  sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

}  // namespace termhost::io
