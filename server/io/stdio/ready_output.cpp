#include "io/stdio/ready_output.hpp"

#include <algorithm>
#include <fcntl.h>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>

#include <climits>

#include "io/process/own_process.hpp"

namespace termhost::io {
namespace {

mode_t kind_of(int fd) {
  struct stat info {};
  return ::fstat(fd, &info) == 0 ? info.st_mode & S_IFMT : 0;
}

/// Nothing if the system has no such names, or the pipe belongs to somebody else.
FileDescriptor opened_anew(int fd) {
  const std::string name = kind_of(fd) == S_IFIFO ? own_file_name(fd) : "";
  return name.empty() ? FileDescriptor() : FileDescriptor(::open(name.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
}

}  // namespace

ReadyOutput::ReadyOutput(int fd) : fd_(fd), socket_(kind_of(fd) == S_IFSOCK), own_(opened_anew(fd)) {}

ssize_t ReadyOutput::write(const iovec* parts, int count) const {
  if (own_) return ::writev(own_.get(), parts, count);
  if (!socket_) return ::write(fd_, parts->iov_base, std::min<std::size_t>(parts->iov_len, PIPE_BUF));
  msghdr message{};
  message.msg_iov = const_cast<iovec*>(parts);
  message.msg_iovlen = static_cast<decltype(message.msg_iovlen)>(count);
  return ::sendmsg(fd_, &message, MSG_DONTWAIT);
}

}  // namespace termhost::io
