#include "io/process/kernel_record_darwin.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <libproc.h>

namespace termhost::io {

std::optional<kinfo_proc> kernel_record(pid_t pid) {
  std::array<int, 4> request{CTL_KERN, KERN_PROC, KERN_PROC_PID, pid};
  kinfo_proc record{};
  std::size_t size = sizeof record;
  const int failed = ::sysctl(request.data(), static_cast<u_int>(request.size()), &record, &size, nullptr, 0);
  return failed == 0 && size == sizeof record ? std::optional(record) : std::nullopt;
}

std::vector<proc_fdinfo> open_descriptors(pid_t pid) {
  const int room = std::max(0, ::proc_pidinfo(pid, PROC_PIDLISTFDS, 0, nullptr, 0));
  std::vector<proc_fdinfo> files(static_cast<std::size_t>(room) / sizeof(proc_fdinfo));
  const int size = std::max(0, ::proc_pidinfo(pid, PROC_PIDLISTFDS, 0, files.data(), room));
  files.resize(static_cast<std::size_t>(size) / sizeof(proc_fdinfo));
  return files;
}

}  // namespace termhost::io
