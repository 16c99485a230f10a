// The agent's tools over the host: arguments in, result out. Every front end that offers tools (editor, MCP) calls
// these and nothing else.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "host/loop/host.hpp"
#include "protocol/environment.hpp"
#include "protocol/tool.hpp"
#include "protocol/tool_arguments.hpp"
#include "rpc/error.hpp"
#include "tool/reading/artifact_source.hpp"
#include "tool/reading/read_output.hpp"

namespace termhost::host {

struct ToolCallRequest {
  std::string name;
  protocol::Json arguments;
  base::ToolCallId tool_call{"unknown"};
  base::TaskId task;
  std::optional<base::Millis> patience;               ///< after it a command without a `timeout` is answered as running
  std::int64_t most_read = tool::largest_read_limit;  ///< bytes of output that the client passes on of one answer
  bool by_user = false;
};

class ToolCalls {
 public:
  using Outcome = base::Expected<protocol::ToolCallResult, rpc::RpcError>;
  using Done = std::function<void(Outcome)>;

  /// `artifacts` may be null: then nothing can be read back.
  ToolCalls(Host& host, tool::ArtifactSource* artifacts) : host_(host), artifacts_(artifacts) {}

  /// `done` comes exactly once. The call that can be cancelled, if it is one that lasts.
  std::optional<CallId> call(const ToolCallRequest& request, Done done);

 private:
  [[nodiscard]] tool::Until until_of(const std::optional<protocol::UntilArguments>& given) const;
  std::optional<CallId> execute_command(const ToolCallRequest& request, Done done);
  void wait_for_command(const ToolCallRequest& request, Done done);
  void read_kept(const AccessRequest& access, tool::OutputPattern& pattern);
  void send_input(const ToolCallRequest& request, Done done);
  void read_screen(const ToolCallRequest& request, Done done);
  void stop_command(const ToolCallRequest& request, Done done);
  void list_terminals(const ToolCallRequest& request, const Done& done);
  [[nodiscard]] std::string busy_with(const terminal::Terminal& t, const base::TaskId& task,
                                      protocol::TerminalDetails& details) const;
  void read_command_output(const ToolCallRequest& request, const Done& done);

  Host& host_;
  tool::ArtifactSource* artifacts_;
};

}  // namespace termhost::host
