#include "io/sandbox/refused_path_linux.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string_view>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <fmt/format.h>

#include "io/sandbox/exact_path_linux.hpp"
#include "sandbox/reach.hpp"

namespace termhost::io {
namespace {

std::string link_at(const std::string& path) {
  std::array<char, PATH_MAX> target{};
  const ssize_t length = ::readlink(path.c_str(), target.data(), target.size());
  return length <= 0 ? std::string() : std::string(target.data(), static_cast<std::size_t>(length));
}

std::string folder_of(const std::string& path) { return path.substr(0, std::max<std::size_t>(path.rfind('/'), 1)); }

/// Neither a device, which is written wherever it lies, nor a pipe.
bool is_plain(const FileDescriptor& file) {
  struct stat status {};
  return ::fstat(file.get(), &status) == 0 &&
         (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) || S_ISLNK(status.st_mode));
}

bool person_may_write(const std::string& path) { return ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0; }

}  // namespace

std::string absolute_path(pid_t process, int folder, std::string path) {
  if (path.empty() || path.front() == '/') return path;
  const std::string base = link_at(folder == AT_FDCWD ? fmt::format("/proc/{}/cwd", process)
                                                      : fmt::format("/proc/{}/fd/{}", process, folder));
  return base.starts_with('/') ? base + "/" + path : std::string();
}

void RefusedPaths::look_into(pid_t process) {
  if (!root_) root_ = FileDescriptor(::open(fmt::format("/proc/{}/root", process).c_str(), O_PATH | O_CLOEXEC));
}

/// In the processes' view of the files. "/proc/self" would be we.
FileDescriptor RefusedPaths::open(const std::string& path, bool entry) const {
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC | (entry ? static_cast<unsigned>(O_NOFOLLOW) : 0U);
  how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
  return FileDescriptor(static_cast<int>(::syscall(SYS_openat2, root_.get(), path.c_str(), &how, sizeof how)));
}

bool RefusedPaths::keeps(const std::string& path) const {
  return !takes_writes(sandbox::access_to(plan_, path)) && person_may_write(path);
}

std::optional<std::string> RefusedPaths::find(const NamedFile& named) const {
  std::string path = named.path;
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  if (path.empty() || !root_) return std::nullopt;
  const FileDescriptor file = open(path, named.entry);
  if (!file && errno != ENOENT) return std::nullopt;
  if (file && named.made) return std::nullopt;
  if (file) {
    const std::string real = path_of(file);
    const bool kept = keeps(real) || (named.entry && keeps(folder_of(real)));
    return kept && is_plain(file) ? std::optional(real) : std::nullopt;
  }
  const FileDescriptor parent = open(folder_of(path), false);
  const std::string folder = parent ? path_of(parent) : std::string();
  if (folder.empty() || !keeps(folder)) return std::nullopt;
  return fmt::format("{}{}", folder == "/" ? "" : folder, path.substr(path.rfind('/')));
}

}  // namespace termhost::io
