// Agents that join this editor's termhost over its private socket (`termhost mcp --attach`): by the token of a terminal
// of the editor, or as guests, whose first call asks the user. Their commands run in the editor's terminals, under the
// editor's approvals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "base/expected.hpp"
#include "cli/serving/runtime.hpp"
#include "host/tools/agent_access.hpp"
#include "host/tools/shared_shim.hpp"
#include "io/private_socket_posix.hpp"

namespace termhost::cli {

inline constexpr std::size_t max_attached_agents = 16;  ///< each has two threads
/// Connections that have not joined yet; past it the oldest of them goes.
inline constexpr std::size_t max_strangers = 16;
/// Guests that the user was not asked about, or did not admit; past it the oldest that waits for no answer goes.
inline constexpr std::size_t max_guests = 16;
inline constexpr std::size_t max_connections_per_process = 4;
inline constexpr base::Millis join_limit{5000};  ///< for joining

class AttachedAgents {
 public:
  /// All must outlive it.
  AttachedAgents(asio::io_context& loop, Runtime& runtime, host::SharedShim& shim, rpc::Connection& editor);
  ~AttachedAgents();

  /// Listens, and has the terminals that are created from now on know where. The error is a sentence.
  [[nodiscard]] base::Expected<void, std::string> admit_by_token();
  /// Listens for agents in the workspace, about which `editor` asks its user. The error is a sentence.
  [[nodiscard]] base::Expected<void, std::string> admit_by_question();

 private:
  class Agent;
  using Kind = bool (Agent::*)() const;

  [[nodiscard]] base::Expected<void, std::string> listen();
  void accept(io::FileDescriptor peer);
  [[nodiscard]] std::size_t count(Kind kind) const;
  /// False: there is none.
  bool remove_oldest(Kind kind);
  /// The error says why there is none.
  [[nodiscard]] base::Expected<void, std::string> room_for_admitted() const;
  [[nodiscard]] base::Expected<void, std::string> make_room_for_guest();
  /// The folders of the workspace, as real paths.
  [[nodiscard]] std::vector<std::string> folders() const;
  /// The agent that has started `process`, as the system describes it. The error says why it can't join.
  [[nodiscard]] base::Expected<host::AgentProcess, std::string> guest(pid_t process) const;
  /// Why this one may not connect; empty if it may.
  [[nodiscard]] std::string refusal(pid_t process) const;
  void remove(const Agent* agent);

  asio::io_context& loop_;
  Runtime& runtime_;
  host::SharedShim& shim_;
  rpc::Connection& editor_;
  io::PrivateSocket socket_;
  std::string token_;  // empty: nobody joins by it
  bool asks_ = false;
  std::uint64_t last_number_ = 0;
  std::list<std::unique_ptr<Agent>> agents_;
};

}  // namespace termhost::cli
