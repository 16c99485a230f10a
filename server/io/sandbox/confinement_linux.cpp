#include <array>
#include <cerrno>
#include <fcntl.h>
#include <linux/capability.h>
#include <net/if.h>
#include <sched.h>
#include <string>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <fmt/format.h>

#include "io/handle.hpp"
#include "io/sandbox/confinement.hpp"
#include "io/sandbox/landlock_linux.hpp"
#include "io/sandbox/mounts_linux.hpp"
#include "io/sandbox/system_calls_linux.hpp"
#include "io/sandbox/watched_calls_linux.hpp"
#include "sandbox/gaps.hpp"

namespace termhost::io {
namespace {

using Step = ConfinementStep;

std::optional<ConfinementFailure> failed(Step step) { return ConfinementFailure{step, errno}; }

bool write_file(const char* path, const std::string& content) {
  const FileDescriptor file(::open(path, O_WRONLY | O_CLOEXEC));
  return file && write_whole(file.get(), content);
}

/// A user namespace, which gives the right to the others, only where that is missing: in it nobody but we have a name.
bool enter_namespaces(sandbox::Network network) {
  const int wanted = CLONE_NEWNS | CLONE_NEWIPC | (network == sandbox::Network::All ? 0 : CLONE_NEWNET);
  if (::unshare(wanted) == 0) return true;
  const uid_t user = ::geteuid();
  const gid_t group = ::getegid();
  const auto itself = [](unsigned id) { return std::to_string(id) + " " + std::to_string(id) + " 1"; };
  return errno == EPERM && ::unshare(wanted | CLONE_NEWUSER) == 0 && write_file("/proc/self/setgroups", "deny") &&
         write_file("/proc/self/uid_map", itself(user)) && write_file("/proc/self/gid_map", itself(group));
}

bool start_loopback() {
  const FileDescriptor socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  ifreq request{};
  request.ifr_name[0] = 'l';
  request.ifr_name[1] = 'o';
  request.ifr_flags = IFF_UP;
  return socket && ::ioctl(socket.get(), SIOCSIFFLAGS, &request) == 0;
}

/// Powers that root needs to work in files of others; the rest of its power reaches past every view of files.
constexpr std::array kept_capabilities{CAP_DAC_OVERRIDE, CAP_FOWNER, CAP_FSETID, CAP_SETGID, CAP_SETUID};

/// Without a view, a process that may give files away could do so with every file.
bool drop_capabilities(bool has_view) {
  std::uint64_t kept = has_view ? std::uint64_t{1} << CAP_CHOWN : 0;
  for (const int capability : kept_capabilities) kept |= std::uint64_t{1} << capability;
  for (int capability = 0; ::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability)
    if ((kept >> capability & 1) == 0 && ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0 && errno != EPERM)
      return false;
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> data{};
  if (::syscall(SYS_capget, &header, data.data()) != 0) return false;
  for (__user_cap_data_struct& word : data) {
    word.effective &= static_cast<std::uint32_t>(kept);
    word.permitted &= static_cast<std::uint32_t>(kept);
    word.inheritable = 0;
    kept >>= 32;
  }
  return ::syscall(SYS_capset, &header, data.data()) == 0;
}

}  // namespace

const char* to_string(ConfinementStep step) {
  switch (step) {
    case Step::Namespaces: return "enter namespaces of its own";
    case Step::Mounts: return "make its view of the files";
    case Step::Loopback: return "start a network of its own";
    case Step::Landlock: return "restrict files and signals (Landlock)";
    case Step::Capabilities: return "give up capabilities";
    case Step::SystemCalls: return "restrict system calls (seccomp)";
  }
  return "confine itself";
}

std::optional<ConfinementFailure> enter_view(const sandbox::Plan& plan, FileDescriptor& layers) {
  if (!plan.has_view) return std::nullopt;
  if (!enter_namespaces(plan.network)) return failed(Step::Namespaces);
  if (!mount_view(plan, layers)) return failed(Step::Mounts);
  if (plan.network == sandbox::Network::Loopback && !start_loopback()) return failed(Step::Loopback);
  return std::nullopt;
}

std::optional<ConfinementFailure> give_up_rights(const sandbox::Plan& plan, FileDescriptor& watched) {
  if (::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) != 0) return failed(Step::Capabilities);
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return failed(Step::Capabilities);
  if (!restrict_by_landlock(plan)) return failed(Step::Landlock);
  if (!drop_capabilities(plan.has_view)) return failed(Step::Capabilities);
  watched = watch_system_calls(plan);
  if (!restrict_system_calls(plan, static_cast<bool>(watched))) return failed(Step::SystemCalls);
  return std::nullopt;
}

sandbox::Enforcement kernel_means(sandbox::Level level, bool has_view) {
  sandbox::Enforcement means;
  means.has_view = has_view;
  const int landlock = landlock_version();
  if (!has_view && landlock < sandbox::landlock_alone)
    means.problem = "Landlock alone can confine a terminal only from Linux 6.2 on";
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
