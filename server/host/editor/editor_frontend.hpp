// The editor protocol over the host: wire messages become host calls, what the host asks of an editor becomes wire
// messages. Decides nothing.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "host/loop/host.hpp"
#include "host/ports/shim.hpp"
#include "host/tools/tool_calls.hpp"
#include "rpc/connection/connection.hpp"

namespace termhost::host {

/// Functions of the process for the front end, because they touch the operating system.
struct EditorHooks {
  std::function<void(int status)> exit;                ///< `exit` came
  std::function<void()> shut_down;                     ///< the editor has asked for the end
  std::function<void(std::int64_t pid)> watch_parent;  ///< end when that process ends
  std::function<void(const std::optional<std::string>& dir)>
      open_storage;  ///< before the first command; nothing: the default folder
  std::function<void()> settings_changed;
  std::function<void()> asks_about_agents;  ///< the client can do that, and wants to
  std::function<void(std::string_view line)> log;
  bool has_terminals = true;  ///< false: the client's are on another machine, so none of them is used
};

class EditorFrontend final : public Shim {
 public:
  /// `connection` must outlive it; the host is connected with attach() before the first message.
  EditorFrontend(rpc::Connection& connection, EditorHooks hooks);
  void attach(Host& host, tool::ArtifactSource* artifacts);

  // Shim
  [[nodiscard]] ShimCapabilities capabilities() const override { return capabilities_; }
  void create_terminal(const CreateTerminal& request, Created created) override;
  void submit(const base::TerminalId& terminal, std::string_view text, shell::SubmitMode mode,
              Submitted submitted) override;
  void send_input(const base::TerminalId& terminal, std::string_view text) override;
  void interrupt(const base::TerminalId& terminal) override;
  void dispose(const base::TerminalId& terminal) override;
  void sync(const base::TerminalId& terminal, Synced synced) override;
  void show(const base::TerminalId& terminal) override;
  void ask_approval(const ApprovalQuestion& question, Answered answered) override;
  void withdraw_approval(const base::ToolCallId& tool_call) override;
  [[nodiscard]] LiveWish live_wish(const base::ToolCallId& tool_call) const override;
  void tool_calling(const ToolCalling& event) override;
  void status_changed(const TerminalStatus& status) override;
  void owned_printed(const base::TerminalId& terminal, std::string_view bytes) override;

 private:
  /// The shim's view of a terminal of ours.
  struct View {
    base::TerminalId name;  ///< the shim's; empty: not told yet
    bool refused = false;   ///< it could not
    std::string early;      ///< printed before it had a name
  };

  void handle_lifecycle();
  void handle_terminals();
  void handle_executions();
  void handle_tools();
  void apply_settings(protocol::Json settings);
  void set_trace(protocol::Trace trace);
  void change_folders(const protocol::WorkspaceFoldersChange& change);
  void trace(rpc::Way way, std::string_view message);
  void tell(protocol::LogLevel level, const std::string& message);
  template <class Params>
  void call_or_tell(const protocol::RequestMethod<Params, protocol::Nothing>& method, const Params& params);
  void show_as(const base::TerminalId& owned, const base::TerminalId& view);
  void opened(const protocol::TerminalDidOpenParams& params);
  void environment_details(const protocol::TaskParams& params, rpc::Reply<protocol::EnvironmentDetailsResult> reply);
  [[nodiscard]] base::TerminalId own_id(const base::TerminalId& shown) const;
  [[nodiscard]] const base::TerminalId& shown_id(const base::TerminalId& id) const;

  rpc::Connection& connection_;
  EditorHooks hooks_;
  Host* host_ = nullptr;
  std::unique_ptr<ToolCalls> tools_;
  ShimCapabilities capabilities_;
  protocol::Trace trace_ = protocol::Trace::Off;
  bool allows_nothing_ = false;                       // the editor's list of allowed commands is there, and empty
  std::map<std::string, std::string> rule_problems_;  // setting → why it can't be read, until it is named again
  std::string told_problem_;                          // of the policy, as the user was told last
  bool tracing_ = false;                              // a line of the trace is being sent, and is not traced itself
  std::map<base::ToolCallId, rpc::Connection::CallId> questions_;
  std::map<base::TerminalId, View> views_;                 // of terminals of ours
  std::map<base::TerminalId, base::TerminalId> shown_of_;  // the shim's name for a view → our terminal
};

}  // namespace termhost::host
