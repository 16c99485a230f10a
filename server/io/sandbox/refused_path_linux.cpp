#include "io/sandbox/refused_path_linux.hpp"

#ifdef __linux__

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string_view>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <fmt/format.h>

#include "io/file_descriptor.hpp"

namespace termhost::io {
namespace {

std::string link_at(const std::string& path) {
  std::array<char, PATH_MAX> target{};
  const ssize_t length = ::readlink(path.c_str(), target.data(), target.size());
  return length <= 0 ? std::string() : std::string(target.data(), static_cast<std::size_t>(length));
}

/// As the process names it; empty: nobody can tell.
std::string absolute_path(const NamedFile& file) {
  if (file.path.empty() || file.path.front() == '/') return file.path;
  const std::string folder =
      link_at(file.folder == AT_FDCWD ? fmt::format("/proc/{}/cwd", file.process)
                                      : fmt::format("/proc/{}/fd/{}", file.process, file.folder));
  return folder.starts_with('/') ? folder + "/" + file.path : std::string();
}

/// In the process's own view of the files.
FileDescriptor open_in(const FileDescriptor& root, const std::string& path, bool entry) {
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC | (entry ? static_cast<unsigned>(O_NOFOLLOW) : 0U);
  how.resolve = RESOLVE_IN_ROOT;
  return FileDescriptor(static_cast<int>(::syscall(SYS_openat2, root.get(), path.c_str(), &how, sizeof how)));
}

/// Neither a device, which is written on a read-only file system too, nor a pipe.
bool is_plain(const FileDescriptor& file) {
  struct stat status {};
  return ::fstat(file.get(), &status) == 0 &&
         (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) || S_ISLNK(status.st_mode));
}

bool is_read_only(const FileDescriptor& file) {
  struct statvfs status {};
  return ::fstatvfs(file.get(), &status) == 0 && (status.f_flag & ST_RDONLY) != 0;
}

bool person_may_write(const std::string& path) { return ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0; }

/// `file` is there: the sandbox alone makes it read only.
bool kept_read_only(const FileDescriptor& file) {
  return is_plain(file) && is_read_only(file) && person_may_write(link_at(fmt::format("/proc/self/fd/{}", file.get())));
}

}  // namespace

std::optional<std::string> refused_path(const NamedFile& named) {
  std::string path = absolute_path(named);
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  const FileDescriptor root(::open(fmt::format("/proc/{}/root", named.process).c_str(), O_PATH | O_CLOEXEC));
  if (path.empty() || !root) return std::nullopt;
  const std::size_t slash = path.rfind('/');
  const FileDescriptor parent = open_in(root, slash == 0 ? "/" : path.substr(0, slash), false);
  if (!parent) return std::nullopt;
  const FileDescriptor file = open_in(root, path, named.entry);
  if (!file && errno != ENOENT) return std::nullopt;
  if (!(file && kept_read_only(file)) && !((!file || named.entry) && kept_read_only(parent))) return std::nullopt;
  const std::string folder = link_at(fmt::format("/proc/self/fd/{}", parent.get()));
  return fmt::format("{}/{}", folder == "/" ? "" : folder, path.substr(slash + 1));
}

}  // namespace termhost::io

#endif
