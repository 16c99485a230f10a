#include "cli/serving/editor_search.hpp"

#include <optional>

#include "cli/serving/socket_request.hpp"
#include "io/private_socket_posix.hpp"
#include "io/process/process_tree_posix.hpp"
#include "protocol/attach.hpp"

namespace termhost::cli {
namespace {

constexpr int search_seconds = 1;

std::optional<FoundEditor> editor_at(const std::string& path) {
  const auto socket = io::connect_private(path);
  if (!socket) return std::nullopt;
  const auto told = request_over(*socket, protocol::methods::describe_editor, protocol::Nothing{}, search_seconds);
  if (!told && told.error().code == static_cast<int>(rpc::ErrorCode::ConnectionClosed)) return std::nullopt;
  FoundEditor editor{.socket = path};
  if (told) {
    editor.protocol = told->protocol;
    editor.asks = told->asks;
    editor.folders = told->workspace_folders;
  }
  if (const auto process = io::find_process(io::peer_process(*socket))) editor.started = process->started;
  return editor;
}

}  // namespace

std::vector<FoundEditor> find_editors() {
  std::vector<FoundEditor> editors;
  for (const std::string& path : io::private_sockets())
    if (auto editor = editor_at(path)) editors.push_back(*std::move(editor));
  return editors;
}

}  // namespace termhost::cli
