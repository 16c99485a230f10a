// Agents that join this editor's termhost over its private socket (`termhost mcp --attach`): each speaks MCP once it
// has shown the token, its commands run in the editor's terminals, under the editor's approvals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>

#include "base/expected.hpp"
#include "cli/runtime.hpp"
#include "host/shared_shim.hpp"
#include "io/private_socket_posix.hpp"

namespace termhost::cli {

inline constexpr std::size_t max_attached_agents = 16;  ///< each has two threads
/// Connections that have not shown the token yet; past it the oldest of them goes.
inline constexpr std::size_t max_strangers = 16;
inline constexpr std::size_t max_connections_per_process = 4;
inline constexpr base::Millis token_limit{5000};  ///< for showing the token

class AttachedAgents {
 public:
  /// All must outlive it.
  AttachedAgents(asio::io_context& loop, Runtime& runtime, host::SharedShim& shim);
  ~AttachedAgents();

  /// Listens, and has the terminals that are created from now on know where. The error is a sentence.
  [[nodiscard]] base::Expected<void, std::string> listen();

 private:
  class Agent;

  void accept(io::FileDescriptor peer);
  [[nodiscard]] std::size_t joined_count() const;
  /// Why this one may not connect; empty if it may.
  [[nodiscard]] std::string refusal(pid_t process) const;
  void make_room_for_stranger();
  void remove(const Agent* agent);

  asio::io_context& loop_;
  Runtime& runtime_;
  host::SharedShim& shim_;
  io::PrivateSocket socket_;
  std::string token_;
  std::uint64_t last_number_ = 0;
  std::list<std::unique_ptr<Agent>> agents_;
};

}  // namespace termhost::cli
