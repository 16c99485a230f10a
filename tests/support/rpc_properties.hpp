// What holds for every byte stream that is fed to a connection, for the fuzzer and for the seeded test.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/methods.hpp"
#include "rpc/connection/connection.hpp"
#include "support/stream_parts.hpp"

namespace termhost::test {

/// A server that decodes every method's params and answers at once. Keeps what it sends and what it was given.
class EagerServer final : public rpc::FrameSink {
 public:
  EagerServer() {
    std::apply([this](const auto&... method) { (handle(method), ...); }, protocol::all_methods);
    for (const auto kind : {rpc::StreamChunk::Kind::Terminal, rpc::StreamChunk::Kind::ShellExecution}) {
      connection_.incoming().on_stream(kind, [this](const rpc::StreamChunk& chunk) {
        for (std::string& part : parts_of(chunk)) seen.push_back(std::move(part));
      });
    }
  }
  void feed(std::string_view bytes) { connection_.feed(bytes); }
  void end() { connection_.end_of_input(); }

  void write(std::string frame) override { seen.push_back(std::move(frame)); }
  bool write_droppable(std::string frame) override { return write(std::move(frame)), true; }

  std::vector<std::string> seen;

 private:
  template <class Params, class Result>
  void handle(const protocol::RequestMethod<Params, Result>& method) {
    connection_.incoming().on(method, [](const Params&, rpc::Reply<Result> reply) { reply(Result{}); });
  }
  template <class Params>
  void handle(const protocol::NotificationMethod<Params>& method) {
    connection_.incoming().on(
        method, [this](const Params& params) { seen.push_back(protocol::to_text(protocol::encode(params))); });
  }

  rpc::Connection connection_{rpc::editor_dialect, *this, {[](std::string_view) {}, {}}};
};

inline std::string initialize_frame() {
  return rpc::framed(
      rpc::Framing::ContentLength,
      R"({"jsonrpc":"2.0","id":"start","method":"initialize","params":{"processId":null,"capabilities":{}}})");
}

/// What the server makes of `bytes` in an initialized session, fed in pieces of `piece` bytes.
inline std::vector<std::string> outcome(std::string_view bytes, std::size_t piece) {
  EagerServer server;
  server.feed(initialize_frame());
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) server.feed(bytes.substr(0, piece));
  server.end();
  return server.seen;
}

/// A good frame on a new line after anything at all is heard, unless an exit was heard before.
inline bool hears_what_follows(std::string_view anything) {
  EagerServer server;
  server.feed(initialize_frame());
  server.feed(std::string(anything) + "\r\n" +
              rpc::framed(rpc::Framing::ContentLength, R"({"jsonrpc":"2.0","id":"after","method":"no/such"})"));
  const bool heard = !server.seen.empty() && server.seen.back().find(R"("id":"after")") != std::string::npos;
  return heard || anything.find("exit") != std::string_view::npos;
}

}  // namespace termhost::test
