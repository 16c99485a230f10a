// connect(2) of a confined process that can make Unix sockets: termhost carries it out.
//
// A view of the files does not keep a process from a socket, and a mount that is read only does not either. So termhost
// decides which socket is meant, and connects with that one: a socket on a mount of the terminal's own, where no
// program outside can have made it. Address and descriptor are copied once, so nothing that the process does to them
// matters. Every call is carried out, because another thread can put a Unix socket in the place of any other.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "io/file_descriptor.hpp"
#include "sandbox/plan.hpp"

struct seccomp_notif;

namespace termhost::io {

class SupervisedConnections {
 public:
  /// `layers`: of enter_view() with this plan.
  SupervisedConnections(const sandbox::Plan& plan, const FileDescriptor& layers);
  ~SupervisedConnections();
  SupervisedConnections(const SupervisedConnections&) = delete;
  SupervisedConnections& operator=(const SupervisedConnections&) = delete;

  [[nodiscard]] bool are_ours() const { return are_ours_; }
  /// Answers a call of connect, now or in go_on(). What is returned is the path of a socket that was refused.
  [[nodiscard]] std::optional<std::string> carry_out(const FileDescriptor& watched, const seccomp_notif& told);
  /// Processes wait for a server that is slow to take them.
  [[nodiscard]] bool have_to_go_on() const { return !waiting_.empty(); }
  void go_on(const FileDescriptor& watched);

 private:
  struct Connection;
  [[nodiscard]] bool is_own(const FileDescriptor& socket) const;
  /// The answer: 0 or an error as a negative number; nothing: not yet.
  [[nodiscard]] static std::optional<int> try_once(Connection& connection);

  bool are_ours_;
  std::set<std::uint64_t> own_mounts_;
  std::vector<Connection> waiting_;
};

}  // namespace termhost::io
