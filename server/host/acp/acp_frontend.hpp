// The Agent Client Protocol's terminals over the host: for an editor that would rather not run commands itself. Each
// terminal is one command; it may be looked at, waited for and killed until it is released.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/loop/host.hpp"
#include "host/ports/terminal_free_shim.hpp"
#include "protocol/acp.hpp"
#include "rpc/connection/connection.hpp"
#include "text/secrets/secret_finder.hpp"
#include "tool/reading/artifact_source.hpp"

namespace termhost::host {

inline constexpr std::size_t max_acp_terminals = 1024;  ///< not released; an agent that forgets to is told
inline constexpr std::uint64_t acp_output_limit = std::uint64_t{1} << 20;  ///< where the agent names no limit

struct AcpOptions {
  bool policy = false;   ///< rules say what may run; else the agent has asked the person already, as ACP wants it
  bool updates = false;  ///< version 2: tell of terminals by session/update
  base::TaskId task{"acp"};
};

class AcpFrontend final : public TerminalFreeShim {
 public:
  /// `connection` must outlive it; the host is connected with attach() before the first message.
  AcpFrontend(rpc::Connection& connection, AcpOptions options);
  void attach(Host& host, tool::ArtifactSource* artifacts);

  // Shim
  [[nodiscard]] LiveWish live_wish(const base::ToolCallId& tool_call) const override;
  void tool_calling(const ToolCalling& event) override;

 private:
  /// One per terminal/create. What the protocol calls a terminal is a tool call of the host.
  struct AcpTerminal {
    std::string session;
    text::Variables env;
    std::uint64_t output_limit = acp_output_limit;
    std::optional<CallId> call;                // until the host has answered
    base::ExecutionId execution;               // once it prints or is answered as running
    std::optional<tool::CommandResult> ended;  // how
    bool released = false;                     // only kept until it has ended
    std::optional<text::HiddenStream> shown;   // what it prints, once it does
    std::vector<std::function<void(const AcpTerminal&)>> at_end;
  };
  using Terminals = std::map<base::ToolCallId, AcpTerminal>;

  void create(const protocol::acp::CreateTerminalParams& params, rpc::Reply<protocol::acp::TerminalId> reply);
  void output(const protocol::acp::TerminalParams& params, rpc::Reply<protocol::acp::TerminalOutput> reply);
  void wait_for_exit(const protocol::acp::TerminalParams& params, rpc::Reply<protocol::acp::ExitStatus> reply);
  void kill(const protocol::acp::TerminalParams& params, rpc::Reply<protocol::acp::Done> reply);
  void release(const protocol::acp::TerminalParams& params, rpc::Reply<protocol::acp::Done> reply);

  /// The terminal, if it is the session's and not released; else `reply` is answered.
  template <class Reply>
  AcpTerminal* find(const protocol::acp::TerminalParams& params, Reply& reply);
  void answered(const base::ToolCallId& id, tool::CommandResult result);
  void stop(const base::ToolCallId& id, AcpTerminal& terminal);
  void forget(Terminals::iterator terminal);
  void tell_output(const base::ToolCallId& id, const AcpTerminal& terminal, std::string_view bytes);
  [[nodiscard]] protocol::acp::TerminalOutput output_of(const AcpTerminal& terminal, const tool::CommandResult& result);
  template <class Update>
  void tell(const AcpTerminal& terminal, Update update);

  rpc::Connection& connection_;
  AcpOptions options_;
  Host* host_ = nullptr;
  tool::ArtifactSource* artifacts_ = nullptr;
  std::uint64_t last_id_ = 0;
  Terminals terminals_;
};

}  // namespace termhost::host
