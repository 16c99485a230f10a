#include "io/terminals/secret_pipe_posix.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/handle.hpp"

namespace termhost::io {

base::Expected<SecretPipe, std::string> SecretPipe::make(std::string path, std::string_view secret) {
  // Opened for both, it waits for no reader and keeps what is in it.
  FileDescriptor end;
  if (::mkfifo(path.c_str(), 0600) == 0) end.reset(::open(path.c_str(), O_RDWR | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC));
  if (!end || !write_whole(end.get(), std::string(secret) + "\n"))
    return base::unexpected("cannot make the pipe " + path + ": " + std::strerror(errno));
  return SecretPipe(std::move(path), std::move(end));
}

void SecretPipe::remove_if_read() {
  int waiting = 0;
  if (end_ && ::ioctl(end_.get(), FIONREAD, &waiting) == 0 && waiting == 0) remove();
}

void SecretPipe::remove() {
  if (!end_) return;
  ::unlink(path_.c_str());
  end_.reset();
}

}  // namespace termhost::io
