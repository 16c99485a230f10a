#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

#include "io/process/own_process.hpp"

namespace termhost::io {

void become_reaper() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }
bool can_reap_orphans() { return true; }

void set_process_name(const char* name) { ::prctl(PR_SET_NAME, name); }

void wake_with_parent() { ::prctl(PR_SET_PDEATHSIG, SIGCHLD); }

void die_with_parent(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
}

std::size_t longest_typed_line() { return 4095; }

std::string nonce_source() { return "/proc/sys/kernel/random/uuid"; }

std::int64_t bytes_of_maxrss() { return 1024; }

bool close_range_from(int first) { return ::close_range(static_cast<unsigned>(first), ~0u, 0) == 0; }

bool can_send_without_waiting() { return true; }

std::string own_file_name(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

/// Also right when the file was replaced by a newer version meanwhile.
std::string own_program() { return "/proc/self/exe"; }

}  // namespace termhost::io
