#include "io/sandbox/machine.hpp"

#include <unistd.h>

#include <fmt/format.h>

#include "io/sandbox/landlock_linux.hpp"
#include "io/sandbox/system_calls_linux.hpp"
#include "sandbox/gaps.hpp"

namespace termhost::io {

sandbox::Enforcement kernel_means(sandbox::Level level, bool has_view) {
  sandbox::Enforcement means;
  means.has_view = has_view;
  const int landlock = landlock_version();
  if (!has_view && landlock < sandbox::landlock_alone) means.problem = "Landlock can't do it alone (Linux 6.2)";
  // To an ordinary user devices are closed without it too
  if (landlock == 0 && (!has_view || ::geteuid() == 0))
    means.problem = "the kernel has no Landlock, or it is switched off (boot with lsm=landlock,…)";
  if (!can_restrict_system_calls()) means.problem = "the kernel has no seccomp";
  means.by = {"seccomp"};
  if (landlock > 0) means.by.insert(means.by.begin(), fmt::format("landlock {}", landlock));
  if (has_view) means.by.insert(means.by.begin(), "namespaces");
  means.gaps = sandbox::gaps(level, has_view, landlock);
  return means;
}

}  // namespace termhost::io
