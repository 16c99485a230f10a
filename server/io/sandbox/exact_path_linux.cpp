#include "io/sandbox/exact_path_linux.hpp"

#include <array>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <fmt/format.h>

namespace termhost::io {

FileDescriptor open_exactly(const std::string& path, int flags) {
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC | static_cast<unsigned>(flags);
  how.resolve = RESOLVE_NO_SYMLINKS;
  return FileDescriptor(static_cast<int>(::syscall(SYS_openat2, AT_FDCWD, path.c_str(), &how, sizeof how)));
}

std::string name_of(const FileDescriptor& file) { return fmt::format("/proc/self/fd/{}", file.get()); }

std::string path_of(const FileDescriptor& file) {
  std::array<char, PATH_MAX> text{};
  const ssize_t size = ::readlink(name_of(file).c_str(), text.data(), text.size());
  return size <= 0 ? std::string() : std::string(text.data(), static_cast<std::size_t>(size));
}

}  // namespace termhost::io
