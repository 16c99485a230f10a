#include "rpc/frames/intake.hpp"

#include <array>

#include <catch2/catch_test_macros.hpp>
#include <fmt/format.h>

#include "support/stream_parts.hpp"
#include "unit/rpc/session.hpp"

namespace termhost::rpc {
namespace {

using Lines = std::vector<std::string>;

std::string write_frame(std::string_view id, std::string_view data) {
  return framed(
      Framing::ContentLength,
      fmt::format(R"({{"jsonrpc":"2.0","method":"terminal/didWrite","params":{{"terminalId":"{}","data":"{}"}}}})", id,
                  data));
}

Lines taken(FrameBatch& batch) {
  Lines seen;
  while (const Incoming* next = batch.next()) {
    if (const auto* chunk = std::get_if<StreamChunk>(next))
      for (std::string& part : test::parts_of(*chunk)) seen.push_back(std::move(part));
    if (const auto* frame = std::get_if<FrameText>(next)) seen.push_back("frame " + std::string(frame->text));
    if (const auto* problem = std::get_if<FramingProblem>(next)) seen.push_back("! " + problem->what);
  }
  return seen;
}

TEST_CASE("What a batch holds stays as it is while later reads fill other batches") {
  Intake intake(Framing::ContentLength, StreamFrames::Decoded);
  const std::string large(std::size_t{3} << 20, 'x');
  const std::string other = R"({"jsonrpc":"2.0","id":1,"method":"tool/list"})";
  const std::string stream = write_frame("a", "1\\r\\n") + framed(Framing::ContentLength, other) + "garbage\r\n" +
                             write_frame("b", large) + write_frame("c", "");
  std::array<FrameBatch, 3> batches;
  const std::size_t cut = stream.size() - 40;
  intake.read(std::string_view(stream).substr(0, 150), batches[0]);
  intake.read(std::string_view(stream).substr(150, cut - 150), batches[1]);
  intake.read(std::string_view(stream).substr(cut), batches[2]);
  CHECK(taken(batches[0]) == Lines{"a: 1\r\n"});
  const Lines second = taken(batches[1]);
  REQUIRE(second.size() == 3);
  CHECK(second[0] == "frame " + other);
  CHECK(second[1].starts_with("! "));
  CHECK(second[2] == "b: " + large);
  CHECK(taken(batches[2]) == Lines{"c: "});
}

TEST_CASE("A batch can be used again once it is clear") {
  Intake intake(Framing::ContentLength, StreamFrames::Decoded);
  FrameBatch batch;
  for (const std::string_view data : {"first", "second"}) {
    intake.read(write_frame("t", data), batch);
    CHECK(taken(batch) == Lines{"t: " + std::string(data)});
    CHECK(batch.empty());
    batch.clear();
  }
}

std::string numbered(int index, std::string_view data, std::string_view id = "x") {
  return framed(Framing::ContentLength,
                fmt::format(R"({{"jsonrpc":"2.0","method":"shellExecution/didWrite","params":{{"executionId":"{}",)"
                            R"("data":"{}","index":{}}}}})",
                            id, data, index));
}

/// How many chunks there are, and what they are made of.
std::pair<std::size_t, Lines> joined(const std::string& stream) {
  Intake intake(Framing::ContentLength, StreamFrames::Decoded);
  FrameBatch counted, batch;
  intake.read(stream, counted);
  std::size_t chunks = 0;
  while (counted.next() != nullptr) ++chunks;
  intake.read(stream, batch);
  return {chunks, taken(batch)};
}

TEST_CASE("Stream frames that follow each other are one chunk, which knows its parts") {
  const auto [chunks, parts] = joined(numbered(3, "a") + numbered(4, "") + numbered(5, "\\r\\n"));
  CHECK(chunks == 1);
  CHECK(parts == Lines{"x 3: a", "x 4: ", "x 5: \r\n"});
  const auto [uncounted, all] = joined(write_frame("t", "1") + write_frame("t", "2"));
  CHECK(uncounted == 1);
  CHECK(all == Lines{"t: 1", "t: 2"});
}

TEST_CASE("Stream frames are not joined over a gap, a repeat, another stream or another message") {
  CHECK(joined(numbered(0, "a") + numbered(2, "c")).first == 2);
  CHECK(joined(numbered(0, "a") + numbered(0, "a")).first == 2);
  CHECK(joined(numbered(1, "b") + numbered(0, "a")).first == 2);
  CHECK(joined(numbered(0, "a") + numbered(1, "b", "y")).first == 2);
  CHECK(joined(numbered(0, "a") + write_frame("x", "b")).first == 2);
  const std::string other = framed(Framing::ContentLength, R"({"jsonrpc":"2.0","method":"m"})");
  CHECK(joined(numbered(0, "a") + other + numbered(1, "b")).first == 3);
  CHECK(joined(numbered(0, "a") + "garbage\r\n" + numbered(1, "b")).first == 3);
}

TEST_CASE("Joined chunks stay short, whatever they are made of") {
  std::string tiny, large;
  Lines all;
  for (int i = 0; i < 1000; ++i) {
    tiny += numbered(i, "x");
    all.push_back(fmt::format("x {}: x", i));
  }
  const auto [chunks, parts] = joined(tiny);
  CHECK(chunks == 16);
  CHECK(parts == all);
  for (int i = 0; i < 100; ++i) large += numbered(i, std::string(20'000, 'y'));
  CHECK(joined(large).first == 100);
}

TEST_CASE("As text, stream frames come like any other") {
  Intake intake(Framing::Lines, StreamFrames::AsText);
  FrameBatch batch;
  const std::string line = R"({"jsonrpc":"2.0","method":"terminal/didWrite","params":{"terminalId":"t","data":"x"}})";
  intake.read(line + "\n", batch);
  CHECK(taken(batch) == Lines{"frame " + line});
}

/// Full after each answer until it is emptied.
struct SlowSession : Session {
  SlowSession() : Session(mcp_dialect) {}
  [[nodiscard]] bool full() const override { return !out.empty(); }
};

TEST_CASE("A connection that is held gives back the rest of a batch, and takes it later") {
  SlowSession session;
  FrameBatch batch;
  session.connection.intake().read(
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}\n"
      "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"b\"}\n",
      batch);
  CHECK_FALSE(session.connection.receive(batch));
  REQUIRE(session.out.size() == 1);
  CHECK(session.out[0].find("\"id\":1") != std::string::npos);
  CHECK_FALSE(session.connection.receive(batch));
  session.out.clear();
  CHECK(session.connection.receive(batch));
  REQUIRE(session.out.size() == 1);
  CHECK(session.out[0].find("\"id\":2") != std::string::npos);
  CHECK(batch.empty());
}

TEST_CASE("A recorded connection records stream frames at their turn, and hears them") {
  Lines seen;
  Session sink;
  Connection connection(editor_dialect, sink,
                        {[](std::string_view) {},
                         [&](Way way, std::string_view message) {
                           seen.push_back((way == Way::In ? "in " : "out ") + std::string(message));
                         }});
  connection.incoming().on_stream(StreamChunk::Kind::Terminal,
                                  [&](const StreamChunk& chunk) { seen.emplace_back(chunk.data); });
  connection.incoming().on(protocol::methods::initialize,
                           [](const protocol::InitializeParams&, auto reply) { reply({}); });
  const std::string initialize =
      R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"capabilities":{}}})";
  connection.feed(framed(Framing::ContentLength, initialize) + write_frame("t", "x"));
  REQUIRE(seen.size() == 4);
  CHECK(seen[0] == "in " + initialize);
  CHECK(seen[1].starts_with("out "));
  CHECK(seen[2].find("didWrite") != std::string::npos);
  CHECK(seen[3] == "x");
}

}  // namespace
}  // namespace termhost::rpc
