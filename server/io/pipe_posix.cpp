#include "io/pipe_posix.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace termhost::io {

base::Expected<Pipe, std::string> Pipe::make() {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return base::unexpected(std::string(std::strerror(errno)));
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  return Pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

}  // namespace termhost::io
