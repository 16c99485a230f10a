// The Model Context Protocol over the host: tools/call becomes a tool call, approval becomes a form for the person.
// Alone it is the host's shim, one that has no terminals. Attached to an editor's termhost the editor stays the shim,
// and only what calls print comes here.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/loop/host.hpp"
#include "host/mcp/call_progress.hpp"
#include "host/mcp/mcp_client_kinds.hpp"
#include "host/mcp/mcp_era.hpp"
#include "host/mcp/mcp_tasks.hpp"
#include "host/mcp/other_tools.hpp"
#include "host/mcp/request_states.hpp"
#include "host/ports/terminal_free_shim.hpp"
#include "host/tools/tool_calls.hpp"
#include "rpc/connection/connection.hpp"

namespace termhost::host {

/// Lets a client's call through, now or later, or says in a sentence why not.
using McpGate = std::function<void(const std::string& client,
                                   std::function<void(const base::Expected<void, std::string>&)> passed)>;

struct McpOptions {
  std::string session = "mcp";  ///< its task, and the beginning of its tool call ids
  bool follow_roots = true;     ///< the client's folders say where commands run
  std::string policy_file{};    ///< for the sentence that says how to allow a command; empty: there is none
  std::string problem{};        ///< with the policy: what the model is told at the start; a whole sentence
  bool misses_editor = false;   ///< it was to join an editor, and found none
  StructureWish structure = StructureWish::Auto;
  McpGate gate{};                     ///< each call passes it; empty: there is none
  OtherTools* other_tools = nullptr;  ///< not null: they take the calls once they are there
  /// Modern: what lasts longer becomes a task of a client that knows them.
  base::Millis task_after{5'000};
  std::function<McpTask::Time()> wall_clock = std::chrono::system_clock::now;
};

class McpFrontend final : public TerminalFreeShim, public std::enable_shared_from_this<McpFrontend> {
 public:
  /// `connection` must outlive it; the host is connected with attach() before the first message. Owned by a
  /// shared_ptr: answers of the host may come when it is gone.
  McpFrontend(rpc::Connection& connection, McpOptions options);
  void attach(Host& host, Scheduler& scheduler, tool::ArtifactSource* artifacts);
  /// The client is gone: its calls are stopped.
  void end();
  [[nodiscard]] base::TaskId task() const { return base::TaskId(options_.session); }

  // Shim
  [[nodiscard]] base::Expected<void, std::string> can_ask(const ApprovalQuestion& question) const override;
  void ask_approval(const ApprovalQuestion& question, Answered answered) override;
  void withdraw_approval(const base::ToolCallId& tool_call) override;
  [[nodiscard]] LiveWish live_wish(const base::ToolCallId& tool_call) const override;
  void tool_calling(const ToolCalling& event) override;

 private:
  using Result = rpc::OrderedJson;
  using Reply = rpc::Reply<Result>;

  /// Rings once, unless it goes before.
  struct Alarm {
    Scheduler& scheduler;
    Scheduler::TimerId timer;
    Alarm(Scheduler& its_scheduler, base::Millis delay, std::function<void()> ring)
        : scheduler(its_scheduler), timer(scheduler.after(delay, std::move(ring))) {}
    ~Alarm() { scheduler.cancel(timer); }
    Alarm(const Alarm&) = delete;
    Alarm& operator=(const Alarm&) = delete;
  };

  struct OpenCall {
    McpClient client;
    std::shared_ptr<Reply> reply;                          // shared because the host's callbacks are copied
    std::string bound_to;                                  // what a request state is good for
    std::optional<protocol::mcp::ElicitResult> filled_in;  // modern: the person's answer came with the call
    std::optional<CallId> command;                         // of execute_command
    OtherTools::Withdraw withdraw;                         // of a call that other tools have taken
    std::unique_ptr<CallProgress> progress;
    base::ExecutionId execution;        // what it runs, once that has printed something
    std::unique_ptr<Alarm> task_alarm;  // modern: when it becomes a task
    std::string task;                   // its id, when it is one: the reply has been used up then
  };
  enum class Eras { Legacy, Modern, Both };

  void handle_lifecycle();
  void handle_tools();
  void handle_tasks();
  /// Registers a request. Who sends it, and whether their era has it, is found out before anything else is read.
  template <class Params, class Handler>
  void serve(const protocol::RequestMethod<Params, Result>& method, Eras eras, Handler handler);
  [[nodiscard]] base::Expected<McpClient, rpc::RpcError> sender_of(
      const std::optional<protocol::mcp::RequestMeta>& meta, std::string_view method, Eras eras) const;

  [[nodiscard]] bool wants_structure(const McpClient& client) const;
  void admit_call(const protocol::mcp::CallToolParams& params, const McpClient& client, std::shared_ptr<Reply> reply);
  void call_tool(const protocol::mcp::CallToolParams& params, const McpClient& client, std::shared_ptr<Reply> reply);
  [[nodiscard]] base::Expected<std::optional<protocol::mcp::ElicitResult>, rpc::RpcError> redeem_answer(
      const protocol::mcp::CallToolParams& params, const std::string& bound_to);
  [[nodiscard]] bool goes_to_other_tools(const protocol::mcp::CallToolParams& params) const;
  /// It names an execution or an output of this host.
  [[nodiscard]] bool names_own(const protocol::Json& given) const;
  void watch_progress(const base::ToolCallId& id, const protocol::mcp::CallToolParams& params);
  void cancelled(const base::ToolCallId& id);
  void finish(const base::ToolCallId& id, ToolCalls::Outcome outcome);

  template <class Handler>
  void serve_task(const protocol::RequestMethod<protocol::mcp::TaskParams, Result>& method, Eras eras, Handler handler);
  void become_task(const base::ToolCallId& id, std::optional<base::Millis> keep);
  void change_task(const std::string& task, McpTaskStatus status, std::string message);
  void finish_task(const std::string& task, Result result);
  void cancel_task(McpTask& task);
  void await_result(const McpTask& task, Reply reply);
  static void answer_result(const McpTask& task, Reply& reply);
  /// Requests that wait for the result are answered, and the client gets the status.
  void tell_task(const McpTask& task);

  void ask_for_roots();
  void roots_answered(const protocol::mcp::RootsResult& result);
  void roots_known();

  rpc::Connection& connection_;
  McpOptions options_;
  Host* host_ = nullptr;
  Scheduler* scheduler_ = nullptr;
  tool::ArtifactSource* artifacts_ = nullptr;
  std::unique_ptr<ToolCalls> tools_;
  std::optional<McpClient> legacy_client_;  // since initialize
  RequestStates states_;
  std::uint64_t last_call_ = 0;
  std::map<base::ToolCallId, OpenCall> calls_;
  McpTasks tasks_;
  std::multimap<std::string, std::shared_ptr<Reply>> awaiting_;  // by the task whose result they want
  std::map<base::ToolCallId, rpc::Connection::CallId> questions_;
  std::optional<Scheduler::TimerId> roots_timer_;         // set: the client was asked for its folders
  std::vector<std::function<void()>> waiting_for_roots_;  // calls that came meanwhile
};

template <class Params, class Handler>
void McpFrontend::serve(const protocol::RequestMethod<Params, Result>& method, Eras eras, Handler handler) {
  connection_.incoming().on_request(
      method.name, [this, name = method.name, eras, handler](const rpc::Json& json, rpc::RawReply raw) {
        Reply reply(std::move(raw));
        const auto refuse = [&](const protocol::DecodeError& error) {
          reply.fail(rpc::ErrorCode::InvalidParams, protocol::to_string(error));
        };
        const auto plain = protocol::decode<protocol::mcp::PlainParams>(json, "params");
        if (!plain) return refuse(plain.error());
        const auto sender = sender_of(plain->meta, name, eras);
        if (!sender) return reply.fail(sender.error());
        const auto params = protocol::decode<Params>(json, "params");
        if (!params) return refuse(params.error());
        handler(*params, *sender, std::move(reply));
      });
}

}  // namespace termhost::host
