#include <algorithm>
#include <array>
#include <fcntl.h>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <climits>

#include "io/process/own_process.hpp"
#include "io/stdio/ready_output.hpp"

namespace termhost::io {
namespace {

mode_t kind_of(Handle handle) {
  struct stat info {};
  return ::fstat(handle, &info) == 0 ? info.st_mode & S_IFMT : 0;
}

/// Nothing if the system has no such names, or the pipe belongs to somebody else.
FileDescriptor opened_anew(Handle handle) {
  const std::string name = kind_of(handle) == S_IFIFO ? own_file_name(handle) : "";
  return name.empty() ? FileDescriptor() : FileDescriptor(::open(name.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
}

}  // namespace

ReadyOutput::ReadyOutput(Handle to)
    : to_(to), socket_(kind_of(to) == S_IFSOCK && can_send_without_waiting()), own_(opened_anew(to)) {}

long ReadyOutput::write(std::span<const std::string_view> parts) const {
  if (!own_ && !socket_) return ::write(to_, parts[0].data(), std::min<std::size_t>(parts[0].size(), PIPE_BUF));
  std::array<iovec, most_parts> pieces{};
  for (std::size_t at = 0; at < parts.size(); ++at)
    pieces[at] = {const_cast<char*>(parts[at].data()), parts[at].size()};
  if (own_) return ::writev(own_.get(), pieces.data(), static_cast<int>(parts.size()));
  msghdr message{};
  message.msg_iov = pieces.data();
  message.msg_iovlen = static_cast<decltype(message.msg_iovlen)>(parts.size());
  return ::sendmsg(to_, &message, MSG_DONTWAIT);
}

}  // namespace termhost::io
