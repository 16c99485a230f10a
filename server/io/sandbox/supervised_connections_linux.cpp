#include "io/sandbox/supervised_connections_linux.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

#include "io/sandbox/call_arguments_linux.hpp"
#include "io/sandbox/exact_path_linux.hpp"
#include "io/sandbox/own_mounts_linux.hpp"
#include "sandbox/reach.hpp"

namespace termhost::io {

struct SupervisedConnections::Connection {
  std::uint64_t call = 0;  ///< the number of the process's call
  FileDescriptor socket;
  FileDescriptor target;  ///< a Unix socket, by its file; without an end: the address says it all
  std::string address;
  bool is_begun = false;  ///< the kernel goes on with it by itself
};

namespace {

void answer(const FileDescriptor& watched, std::uint64_t call, int result) {
  seccomp_notif_resp response{call, 0, result, 0};
  ::ioctl(watched.get(), SECCOMP_IOCTL_NOTIF_SEND, &response);
}

bool waits(const FileDescriptor& watched, std::uint64_t call) {
  return ::ioctl(watched.get(), SECCOMP_IOCTL_NOTIF_ID_VALID, &call) == 0;
}

/// The process's own socket: what happens to it here happens to it there.
FileDescriptor descriptor_of(pid_t process, int number) {
  const FileDescriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
  return FileDescriptor(handle ? static_cast<int>(::syscall(SYS_pidfd_getfd, handle.get(), number, 0)) : -1);
}

int option_of(const FileDescriptor& socket, int option) {
  int value = -1;
  socklen_t size = sizeof value;
  return ::getsockopt(socket.get(), SOL_SOCKET, option, &value, &size) == 0 ? value : -1;
}

/// Empty: an address of another kind, an abstract one, or none. Those lead nowhere but to the terminal's own network.
std::string path_in(const FileDescriptor& socket, const std::string& address) {
  constexpr std::size_t start = offsetof(sockaddr_un, sun_path);
  sa_family_t family = AF_UNSPEC;
  if (address.size() > start) std::memcpy(&family, address.data(), sizeof family);
  if (family != AF_UNIX || option_of(socket, SO_DOMAIN) != AF_UNIX || address.size() > sizeof(sockaddr_un)) return {};
  return std::string(address.data() + start, ::strnlen(address.data() + start, address.size() - start));
}

std::string address_of(const FileDescriptor& file) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  name_of(file).copy(address.sun_path, sizeof address.sun_path - 1);
  return {reinterpret_cast<const char*>(&address), sizeof address};
}

bool is_socket(const FileDescriptor& file) {
  struct stat status {};
  return ::fstat(file.get(), &status) == 0 && S_ISSOCK(status.st_mode);
}

/// For as long as it is there, a call on the socket waits for next to no time, so that nobody else waits for us.
class Impatience {
 public:
  explicit Impatience(const FileDescriptor& socket) : socket_(socket) {
    socklen_t size = sizeof before_;
    ::getsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &before_, &size);
    set({0, 1});
  }
  ~Impatience() { set(before_); }
  Impatience(const Impatience&) = delete;
  Impatience& operator=(const Impatience&) = delete;

 private:
  void set(timeval limit) const { ::setsockopt(socket_.get(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit); }

  const FileDescriptor& socket_;
  timeval before_{};
};

std::optional<int> result_of_begun(const FileDescriptor& socket) {
  pollfd ready{socket.get(), POLLOUT, 0};
  if (::poll(&ready, 1, 0) <= 0) return std::nullopt;
  return -std::max(option_of(socket, SO_ERROR), 0);
}

}  // namespace

SupervisedConnections::SupervisedConnections(const sandbox::Plan& plan, const FileDescriptor& layers)
    : are_ours_(sandbox::has_own_sockets(plan)), own_mounts_(own_mounts(layers)) {}
SupervisedConnections::~SupervisedConnections() = default;

bool SupervisedConnections::is_own(const FileDescriptor& socket) const {
  const auto mount = mount_of(socket);
  return mount && own_mounts_.contains(*mount);
}

std::optional<int> SupervisedConnections::try_once(Connection& connection) {
  if (connection.is_begun) return result_of_begun(connection.socket);
  const int socket = connection.socket.get();
  const std::string address = connection.target ? address_of(connection.target) : connection.address;
  sockaddr_storage storage{};
  address.copy(reinterpret_cast<char*>(&storage), sizeof storage);
  const bool patient =
      (::fcntl(socket, F_GETFL) & O_NONBLOCK) == 0 && option_of(connection.socket, SO_TYPE) != SOCK_DGRAM;
  const auto connect = [&] {
    return ::connect(socket, reinterpret_cast<const sockaddr*>(&storage), static_cast<socklen_t>(address.size())) == 0
               ? 0
               : -errno;
  };
  if (!patient) return connect();
  int result = 0;
  {
    const Impatience hurry(connection.socket);
    result = connect();
  }
  connection.is_begun = result == -EINPROGRESS;
  return connection.is_begun || result == -EAGAIN ? std::nullopt : std::optional(result);
}

std::optional<std::string> SupervisedConnections::carry_out(const FileDescriptor& watched, const seccomp_notif& told) {
  const auto thread = static_cast<pid_t>(told.pid);
  const auto fails = [&](int error) {
    answer(watched, told.id, -error);
    return std::nullopt;
  };
  Connection wanted{.call = told.id, .socket = {}, .target = {}, .address = {}, .is_begun = false};
  wanted.socket = descriptor_of(process_of(thread), static_cast<int>(told.data.args[0]));
  if (!wanted.socket) return fails(errno == EBADF ? EBADF : EACCES);
  const auto size = static_cast<int>(told.data.args[2]);
  if (size < 0 || size > static_cast<int>(sizeof(sockaddr_storage))) return fails(EINVAL);
  wanted.address = memory_of(thread, told.data.args[1], static_cast<std::size_t>(size));
  if (wanted.address.size() != static_cast<std::size_t>(size)) return fails(EFAULT);
  if (!waits(watched, told.id)) return std::nullopt;  // the process was another's, by its number
  const std::string path = path_in(wanted.socket, wanted.address);
  if (!path.empty()) {
    wanted.target = file_named(thread, path);
    if (!wanted.target) return fails(errno == ELOOP ? EACCES : errno);
    if (!is_socket(wanted.target)) return fails(ECONNREFUSED);
    if (!is_own(wanted.target)) {
      const std::string refused = path_of(wanted.target);
      if (::access(name_of(wanted.target).c_str(), W_OK) != 0) return fails(EACCES);  // as outside
      answer(watched, told.id, -EACCES);
      return refused;
    }
  }
  const auto result = try_once(wanted);
  if (result)
    answer(watched, told.id, *result);
  else
    waiting_.push_back(std::move(wanted));
  return std::nullopt;
}

void SupervisedConnections::go_on(const FileDescriptor& watched) {
  std::erase_if(waiting_, [&](Connection& connection) {
    if (!waits(watched, connection.call)) return true;
    const auto result = try_once(connection);
    if (result) answer(watched, connection.call, *result);
    return result.has_value();
  });
}

}  // namespace termhost::io
