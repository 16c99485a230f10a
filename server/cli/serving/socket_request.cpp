#include "cli/serving/socket_request.hpp"

#include "io/handle.hpp"
#include "io/private_socket_posix.hpp"
#include "rpc/frames/framer.hpp"
#include "rpc/parser.hpp"

namespace termhost::cli {
namespace {

constexpr std::size_t longest_answer = 64 * 1024;

std::string read_line(const io::FileDescriptor& socket) {
  std::string line;
  char next = 0;
  while (line.size() < longest_answer && io::read_some(socket.get(), &next, 1) == 1 && next != '\n') line += next;
  return line;
}

rpc::RpcError no_answer(const char* why) { return rpc::make_error(rpc::ErrorCode::ConnectionClosed, why); }

}  // namespace

base::Expected<protocol::Json, rpc::RpcError> request_over(const io::FileDescriptor& socket, std::string_view method,
                                                           const protocol::OrderedJson& params, int seconds) {
  io::limit_waits(socket, seconds);
  if (!io::write_whole(socket.get(), rpc::framed(rpc::Framing::Lines, rpc::request_text("attach", method, params))))
    return base::unexpected(no_answer("the editor's termhost is not listening"));
  const rpc::Message answer = rpc::parse_message(read_line(socket));
  io::limit_waits(socket, 0);
  const auto* response = std::get_if<rpc::Response>(&answer);
  if (response == nullptr) return base::unexpected(no_answer("the editor's termhost did not answer"));
  return response->outcome;
}

}  // namespace termhost::cli
