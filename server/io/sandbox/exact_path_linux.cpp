#include "io/sandbox/exact_path_linux.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>

namespace termhost::io {

FileDescriptor open_exactly(const std::string& path, int flags) {
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC | static_cast<unsigned>(flags);
  how.resolve = RESOLVE_NO_SYMLINKS;
  return FileDescriptor(static_cast<int>(::syscall(SYS_openat2, AT_FDCWD, path.c_str(), &how, sizeof how)));
}

}  // namespace termhost::io
