#include <mach-o/dyld.h>

#include <climits>

#include "io/process/own_process.hpp"

namespace termhost::io {

void become_reaper() {}
bool can_reap_orphans() { return false; }

void set_process_name(const char* /*name*/) {}
void wake_with_parent() {}
void die_with_parent(pid_t /*parent*/) {}

std::size_t longest_typed_line() { return 1024; }

std::int64_t bytes_of_maxrss() { return 1; }

bool close_range_from(int /*first*/) { return false; }

std::string own_file_name(int /*descriptor*/) { return {}; }

std::string own_program() {
  char path[PATH_MAX];
  std::uint32_t size = sizeof path;
  return ::_NSGetExecutablePath(path, &size) == 0 ? path : "termhost";
}

}  // namespace termhost::io
