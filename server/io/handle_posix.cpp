#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

#include "io/handle.hpp"

namespace termhost::io {

long read_some(Handle from, char* into, std::size_t size) { return ::read(from, into, size); }

bool write_whole(Handle to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(to, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void widen_pipe([[maybe_unused]] Handle pipe, [[maybe_unused]] std::size_t bytes) {
#ifdef F_SETPIPE_SZ
  ::fcntl(pipe, F_SETPIPE_SZ, static_cast<int>(bytes));
#endif
}

}  // namespace termhost::io
