#include <mach-o/dyld.h>
#include <unistd.h>

#include <climits>

#include "io/process/kernel_record_darwin.hpp"
#include "io/process/own_process.hpp"

namespace termhost::io {

void become_reaper() {}
bool can_reap_orphans() { return false; }

void set_process_name(const char* /*name*/) {}
void wake_with_parent() {}
void die_with_parent(pid_t /*parent*/) {}

/// MAX_INPUT, of which the newline takes one.
std::size_t longest_typed_line() { return 1023; }

/// /dev/random gives bytes, not lines.
std::string nonce_source() { return {}; }

std::int64_t bytes_of_maxrss() { return 1; }

/// The limit of descriptors may be "unlimited", so only the kernel's list ends.
bool close_range_from(int first) {
  for (const proc_fdinfo& file : open_descriptors(::getpid()))
    if (file.proc_fd >= first) ::close(file.proc_fd);
  return true;
}

/// A socket waits for room all the same (sosendcheck() in XNU).
bool can_send_without_waiting() { return false; }

std::string own_file_name(int /*descriptor*/) { return {}; }

std::string own_program() {
  char path[PATH_MAX];
  std::uint32_t size = sizeof path;
  return ::_NSGetExecutablePath(path, &size) == 0 ? path : "termhost";
}

}  // namespace termhost::io
