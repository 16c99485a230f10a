#include "io/guard/passed_descriptor_posix.hpp"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/uio.h>

namespace termhost::io {
namespace {

/// A message and the room for one descriptor.
struct Envelope {
  Envelope(void* message, std::size_t size) : part{message, size} {
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = room;
    header.msg_controllen = sizeof room;
  }

  alignas(cmsghdr) char room[CMSG_SPACE(sizeof(int))]{};
  iovec part;
  msghdr header{};
};

#ifdef MSG_CMSG_CLOEXEC
constexpr int stays_here = MSG_CMSG_CLOEXEC;
#else
constexpr int stays_here = 0;
#endif

}  // namespace

bool send_with_descriptor(int socket, const void* message, std::size_t size, int descriptor) {
  Envelope envelope(const_cast<void*>(message), size);
  cmsghdr* const passed = CMSG_FIRSTHDR(&envelope.header);
  passed->cmsg_level = SOL_SOCKET;
  passed->cmsg_type = SCM_RIGHTS;
  passed->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(passed), &descriptor, sizeof descriptor);
  return ::sendmsg(socket, &envelope.header, MSG_NOSIGNAL) == static_cast<ssize_t>(size);
}

bool receive_with_descriptor(int socket, void* message, std::size_t size, FileDescriptor& descriptor) {
  Envelope envelope(message, size);
  ssize_t got = 0;
  while ((got = ::recvmsg(socket, &envelope.header, MSG_WAITALL | stays_here)) < 0 && errno == EINTR) {
  }
  const cmsghdr* const passed = got > 0 ? CMSG_FIRSTHDR(&envelope.header) : nullptr;
  if (passed != nullptr && passed->cmsg_type == SCM_RIGHTS) {
    int fd = -1;
    std::memcpy(&fd, CMSG_DATA(passed), sizeof fd);
    descriptor = FileDescriptor(fd);
  }
  return got == static_cast<ssize_t>(size);
}

}  // namespace termhost::io
