#include "rpc/connection.hpp"

#include <catch2/catch_test_macros.hpp>

#include "protocol/methods.hpp"

namespace termhost::rpc {
namespace {

namespace methods = protocol::methods;

struct Session : FrameSink {
  std::vector<std::string> out;
  std::vector<std::string> log;
  Connection connection{editor_dialect, *this, {[this](std::string_view line) { log.emplace_back(line); }, {}}};

  void write(std::string frame) override { out.push_back(frame.substr(frame.find("\r\n\r\n") + 4)); }
  bool write_droppable(std::string frame) override { return write(std::move(frame)), true; }
  void feed(std::string_view text) { connection.feed(framed(Framing::ContentLength, text)); }
  Dispatcher& incoming() { return connection.incoming(); }
  void initialize() {
    incoming().on(methods::initialize, [](const protocol::InitializeParams&, auto reply) { reply({}); });
    feed(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"capabilities":{}}})");
    out.clear();
  }
};

TEST_CASE("A typed request is decoded, handled and answered") {
  Session session;
  session.initialize();
  session.incoming().on(methods::terminal_launch, [](const protocol::TerminalLaunchParams& params, auto reply) {
    reply({{"bash"}, {}, params.cwd.value_or("/")});
  });
  session.feed(R"({"jsonrpc":"2.0","id":"a","method":"terminal/launch","params":{"cwd":"/tmp"}})");
  REQUIRE(session.out.size() == 1);
  CHECK(session.out[0] == R"({"jsonrpc":"2.0","id":"a","result":{"argv":["bash"],"env":{},"cwd":"/tmp"}})");
}

TEST_CASE("A stream chunk reaches its handler with its bytes") {
  Session session;
  session.initialize();
  std::string seen;
  session.incoming().on_stream(StreamChunk::Kind::ShellExecution, [&](const StreamChunk& chunk) {
    seen += std::string(chunk.id) + ":" + std::string(chunk.data);
  });
  session.feed(
      R"({"jsonrpc":"2.0","method":"shellExecution/didWrite","params":{"executionId":"7","data":"a\u001b[1m"}})");
  session.feed(
      R"({"jsonrpc":"2.0","params":{"executionId":"8","data":"YQ==","encoding":"base64"},"method":"shellExecution/didWrite"})");
  CHECK(seen == "7:a\x1b[1m8:a");
}

}  // namespace
}  // namespace termhost::rpc
