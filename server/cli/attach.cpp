#include "cli/attach.hpp"

#include <atomic>
#include <csignal>
#include <string>
#include <sys/socket.h>
#include <sys/time.h>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "cli/environment.hpp"
#include "cli/log.hpp"
#include "io/private_socket_posix.hpp"
#include "io/stdio/relay.hpp"
#include "io/write_whole.hpp"
#include "protocol/attach.hpp"
#include "protocol/encode.hpp"
#include "rpc/framer.hpp"
#include "rpc/parser.hpp"

namespace termhost::cli {
namespace {

constexpr int answer_seconds = 10;
constexpr std::size_t longest_answer = 4096;

/// The first line, and not a byte more: what follows is the agent's.
std::string read_line(int fd) {
  const timeval patience{.tv_sec = answer_seconds, .tv_usec = 0};
  ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  std::string line;
  char next = 0;
  while (line.size() < longest_answer && ::read(fd, &next, 1) == 1 && next != '\n') line += next;
  const timeval forever{};
  ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &forever, sizeof(forever));
  return line;
}

/// Empty, or why it was refused.
std::string introduce(int fd, const std::string& token) {
  const std::string hello =
      rpc::request_text("attach", protocol::methods::attach.name, protocol::encode(protocol::AttachParams{token}));
  if (!io::write_whole(fd, rpc::framed(rpc::Framing::Lines, hello))) return "the editor's termhost is not listening";
  const rpc::Message answer = rpc::parse_message(read_line(fd));
  const auto* response = std::get_if<rpc::Response>(&answer);
  if (response == nullptr) return "the editor's termhost did not answer";
  return response->outcome ? std::string() : response->outcome.error().message;
}

constexpr std::string_view editor_gone =
    "the editor's termhost has ended, and with it this connection; its terminals and running commands are gone";

/// To the agent, as a message of its protocol.
void tell_client(std::string_view why) {
  const std::string message =
      rpc::notification_text("notifications/message", {{"level", "error"}, {"logger", "termhost"}, {"data", why}});
  (void)io::write_whole(STDOUT_FILENO, rpc::framed(rpc::Framing::Lines, message));
}

int refuse(const std::string& why) {
  log_line("cannot attach: " + why);
  return 2;
}

}  // namespace

int run_attached() {
  const std::string path = environment(protocol::socket_variable), token = environment(protocol::token_variable);
  if (path.empty() || token.empty()) {
    return refuse(fmt::format(
        "{} and {} are not set. Run this in a terminal that an editor's `termhost serve --listen` has created",
        protocol::socket_variable, protocol::token_variable));
  }
  std::signal(SIGPIPE, SIG_IGN);
  const auto socket = io::connect_private(path);
  if (!socket) return refuse(socket.error());
  const int fd = socket->get();
  if (const std::string why = introduce(fd, token); !why.empty()) return refuse(why);
  static std::atomic<bool> agent_ended{false};
  std::thread([fd] {
    // What could not be handed on any more says nothing of the agent: it is the editor that has gone.
    agent_ended = io::relay(STDIN_FILENO, fd) == io::RelayEnd::NothingMore;
    ::shutdown(fd, SHUT_WR);
  }).detach();  // it may wait for the agent's next word for ever
  io::relay(fd, STDOUT_FILENO);
  if (agent_ended) return 0;
  tell_client(editor_gone);
  log_line(std::string(editor_gone));
  return 1;
}

}  // namespace termhost::cli
