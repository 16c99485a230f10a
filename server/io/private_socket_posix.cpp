#include "io/private_socket_posix.hpp"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <optional>
#include <string_view>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "io/private_folder_posix.hpp"

namespace termhost::io {
namespace {

using Protocol = asio::local::stream_protocol;

constexpr std::string_view suffix = ".sock";
constexpr int backlog = 64;
constexpr int connect_seconds = 10;  // a stopped process accepts nobody, and its queue may be full

std::optional<uid_t> peer_user(int fd) {
#ifdef SO_PEERCRED
  ucred peer{};
  socklen_t size = sizeof(peer);
  if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return std::nullopt;
  return peer.uid;
#else
  uid_t user{};
  gid_t group{};
  if (::getpeereid(fd, &user, &group) != 0) return std::nullopt;
  return user;
#endif
}

/// The process that a socket's name tells of is gone: it was killed before it could remove it.
bool is_left_over(std::string_view name) {
  pid_t pid = 0;
  const auto read = std::from_chars(name.data(), name.data() + name.size(), pid);
  return read.ec == std::errc() && std::string_view(read.ptr) == suffix && ::kill(pid, 0) != 0 && errno == ESRCH;
}

void remove_left_overs(const std::string& folder) {
  DIR* const directory = ::opendir(folder.c_str());
  if (directory == nullptr) return;
  while (const dirent* entry = ::readdir(directory)) {
    if (is_left_over(entry->d_name)) ::unlinkat(::dirfd(directory), entry->d_name, 0);
  }
  ::closedir(directory);
}

}  // namespace

bool is_of_this_user(int socket) { return peer_user(socket) == ::geteuid(); }

PrivateSocket::~PrivateSocket() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

base::Expected<void, std::string> PrivateSocket::listen(Accepted accepted) {
  const auto folder = runtime_folder();
  if (!folder) return base::unexpected(folder.error());
  remove_left_overs(*folder);
  const std::string path = fmt::format("{}/{}{}", *folder, ::getpid(), suffix);
  ::unlink(path.c_str());  // of a process that had our number
  std::error_code failed;
  const auto step = [&](auto&& action) {
    if (!failed) action();
  };
  if (path.size() >= sizeof(sockaddr_un::sun_path))
    return base::unexpected(fmt::format("the path {} is too long for a socket", path));
  acceptor_.open(Protocol(), failed);
  step([&] { acceptor_.bind(Protocol::endpoint(path), failed); });  // nobody else reaches into the folder meanwhile
  step([&] {
    path_ = path;
    if (::chmod(path.c_str(), 0600) != 0) failed = std::error_code(errno, std::generic_category());
  });
  step([&] { acceptor_.listen(backlog, failed); });
  if (failed) return base::unexpected(fmt::format("cannot listen on {}: {}", path, failed.message()));
  accepted_ = std::move(accepted);
  accept_next();
  return {};
}

void PrivateSocket::accept_next() {
  acceptor_.async_accept([this](const std::error_code& error, Protocol::socket peer) {
    if (error == asio::error::operation_aborted) return;
    if (!error) {
      std::error_code failed;
      FileDescriptor fd(peer.release(failed));
      if (fd && is_of_this_user(fd.get())) accepted_(std::move(fd));
    }
    accept_next();
  });
}

pid_t peer_process(const FileDescriptor& peer) {
#ifdef SO_PEERCRED
  ucred who{};
  socklen_t size = sizeof(who);
  return ::getsockopt(peer.get(), SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 ? who.pid : 0;
#elif defined(LOCAL_PEERPID)
  pid_t pid = 0;
  socklen_t size = sizeof(pid);
  return ::getsockopt(peer.get(), SOL_LOCAL, LOCAL_PEERPID, &pid, &size) == 0 ? pid : 0;
#else
  return 0;
#endif
}

std::vector<std::string> private_sockets() {
  std::vector<std::string> paths;
  for (const std::string& folder : runtime_folders()) {
    DIR* const directory = ::opendir(folder.c_str());
    if (directory == nullptr) continue;
    while (const dirent* entry = ::readdir(directory)) {
      struct stat status {};
      const bool ours = std::string_view(entry->d_name).ends_with(suffix) &&
                        ::fstatat(::dirfd(directory), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
                        S_ISSOCK(status.st_mode) && status.st_uid == ::geteuid();
      if (ours) paths.push_back(folder + "/" + entry->d_name);
    }
    ::closedir(directory);
  }
  return paths;
}

void end_writing(int socket) { ::shutdown(socket, SHUT_WR); }

void limit_waits(const FileDescriptor& socket, int seconds) {
  const timeval patience{.tv_sec = seconds, .tv_usec = 0};
  ::setsockopt(socket.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  ::setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
}

FileDescriptor listen_private(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return {};
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  ::unlink(path.c_str());
  FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
  if (!socket || ::fcntl(socket.get(), F_SETFD, FD_CLOEXEC) != 0) return {};
  const bool listens = ::fcntl(socket.get(), F_SETFL, O_RDWR | O_NONBLOCK) == 0 &&
                       ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
                       ::chmod(path.c_str(), 0600) == 0 && ::listen(socket.get(), backlog) == 0;
  return listens ? std::move(socket) : FileDescriptor();
}

base::Expected<FileDescriptor, std::string> connect_private(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path))
    return base::unexpected(fmt::format("{} is too long for a socket", path));
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  FileDescriptor fd(::socket(AF_UNIX, SOCK_STREAM, 0));
  if (fd) limit_waits(fd, connect_seconds);
  if (!fd || ::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0)
    return base::unexpected(fmt::format("cannot reach {}: {}", path, std::strerror(errno)));
  if (!is_of_this_user(fd.get())) return base::unexpected(fmt::format("another user listens on {}", path));
  limit_waits(fd, 0);
  return fd;
}

}  // namespace termhost::io
