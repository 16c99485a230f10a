#include "host/mcp/mcp_frontend.hpp"

#include <fmt/format.h>

#include "host/wire/wire.hpp"

namespace termhost::host {
namespace {

namespace mcp = protocol::mcp;

constexpr base::Millis roots_patience{2000};  // a client that never answers must not keep its own calls waiting

}  // namespace

McpFrontend::McpFrontend(rpc::Connection& connection, McpOptions options)
    : connection_(connection), options_(std::move(options)) {}

void McpFrontend::attach(Host& host, Scheduler& scheduler, tool::ArtifactSource* artifacts) {
  host_ = &host;
  scheduler_ = &scheduler;
  artifacts_ = artifacts;
  tools_ = std::make_unique<ToolCalls>(host, artifacts);
  handle_lifecycle();
  handle_tools();
  handle_tasks();
}

void McpFrontend::end() {
  if (roots_timer_) scheduler_->cancel(*roots_timer_);
  waiting_for_roots_.clear();
  std::map<base::ToolCallId, OpenCall> open;
  open.swap(calls_);
  for (const auto& [id, call] : open) {
    if (call.command) host_->cancel(*call.command);
  }
}

base::Expected<McpClient, rpc::RpcError> McpFrontend::sender_of(const std::optional<mcp::RequestMeta>& meta,
                                                                std::string_view method, Eras eras) const {
  const auto modern = modern_client(meta);
  if (!modern) return base::unexpected(modern.error());
  const McpEra era = *modern ? McpEra::Modern : McpEra::Legacy;
  const bool first_words = method == mcp::methods::initialize.name || method == mcp::methods::ping.name;
  const bool nobody = era == McpEra::Legacy && !legacy_client_ && !first_words;
  if (nobody || (era == McpEra::Legacy && eras == Eras::Modern)) {
    return base::unexpected(
        rpc::make_error(rpc::ErrorCode::InvalidParams,
                        fmt::format("{}: expected io.modelcontextprotocol/protocolVersion in params._meta{}", method,
                                    eras == Eras::Modern ? "" : ", or initialize before it")));
  }
  if (era == McpEra::Modern && eras == Eras::Legacy) {
    return base::unexpected(
        rpc::make_error(rpc::ErrorCode::MethodNotFound, fmt::format("there is no method {} in this version", method)));
  }
  if (!*modern) return legacy_client_.value_or(McpClient{});
  McpClient client = **modern;
  client.structure = wants_structure(client);
  return client;
}

bool McpFrontend::wants_structure(const McpClient& client) const {
  if (options_.structure != StructureWish::Auto) return options_.structure == StructureWish::Always;
  return client_kind(client.name).structure;
}

void McpFrontend::handle_lifecycle() {
  serve(mcp::methods::initialize, Eras::Legacy,
        [this](const mcp::InitializeParams& params, const McpClient&, Reply reply) {
          const std::string_view version = negotiated_version(params.protocol_version);
          legacy_client_ = client_of(McpEra::Legacy, params.capabilities, params.client_info.name);
          legacy_client_->structure = knows_structure(version) && wants_structure(*legacy_client_);
          legacy_client_->tasks = knows_tasks(version);
          reply(legacy_greeting(version, options_.problem));
        });
  serve(mcp::methods::ping, Eras::Legacy,
        [](const mcp::PlainParams&, const McpClient&, Reply reply) { reply(Result::object()); });
  serve(mcp::methods::discover, Eras::Modern, [this](const mcp::PlainParams&, const McpClient& client, Reply reply) {
    reply(completed(modern_greeting(options_.problem), client.era, Cacheable::Yes));
  });
  connection_.incoming().on(mcp::methods::initialized, [this](const mcp::PlainParams&) { ask_for_roots(); });
  connection_.incoming().on(mcp::methods::roots_changed, [this](const mcp::PlainParams&) { ask_for_roots(); });
}

void McpFrontend::ask_for_roots() {
  if (!options_.follow_roots || !legacy_client_ || !legacy_client_->has_roots || roots_timer_) return;
  roots_timer_ = scheduler_->after(roots_patience, [this] { roots_known(); });
  connection_.call(mcp::methods::roots_list, mcp::PlainParams{}, [this](const auto& outcome) {
    if (outcome) roots_answered(*outcome);
    roots_known();
  });
}

void McpFrontend::roots_answered(const mcp::RootsResult& result) {
  std::vector<std::string> folders;
  for (const mcp::Root& root : result.roots) folders.push_back(path_of_uri(root.uri));
  host_->set_workspace_folders(std::move(folders));
}

void McpFrontend::roots_known() {
  if (roots_timer_) scheduler_->cancel(*roots_timer_);
  roots_timer_.reset();
  for (const auto& call : std::exchange(waiting_for_roots_, {})) call();
}

void McpFrontend::handle_tools() {
  serve(mcp::methods::tools_list, Eras::Both,
        [this](const mcp::PlainParams& params, const McpClient& client, Reply reply) {
          if (!params.cursor.is_null())
            return reply.fail(rpc::ErrorCode::InvalidParams,
                              "params.cursor: there is only one page; remove the cursor");
          const bool wish = client.tasks && client.era == McpEra::Legacy;
          const ShownTools shown{.structure = client.structure,
                                 .always_loaded = client_kind(client.name).defers_tools,
                                 .tasks = wish,
                                 .sandbox = host_->placing().may_confine()};
          reply(completed(mcp_tools(shown), client.era, Cacheable::Yes));
        });
  serve(mcp::methods::tools_call, Eras::Both,
        [this](const mcp::CallToolParams& params, const McpClient& client, Reply reply) {
          auto shared = std::make_shared<Reply>(std::move(reply));
          if (!roots_timer_) return admit_call(params, client, std::move(shared));
          waiting_for_roots_.push_back([this, params, client, shared] { admit_call(params, client, shared); });
        });
}

LiveWish McpFrontend::live_wish(const base::ToolCallId& tool_call) const {
  const auto call = calls_.find(tool_call);
  return {.news = call != calls_.end() && call->second.progress != nullptr};
}

void McpFrontend::tool_calling(const ToolCalling& event) {
  if (event.kind == ToolCallingKind::Complete) return;
  const auto call = calls_.find(event.tool_call);
  if (call == calls_.end() || !call->second.progress) return;
  call->second.execution = event.execution;
  call->second.progress->wrote();
}

}  // namespace termhost::host
