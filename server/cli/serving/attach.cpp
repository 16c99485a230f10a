#include "cli/serving/attach.hpp"

#include <atomic>
#include <csignal>
#include <filesystem>
#include <string_view>
#include <thread>

#include "cli/environment.hpp"
#include "cli/log.hpp"
#include "cli/serving/editor_search.hpp"
#include "cli/serving/socket_request.hpp"
#include "io/handle.hpp"
#include "io/private_socket_posix.hpp"
#include "io/stdio/relay.hpp"
#include "protocol/attach.hpp"
#include "rpc/frames/framer.hpp"
#include "rpc/message.hpp"

namespace termhost::cli {
namespace {

using Joined = base::Expected<io::FileDescriptor, std::string>;

constexpr int answer_seconds = 10;

template <class Params>
Joined join(const std::string& path, const protocol::RequestMethod<Params, protocol::Nothing>& method,
            const Params& params) {
  auto socket = io::connect_private(path);
  if (!socket) return socket;
  const auto answer = request_over(*socket, method, params, answer_seconds);
  if (!answer) return base::unexpected(answer.error().message);
  return socket;
}

/// To the agent, as a message of its protocol.
void tell_client() {
  const std::string message = rpc::notification_text("notifications/message", editor_gone_message());
  (void)io::write_whole(io::standard_output, rpc::framed(rpc::Framing::Lines, message));
}

int relay_agent(int fd) {
  static std::atomic<bool> agent_ended{false};
  std::thread([fd] {
    // Only the end of input is the end of the agent. If input cannot be passed on, the editor has gone.
    agent_ended = io::relay(io::standard_input, fd) == io::RelayEnd::NothingMore;
    io::end_writing(fd);
  }).detach();  // it may wait for the agent's next word for ever
  io::relay(fd, io::standard_output);
  if (agent_ended) return 0;
  tell_client();
  log_line(std::string(editor_gone));
  return 1;
}

}  // namespace

Joined join_editor_with_folder() {
  std::error_code unknown;
  const std::string cwd = std::filesystem::current_path(unknown).string();  // the kernel's: a real path
  if (unknown) return base::unexpected("the current folder cannot be determined: " + unknown.message());
  const auto editor = choose_editor(find_editors(), cwd);
  if (!editor) return base::unexpected(editor.error());
  return join(editor->socket, protocol::methods::join, protocol::Nothing{});
}

protocol::OrderedJson editor_gone_message() {
  return {{"level", "error"}, {"logger", "termhost"}, {"data", editor_gone}};
}

base::Expected<int, std::string> run_attached() {
  std::signal(SIGPIPE, SIG_IGN);
  const std::string path = environment(protocol::socket_variable), token = environment(protocol::token_variable);
  const bool in_its_terminal = !path.empty() && !token.empty();
  const Joined socket = in_its_terminal ? join(path, protocol::methods::attach, protocol::AttachParams{token})
                                        : join_editor_with_folder();
  if (socket) return relay_agent(socket->get());
  if (!in_its_terminal) return base::unexpected(socket.error());
  log_line("cannot attach: " + socket.error());
  return 2;
}

}  // namespace termhost::cli
