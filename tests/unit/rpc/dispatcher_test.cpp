#include "rpc/connection/dispatcher.hpp"

#include <stdexcept>

#include <catch2/catch_test_macros.hpp>

#include "unit/rpc/session.hpp"

namespace termhost::rpc {
namespace {

namespace methods = protocol::methods;
using Answers = std::vector<std::string>;
using LaunchReply = Reply<protocol::TerminalLaunchResult>;

std::string error(std::string_view id, int code, std::string_view message) {
  return error_text(id == "null" ? std::optional<RequestId>() : read_id(Json::parse(id)),
                    {code, std::string(message), nullptr});
}
std::string request(std::string_view id, std::string_view method, std::string_view params = "{}") {
  return R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":")" + std::string(method) + R"(","params":)" +
         std::string(params) + "}";
}
std::string notification(std::string_view method, std::string_view params = "{}") {
  return R"({"jsonrpc":"2.0","method":")" + std::string(method) + R"(","params":)" + std::string(params) + "}";
}
const std::string initialize_params = R"({"processId":null,"capabilities":{}})";

/// Keeps the replies of terminal/launch, to be answered later.
struct Launches {
  explicit Launches(Session& session) {
    session.incoming().on(methods::terminal_launch, [this](const protocol::TerminalLaunchParams&, LaunchReply reply) {
      replies.push_back(std::move(reply));
    });
  }
  std::vector<LaunchReply> replies;
};

TEST_CASE("A typed request is decoded, handled and answered") {
  Session session;
  session.initialize();
  session.incoming().on(methods::terminal_launch, [](const protocol::TerminalLaunchParams& params, LaunchReply reply) {
    reply({{"bash"}, {}, params.cwd.value_or("/")});
  });
  CHECK(session.ask(request(R"("a")", "terminal/launch", R"({"cwd":"/tmp"})")) ==
        Answers{R"({"jsonrpc":"2.0","id":"a","result":{"argv":["bash"],"env":{},"cwd":"/tmp"}})"});
  CHECK(session.ask(request("2", "terminal/launch", R"({"cwd":7})")) ==
        Answers{error("2", -32602, "params.cwd: expected a string, found 7")});
  CHECK(session.ask(request("3", "terminal/lunch")) ==
        Answers{error("3", -32601, "there is no method terminal/lunch")});
  CHECK(session.ask(request("4", "$/other")) == Answers{error("4", -32601, "there is no method $/other")});
}

TEST_CASE("The lifecycle: nothing before initialize, nothing but exit after shutdown") {
  Session session;
  CHECK(session.ask(request("1", "tool/list")) == Answers{error("1", -32002, "tool/list came before initialize")});
  CHECK(session.ask(notification("terminal/didClose")).empty());
  CHECK(session.ask(notification("terminal/didWrite", R"({"terminalId":"1","data":"x"})")).empty());

  std::optional<Reply<protocol::InitializeResult>> initialize_reply;
  session.incoming().on(methods::initialize, [&](const protocol::InitializeParams&, auto reply) {
    initialize_reply.emplace(std::move(reply));
  });
  CHECK(session.ask(request("2", "initialize", initialize_params)).empty());
  CHECK(session.ask(request("3", "tool/list")) ==
        Answers{error("3", -32002, "tool/list came before the answer to initialize")});
  initialize_reply->fail(ErrorCode::RequestFailed, "not now");
  CHECK(session.ask(request("4", "tool/list")) == Answers{error("4", -32002, "tool/list came before initialize")});

  session.initialize();
  CHECK(session.ask(request("5", "initialize", initialize_params)) ==
        Answers{error("5", -32600, "initialize came a second time")});
  CHECK(session.ask(request("6", "shutdown")) == Answers{R"({"jsonrpc":"2.0","id":6,"result":null})"});
  CHECK(session.ask(request("7", "tool/list")) == Answers{error("7", -32600, "tool/list came after shutdown")});
}

TEST_CASE("exit ends with status 0 after shutdown, else with 1, and nothing is handled afterwards") {
  for (const bool orderly : {true, false}) {
    Session session;
    int status = -1;
    session.incoming().on_exit([&](int given) { status = given; });
    session.initialize();
    if (orderly) session.feed(request("1", "shutdown"));
    session.connection.feed(framed(Framing::ContentLength, notification("exit")) +
                            framed(Framing::ContentLength, request("2", "tool/list")));
    CHECK(status == (orderly ? 0 : 1));
    CHECK(session.out.size() == (orderly ? 1 : 0));
  }
}

TEST_CASE("exit before initialize is heard") {
  Session session;
  int status = -1;
  session.incoming().on_exit([&](int given) { status = given; });
  session.feed(notification("exit", "null"));
  CHECK(status == 1);
}

TEST_CASE("Unknown and broken notifications are dropped: those with $/ silently, others with a log line") {
  Session session;
  session.initialize();
  CHECK(session.ask(notification("$/unknown")).empty());
  CHECK(session.log.empty());
  CHECK(session.ask(notification("terminal/unknown")).empty());
  session.incoming().on(methods::terminal_did_close, [](const protocol::TerminalDidCloseParams&) { FAIL(); });
  CHECK(session.ask(notification("terminal/didClose", R"({"terminalId":[]})")).empty());
  CHECK(session.log == Answers{"a notification was dropped: terminal/unknown: there is no such method",
                               "a notification was dropped: terminal/didClose: params.terminalId: expected a string, "
                               "found an array of 0"});
}

TEST_CASE("A forgotten reply is answered, a second one dropped, one after the connection's end does nothing") {
  std::optional<LaunchReply> kept;
  {
    Session session;
    session.initialize();
    Launches launches(session);
    CHECK(session.ask(request("1", "terminal/launch")).empty());
    session.out.clear();
    launches.replies.clear();
    CHECK(session.out == Answers{error("1", -32603, "terminal/launch: got no answer")});

    session.feed(request("2", "terminal/launch"));
    session.out.clear();
    launches.replies[0]({});
    launches.replies[0]({});
    CHECK(session.out.size() == 1);
    CHECK(session.log.back() == "a request was answered twice; the second answer was dropped");

    session.feed(request("3", "terminal/launch"));
    kept.emplace(std::move(launches.replies[1]));
  }
  (*kept)({});
}

TEST_CASE("What a handler throws becomes an internal error and a log line") {
  Session session;
  session.initialize();
  session.incoming().on(methods::terminal_launch, [](const protocol::TerminalLaunchParams&, LaunchReply) -> void {
    throw std::runtime_error("boom");
  });
  session.incoming().on(methods::terminal_did_close, [](const protocol::TerminalDidCloseParams&) -> void { throw 7; });
  session.incoming().on_stream(StreamChunk::Kind::Terminal,
                               [](const StreamChunk&) { throw std::runtime_error("bang"); });
  CHECK(session.ask(request("1", "terminal/launch")) ==
        Answers{error("1", -32603, "terminal/launch: internal error: boom")});
  CHECK(session.ask(notification("terminal/didClose", R"({"terminalId":"1"})")).empty());
  CHECK(session.ask(notification("terminal/didWrite", R"({"terminalId":"1","data":""})")).empty());
  CHECK(session.log == Answers{"terminal/launch: internal error: boom",
                               "terminal/didClose: internal error of an unknown kind",
                               "didWrite: internal error: bang"});
}

TEST_CASE("What a handler throws is answered at once, also where somebody has kept the reply") {
  Session session;
  session.initialize();
  std::optional<LaunchReply> kept;
  session.incoming().on(methods::terminal_launch,
                        [&](const protocol::TerminalLaunchParams&, LaunchReply reply) -> void {
                          kept.emplace(std::move(reply));
                          throw std::bad_alloc();
                        });
  CHECK(session.ask(request("1", "terminal/launch")) ==
        Answers{error("1", -32603, "terminal/launch: internal error: std::bad_alloc")});
  session.out.clear();
  kept.reset();
  CHECK(session.out.empty());
}

TEST_CASE("A cancelled request is told, and answered nevertheless") {
  Session session;
  session.initialize();
  Launches launches(session);
  session.feed(request("1", "terminal/launch"));
  session.feed(request(R"("1")", "terminal/launch"));
  int told = 0;
  launches.replies[0].on_cancel([&] { ++told; });
  for (const std::string_view id : {"1", "1", "99", "[]", "1.5"}) {
    session.feed(notification("$/cancelRequest", R"({"id":)" + std::string(id) + "}"));
  }
  CHECK(told == 1);
  CHECK(launches.replies[0].cancelled());
  CHECK_FALSE(launches.replies[1].cancelled());
  launches.replies[0].on_cancel([&] { ++told; });  // at once: it is cancelled already
  CHECK(told == 2);
  session.out.clear();
  launches.replies[0].fail(ErrorCode::RequestCancelled, "cancelled");
  CHECK(session.out == Answers{error("1", -32800, "cancelled")});
}

TEST_CASE("A cancel handler may answer at once") {
  Session session;
  session.initialize();
  Launches launches(session);
  session.feed(request("1", "terminal/launch"));
  launches.replies[0].on_cancel([&] { launches.replies[0].fail(ErrorCode::RequestCancelled, "stopped"); });
  CHECK(session.ask(notification("$/cancelRequest", R"({"id":1})")) == Answers{error("1", -32800, "stopped")});
}

TEST_CASE("MCP: a cancelled request is never answered") {
  Session session(mcp_dialect);
  Launches launches(session);
  session.feed(request("1", "terminal/launch"));
  session.feed(notification("notifications/cancelled", R"({"requestId":1})"));
  CHECK(launches.replies[0].cancelled());
  launches.replies[0]({});
  CHECK(session.out.empty());
  CHECK(session.incoming().unanswered() == 0);
}

TEST_CASE("An id in use is refused, and free again after the answer") {
  Session session;
  session.initialize();
  Launches launches(session);
  session.feed(request("1", "terminal/launch"));
  CHECK(session.ask(request("1", "terminal/launch")) ==
        Answers{error("1", -32600, "request id 1 is in use by a request that is not answered yet")});
  launches.replies[0]({});
  CHECK(session.ask(request("1", "terminal/launch")).empty());
  CHECK(launches.replies.size() == 2);
}

TEST_CASE("Too many unanswered requests: the next is refused, the others stay") {
  Session session;
  session.initialize();
  Launches launches(session);
  for (std::size_t i = 0; i < max_unanswered_requests; ++i)
    session.feed(request(std::to_string(i + 1), "terminal/launch"));
  CHECK(session.ask(request("999", "terminal/launch")) ==
        Answers{error("999", 1001, "256 requests wait for an answer; wait for some of them")});
  launches.replies[7]({});
  CHECK(session.ask(request("1000", "terminal/launch")).empty());
  CHECK(session.incoming().unanswered() == max_unanswered_requests);
}

TEST_CASE("What is no message is answered with an error and costs nothing else") {
  Session session;
  session.initialize();
  Launches launches(session);
  session.connection.feed("garbage\r\n" + framed(Framing::ContentLength, R"({"jsonrpc":"2.0","id":5})") +
                          framed(Framing::ContentLength, request("6", "terminal/launch")));
  CHECK(session.out == Answers{error("null", -32700, "expected a header, found 'garbage'; skipped to the next header"),
                               error("5", -32600, "a request must have a method that is a string")});
  CHECK(launches.replies.size() == 1);
}

TEST_CASE("Stream chunks arrive the same by the fast way and by the general one") {
  Session session;
  session.initialize();
  std::vector<std::string> seen;
  const auto note = [&](const StreamChunk& chunk) {
    seen.push_back(std::string(chunk.id) + "|" + std::string(chunk.data) + "|" +
                   std::to_string(chunk.index.value_or(-1)));
  };
  session.incoming().on_stream(StreamChunk::Kind::ShellExecution, note);
  session.incoming().on_stream(StreamChunk::Kind::Terminal, note);
  session.feed(notification("shellExecution/didWrite", R"({"executionId":"7","data":"a\u001b[1m","index":3})"));
  session.feed(notification("shellExecution/didWrite", R"({"executionId":"7","data":"a\u001b[1m\ud800","index":3})"));
  session.feed(notification("terminal/didWrite", R"({"terminalId":"8","data":"gA==","encoding":"base64"})"));
  session.feed(notification("terminal/didWrite", R"({"terminalId":"8\udfff","data":"gA==","encoding":"base64"})"));
  session.feed(notification("terminal/didWrite", R"({"terminalId":"8","data":"?","encoding":"base64"})"));
  CHECK(seen == Answers{"7|a\x1b[1m|3", "7|a\x1b[1m\xEF\xBF\xBD|3", "8|\x80|-1", "8\xEF\xBF\xBD|\x80|-1"});
  CHECK(session.log == Answers{"a notification was dropped: terminal/didWrite: params.data: expected base64"});
}

}  // namespace
}  // namespace termhost::rpc
