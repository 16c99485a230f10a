#include "io/process/kernel_record_darwin.hpp"

#include <array>
#include <cstddef>

namespace termhost::io {

std::optional<kinfo_proc> kernel_record(pid_t pid) {
  std::array<int, 4> request{CTL_KERN, KERN_PROC, KERN_PROC_PID, pid};
  kinfo_proc record{};
  std::size_t size = sizeof record;
  const int failed = ::sysctl(request.data(), static_cast<u_int>(request.size()), &record, &size, nullptr, 0);
  return failed == 0 && size == sizeof record ? std::optional(record) : std::nullopt;
}

}  // namespace termhost::io
