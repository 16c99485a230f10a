#include "cli/serving/late_editor.hpp"

#include <utility>

#include "cli/log.hpp"
#include "cli/serving/attach.hpp"
#include "io/private_socket_posix.hpp"

namespace termhost::cli {
namespace {

namespace mcp = protocol::mcp;

constexpr const char* spoken_version = "2025-06-18";
constexpr const char* news =
    "Note: an editor has this folder open now, and this server is attached to it. From this call on, commands run in "
    "the "
    "editor's terminals, and its user is asked there. Commands that were started before stay in terminals of this "
    "server's own.\n\n";

constexpr protocol::RequestMethod<mcp::CallToolParams, protocol::ToolCallResult> call_tool{
    mcp::methods::tools_call.name, protocol::Direction::ToServer, ""};

/// Without that which this server does itself: tasks, questions, the words of the client's era.
mcp::CallToolParams plain(mcp::CallToolParams params) {
  params.input_responses = nullptr;
  params.request_state.reset();
  params.task.reset();
  const protocol::Json token = params.meta ? params.meta->progress_token : protocol::Json();
  params.meta.reset();
  if (!token.is_null())
    params.meta =
        mcp::RequestMeta{.protocol_version = {}, .client_capabilities = {}, .client_info = {}, .progress_token = token};
  return params;
}

}  // namespace

LateEditor::~LateEditor() {
  if (stream_) stream_->close(std::chrono::milliseconds(0));
}

bool LateEditor::is_time_to_search() {
  const auto now = std::chrono::steady_clock::now();
  std::vector<std::string> sockets = io::private_sockets();
  const bool is = sockets != sockets_ || now - searched_ >= search_interval;
  sockets_ = std::move(sockets);
  if (is) searched_ = now;
  return is;
}

bool LateEditor::look() {
  if (stream_ || !is_time_to_search()) return stream_ != nullptr;
  auto socket = join_editor_with_folder();
  if (!socket) return false;
  socket_ = *std::move(socket);
  join();
  return true;
}

void LateEditor::join() {
  const auto gone = [this] {
    if (!std::exchange(lost_, true)) gone_();
  };
  stream_ = std::make_unique<ServedStream>(loop_, socket_.get(), socket_.get(), rpc::mcp_dialect,
                                           ServedStream::Ends{.input_ended = gone, .reader_gone = gone});
  stream_->connection().incoming().on(mcp::methods::progress, [this](const mcp::ProgressParams& params) {
    client_.notify_droppable(mcp::methods::progress, params);
  });
  stream_->start();
  log_line("an editor has this folder open now: commands run in its terminals from now on");
}

void LateEditor::greet(const std::string& client) {
  if (std::exchange(greeted_, true)) return;
  rpc::Connection& editor = stream_->connection();
  editor.call(mcp::methods::initialize, mcp::InitializeParams{spoken_version, {}, {client}}, [](const auto&) {});
  editor.notify(mcp::methods::initialized, mcp::PlainParams{});
}

void LateEditor::announce(protocol::ToolCallResult& result) {
  if (std::exchange(announced_, true)) return;
  result.content.insert(result.content.begin(), {news});
}

host::OtherTools::Withdraw LateEditor::call(const mcp::CallToolParams& params, const std::string& client,
                                            host::ToolCalls::Done done) {
  greet(client);
  const auto id = stream_->connection().call(call_tool, plain(params),
                                             [this, done = std::move(done)](host::ToolCalls::Outcome outcome) {
                                               if (outcome) announce(*outcome);
                                               done(std::move(outcome));
                                             });
  return [this, id] { stream_->connection().cancel(id); };
}

}  // namespace termhost::cli
