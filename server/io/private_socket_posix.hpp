// A socket that only processes of the same user reach: `<pid>.sock`, mode 0600, in the private runtime folder, and the
// user of each peer is asked of the kernel.
#pragma once

#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

#include <asio/io_context.hpp>
#include <asio/local/stream_protocol.hpp>

#include "base/expected.hpp"
#include "io/file_descriptor.hpp"

namespace termhost::io {

class PrivateSocket {
 public:
  using Accepted = std::function<void(FileDescriptor)>;

  explicit PrivateSocket(asio::io_context& loop) : acceptor_(loop) {}
  ~PrivateSocket();
  PrivateSocket(const PrivateSocket&) = delete;
  PrivateSocket& operator=(const PrivateSocket&) = delete;

  /// Listens from now on; `accepted` gets each connection of this user, blocking, on the loop. The error is a sentence.
  [[nodiscard]] base::Expected<void, std::string> listen(Accepted accepted);
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  void accept_next();

  asio::local::stream_protocol::acceptor acceptor_;
  Accepted accepted_;
  std::string path_;  // once it is there
};

/// The process at the other end of a connection is one of this user, as the kernel says.
[[nodiscard]] bool is_of_this_user(int socket);

/// The process at the other end of a connection, as the kernel says; 0 where it does not.
[[nodiscard]] pid_t peer_process(const FileDescriptor& peer);

/// The paths of this user's sockets in the private runtime folders: no links, and nothing of anybody else's. Whoever
/// listened may be gone.
[[nodiscard]] std::vector<std::string> private_sockets();

/// The other end; fails where there is no socket, nobody listens, or it is another user who does.
[[nodiscard]] base::Expected<FileDescriptor, std::string> connect_private(const std::string& path);

/// Listens there for processes of this user, without waiting for one; fails without a word. The caller asks
/// `is_of_this_user` about each peer, and removes the file.
[[nodiscard]] FileDescriptor listen_private(const std::string& path);

/// The other end reads our end of the stream; it can go on writing.
void end_writing(int socket);

/// From now on a read or a write of this socket fails after so long; 0: it never does.
void limit_waits(const FileDescriptor& socket, int seconds);

}  // namespace termhost::io
