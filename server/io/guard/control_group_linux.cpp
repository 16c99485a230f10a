#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <linux/sched.h>
#include <sstream>
#include <string_view>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "io/guard/control_group.hpp"

namespace termhost::io {
namespace {

/// The kernel stops what runs in a group within microseconds; what sleeps uninterruptibly takes as long as it likes.
constexpr int freeze_looks = 100;
constexpr int removal_looks = 50;
constexpr long short_pause_ns = 200'000;

/// The mount point of cgroup v2: "id parent major:minor root mount-point … - cgroup2 …".
std::string mount_point() {
  std::ifstream mounts("/proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);) {
    if (line.find(" - cgroup2 ") == std::string::npos) continue;
    std::istringstream fields(line);
    std::string skipped, point;
    fields >> skipped >> skipped >> skipped >> skipped >> point;
    return point;
  }
  return {};
}

/// Our own group below the mount: the line "0::/path".
std::optional<std::string> own_group() {
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);)
    if (line.starts_with("0::/")) return line.substr(3);
  return std::nullopt;
}

std::string path_below_own(const std::string& name) {
  const std::string mount = mount_point();
  const std::optional<std::string> own = own_group();
  return mount.empty() || !own ? std::string() : mount + (*own == "/" ? "" : *own) + "/" + name;
}

}  // namespace

std::optional<ControlGroup> ControlGroup::make(const std::string& name) {
  const std::string path = path_below_own(name);
  if (path.empty() || ::mkdir(path.c_str(), 0755) != 0) return std::nullopt;
  return find(name);
}

std::optional<ControlGroup> ControlGroup::find(const std::string& name) {
  const std::string path = path_below_own(name);
  FileDescriptor folder(path.empty() ? -1 : ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder) return std::nullopt;
  ControlGroup group(path, std::move(folder));
  const bool can_kill = ::faccessat(group.folder_.get(), "cgroup.kill", W_OK, 0) == 0;
  return can_kill ? std::optional(std::move(group)) : std::nullopt;
}

/// A process that was just waited for may be counted for a moment more.
ControlGroup::~ControlGroup() {
  if (path_.empty()) return;
  for (int look = 0; look < removal_looks && ::rmdir(path_.c_str()) != 0 && errno == EBUSY; ++look) {
    const timespec pause{0, short_pause_ns};
    ::nanosleep(&pause, nullptr);
  }
}

bool ControlGroup::write(const char* file, char value) const {
  const FileDescriptor opened(::openat(folder_.get(), file, O_WRONLY | O_CLOEXEC));
  return opened && ::write(opened.get(), &value, 1) == 1;
}

bool ControlGroup::freeze() const {
  if (!write("cgroup.freeze", '1')) return false;
  for (int look = 0; look < freeze_looks; ++look) {
    const FileDescriptor events(::openat(folder_.get(), "cgroup.events", O_RDONLY | O_CLOEXEC));
    char text[128];
    const ssize_t size = events ? ::read(events.get(), text, sizeof text) : -1;
    if (size > 0 && std::string_view(text, static_cast<std::size_t>(size)).find("frozen 1") != std::string_view::npos)
      return true;
    const timespec pause{0, short_pause_ns};
    ::nanosleep(&pause, nullptr);
  }
  return false;
}

void ControlGroup::thaw() const { (void)write("cgroup.freeze", '0'); }

bool ControlGroup::kill() const { return write("cgroup.kill", '1'); }

pid_t ControlGroup::fork() const {
  clone_args how{};
  how.flags = CLONE_INTO_CGROUP;
  how.exit_signal = SIGCHLD;
  how.cgroup = static_cast<decltype(how.cgroup)>(folder_.get());
  return static_cast<pid_t>(::syscall(SYS_clone3, &how, sizeof how));
}

}  // namespace termhost::io
