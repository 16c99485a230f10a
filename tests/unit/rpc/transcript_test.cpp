#include "rpc/transcript/transcript.hpp"

#include <fstream>
#include <sstream>

#include <catch2/catch_test_macros.hpp>

#include "rpc/transcript/transcript_match.hpp"
#include "rpc/transcript/transcript_player.hpp"
#include "unit/rpc/session.hpp"

namespace termhost::rpc {
namespace {

using Lines = std::vector<std::string>;

std::vector<TranscriptStep> steps_of(std::string_view text) {
  auto steps = parse_transcript(text);
  REQUIRE(steps);
  return std::move(*steps);
}

std::string match(std::string_view expected, std::string_view actual) {
  Bindings bindings{{"$known", 7}};
  return difference(Json::parse(expected), Json::parse(actual), bindings).value_or("");
}

TEST_CASE("Matching: at least these fields, with names for what varies") {
  CHECK(match(R"({"a":1})", R"({"a":1,"b":2})").empty());
  CHECK(match(R"({"a":{"b":[1,{"c":2}]}})", R"({"a":{"b":[1,{"c":2,"d":3}]}})").empty());
  CHECK(match(R"({"a":"$x","b":"$x"})", R"({"a":[1],"b":[1]})").empty());
  CHECK(match(R"({"a":"$_","b":"$_"})", R"({"a":1,"b":2})").empty());
  CHECK(match(R"({"a":1})", R"({"b":1})") == "message.a: is missing");
  CHECK(match(R"({"a":1})", R"({"a":"1"})") == R"(message.a: expected 1, got "1")");
  CHECK(match(R"({"a":[1,2]})", R"({"a":[1]})") == "message.a: expected 2 elements, got [1]");
  CHECK(match(R"({"a":[1,2]})", R"({"a":[1,3]})") == "message.a[1]: expected 2, got 3");
  CHECK(match(R"({"a":"$x","b":"$x"})", R"({"a":1,"b":2})") == "message.b: expected 1 ($x), got 2");
  CHECK(match(R"({"a":"$known"})", R"({"a":8})") == "message.a: expected 7 ($known), got 8");
  CHECK(match(R"({"method":"$/progress"})", R"({"method":"$/other"})") ==
        R"(message.method: expected "$/progress", got "$/other")");
}

TEST_CASE("A failed match binds nothing; bound names are put into what is sent") {
  Bindings bindings;
  CHECK(difference(Json::parse(R"({"a":"$x","b":1})"), Json::parse(R"({"a":5,"b":2})"), bindings));
  CHECK(bindings.empty());
  bindings["$x"] = 5;
  CHECK(substituted(Json::parse(R"({"id":"$x","list":["$x","$y"]})"), bindings) ==
        Json::parse(R"({"id":5,"list":[5,"$y"]})"));
}

TEST_CASE("A line that is wrong is named") {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"\n# comment\n{", "line 3: the step is not valid JSON"},
      {R"({"advance":"5 minutes"})", "line 1: advance must be a text such as \"500ms\" or \"2s\""},
      {R"({"advance":"-5ms"})", "line 1: advance must be a text such as \"500ms\" or \"2s\""},
      {R"({"dir":7,"msg":{}})",
       R"(line 1: expected "dir" → or ← with "msg", → with "raw", "advance", or "os" with "value")"},
      {R"({"dir":"→"})", R"(line 1: expected "dir" → or ← with "msg", → with "raw", "advance", or "os" with "value")"},
      {R"({"dir":"←","raw":"x"})",
       R"(line 1: expected "dir" → or ← with "msg", → with "raw", "advance", or "os" with "value")"},
  };
  for (const auto& [text, error] : rows) {
    const auto steps = parse_transcript(text);
    REQUIRE_FALSE(steps);
    CHECK(steps.error() == error);
  }
}

TEST_CASE("What is recorded can be played") {
  const std::string text = transcript_line(Way::In, "{\n \"a\": \"\\n\"\r\n}") + transcript_line(base::Millis(12)) +
                           transcript_line(Way::Out, R"({"b":1})") + transcript_line(Way::In, "{broken}");
  const auto steps = steps_of(text);
  REQUIRE(steps.size() == 4);
  CHECK(std::get<ClientSends>(steps[0].what).message["a"] == "\n");
  CHECK(std::get<TimePasses>(steps[1].what).duration == base::Millis(12));
  CHECK(std::get<ServerSends>(steps[2].what).message["b"] == 1);
  CHECK(std::get<ClientSendsRaw>(steps[3].what).bytes == "Content-Length: 8\r\n\r\n{broken}");
  CHECK(std::get<TimePasses>(steps_of(R"({"advance":"2s"})")[0].what).duration == base::Millis(2000));
}

/// A server that knows only the lifecycle.
class LifecycleServer final : public TranscriptSubject {
 public:
  LifecycleServer() {
    session_.incoming().on(protocol::methods::initialize,
                           [](const protocol::InitializeParams&, auto reply) { reply({}); });
    session_.incoming().on(protocol::methods::initialized, [](protocol::Nothing) {});
    session_.incoming().on(protocol::methods::shutdown, [](protocol::Nothing, auto reply) { reply({}); });
  }
  void feed(std::string_view bytes) override { session_.connection.feed(bytes); }
  void advance(base::Duration /*duration*/) override {}
  std::string take_output() override {
    std::string all;
    for (const std::string& message : std::exchange(session_.out, {})) all += framed(Framing::ContentLength, message);
    return all;
  }

 private:
  Session session_;
};

Lines play_on_new_server(std::string_view text, Feeding feeding = {}) {
  LifecycleServer server;
  PlayerOptions options;
  options.feeding = feeding;
  return play(steps_of(text), server, options);
}

TEST_CASE("The lifecycle transcript holds: whole, byte by byte, and at every split") {
  std::ifstream file(TERMHOST_SOURCE_DIR "/protocol/transcripts/lifecycle.jsonl");
  std::stringstream content;
  content << file.rdbuf();
  const std::string text = content.str();
  CHECK(play_on_new_server(text) == Lines{});
  CHECK(play_on_new_server(text, {Feeding::Kind::ByteByByte}) == Lines{});
  const std::size_t longest = longest_client_frame(steps_of(text));
  REQUIRE(longest > 100);
  for (std::size_t at = 1; at < longest; ++at) {
    CAPTURE(at);
    CHECK(play_on_new_server(text, {Feeding::Kind::SplitOnce, at}) == Lines{});
  }
}

TEST_CASE("Differences are told with their line, each once") {
  const std::string unknown = R"({"dir":"→","msg":{"jsonrpc":"2.0","id":1,"method":"a/b"}})"
                              "\n";
  CHECK(play_on_new_server(unknown) ==
        Lines{R"(line 1: came without being expected: {"error":{"code":-32002,"message":"a/b came before initialize"},)"
              R"("id":1,"jsonrpc":"2.0"})"});
  CHECK(play_on_new_server(unknown + R"({"dir":"←","msg":{"id":2}})") ==
        Lines{R"(line 2: message.id: expected 2, got 1; expected {"id":2})"});
  CHECK(play_on_new_server(R"({"dir":"←","msg":{"id":2}})") == Lines{R"(line 1: nothing was sent; expected {"id":2})"});
}

}  // namespace
}  // namespace termhost::rpc
