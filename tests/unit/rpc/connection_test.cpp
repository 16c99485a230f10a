#include "rpc/connection/connection.hpp"

#include <memory>

#include <catch2/catch_test_macros.hpp>

#include "unit/rpc/session.hpp"

namespace termhost::rpc {
namespace {

namespace methods = protocol::methods;
using Answers = std::vector<std::string>;

struct Outcomes {
  std::vector<std::string> seen;
  auto note() {
    return [this](const base::Expected<protocol::TerminalCreateResult, RpcError>& outcome) {
      seen.push_back(outcome ? outcome->terminal_id.str()
                             : std::to_string(outcome.error().code) + " " + outcome.error().message);
    };
  }
};

TEST_CASE("A call is sent, and its answer comes to its callback once") {
  Session session;
  Outcomes outcomes;
  protocol::TerminalCreateParams params;
  params.request_id = "r1";
  params.cwd = "/tmp";
  session.connection.call(methods::terminal_create, params, outcomes.note());
  session.connection.call(methods::terminal_create, params, outcomes.note());
  session.connection.call(methods::terminal_create, params, outcomes.note());
  CHECK(
      session.out[0] ==
      R"({"jsonrpc":"2.0","id":1,"method":"terminal/create","params":{"requestId":"r1","cwd":"/tmp","name":"","env":{}}})");
  session.feed(R"({"jsonrpc":"2.0","id":2,"result":{"terminalId":"two"}})");
  session.feed(R"({"jsonrpc":"2.0","id":2,"result":{"terminalId":"again"}})");
  session.feed(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}})");
  session.feed(R"({"jsonrpc":"2.0","id":3,"result":{"terminalId":3}})");
  CHECK(outcomes.seen == Answers{"two", "-32603 no", "1003 result.terminalId: expected a string, found 3"});
  CHECK(session.log == Answers{"an answer without a request was dropped: id 2"});
}

TEST_CASE("Answers to nothing are dropped and logged") {
  Session session;
  for (const std::string_view id : {"7", R"("1")", "null", "1.5"}) {
    session.feed(R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"result":null})");
  }
  CHECK(session.out.empty());
  CHECK(session.log == Answers{"an answer without a request was dropped: id 7",
                               "an answer without a request was dropped: id \"1\"",
                               "an answer without a request was dropped: id null",
                               "an answer without a request was dropped: id null"});
}

TEST_CASE("A call can be cancelled; its callback still comes") {
  Session session;
  Outcomes outcomes;
  const auto call = session.connection.call(methods::terminal_create, {}, outcomes.note());
  session.out.clear();
  session.connection.cancel(call);
  CHECK(session.out == Answers{R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}})"});
  session.feed(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32800,"message":"cancelled"}})");
  session.out.clear();
  session.connection.cancel(call);
  CHECK(session.out.empty());
  CHECK(outcomes.seen == Answers{"-32800 cancelled"});
}

TEST_CASE("When the other side is gone, open calls fail and what was cut off is logged") {
  Session session;
  Outcomes outcomes;
  session.connection.call(methods::terminal_create, {}, outcomes.note());
  session.connection.feed("Content-Length: 10\r\n\r\n{");
  session.connection.end_of_input();
  session.connection.end_of_input();
  CHECK(outcomes.seen == Answers{"1002 the other side has closed the connection"});
  CHECK(session.log.front() == "the input ended within a message, after 1 of its 10 bytes");
}

TEST_CASE("More open calls than the limit fail at once") {
  Session session;
  Outcomes outcomes;
  for (std::size_t i = 0; i <= max_unanswered_requests; ++i) {
    session.connection.call(methods::terminal_create, {}, outcomes.note());
  }
  CHECK(session.out.size() == max_unanswered_requests);
  CHECK(outcomes.seen == Answers{"1001 terminal/create: 256 requests wait for an answer already"});
}

TEST_CASE("A callback may hold what can't be copied, and what it throws is logged") {
  Session session;
  session.connection.call(methods::terminal_show, {},
                          [owned = std::make_unique<int>(7)](const base::Expected<protocol::Nothing, RpcError>&) {
                            throw std::runtime_error("boom " + std::to_string(*owned));
                          });
  session.feed(R"({"jsonrpc":"2.0","id":1,"result":null})");
  CHECK(session.log == Answers{"internal error while handling an answer: boom 7"});
}

TEST_CASE("Everything that comes and goes can be recorded") {
  std::vector<std::string> record;
  Session sink;
  Connection connection(editor_dialect, sink,
                        {[](std::string_view) {},
                         [&](Way way, std::string_view message) {
                           record.push_back((way == Way::In ? "in " : "out ") + std::string(message));
                         }});
  connection.notify(methods::log_message, {.type = 3, .message = "hi"});
  connection.feed(framed(Framing::ContentLength, R"({"jsonrpc":"2.0","method":"initialized"})"));
  CHECK(record == Answers{R"(out {"jsonrpc":"2.0","method":"window/logMessage","params":{"type":3,"message":"hi"}})",
                          R"(in {"jsonrpc":"2.0","method":"initialized"})"});
}

}  // namespace
}  // namespace termhost::rpc
