// What ends an agent's waiting for a command that goes on: a line, a port, silence.
#include <catch2/catch_test_macros.hpp>

#include "world.hpp"

using namespace termhost;
using testing::World;

namespace {

constexpr base::Millis moment{300}, long_time{20'000};

tool::Until until_line(const std::string& pattern) {
  return {.pattern = std::make_shared<tool::OutputPattern>(pattern)};
}

struct Server {
  explicit Server(tool::Until until) {
    w.owned.tree = {{.pid = 42, .of_shell = true}};
    w.run("npm run dev", answer, {.until = std::move(until)});
    w.host.terminal_opened(base::TerminalId("t1"), {.pid = 42});
    id = w.integrated();
    w.shim.submissions.back().answer("x1");
    w.host.execution_started(id, "x1", "npm run dev", "");
  }
  void prints(const std::string& bytes) { w.host.execution_wrote("x1", bytes, std::nullopt); }
  void listens(int port) { w.owned.tree.push_back({.pid = 50, .parent = 42, .name = "node", .listening = {port}}); }
  void wait(tool::Until until) {
    w.host.wait_for(
        w.host.terminals().at(id).current(), long_time, base::ToolCallId("wait"),
        [this](tool::CommandResult result) { waited = std::move(result); }, std::move(until));
  }

  World w;
  World::Answer answer;
  base::TerminalId id;
  std::optional<tool::CommandResult> waited;
};

}  // namespace

TEST_CASE("a line that matches ends the waiting, however it comes in pieces") {
  Server s(until_line("ready in \\d+ ms"));
  s.prints("starting\r\n\x1b[32mrea");
  s.w.clock.advance(moment);
  CHECK(s.answer.count == 0);
  s.prints("dy\x1b[0m in 3");
  s.prints("00 ms\r\n");
  s.w.clock.advance(moment);
  REQUIRE(s.answer.count == 1);
  CHECK(s.answer.result->status == tool::Status::Running);
  CHECK(s.answer.result->met->line == "ready in 300 ms");
  CHECK(tool::format_text(*s.answer.result).find("it shows `ready in 300 ms`") != std::string::npos);
}

TEST_CASE("a line that has long left the screen counts") {
  Server s(until_line("^ready$"));
  s.prints("ready\r\n");
  for (int i = 0; i < 5000; ++i) s.prints("a line of the log that goes on and on\r\n");
  s.w.clock.advance(moment);
  REQUIRE(s.answer.count == 1);
  CHECK(s.answer.result->met->line == "ready");
}

TEST_CASE("who waits later is not answered with what was told before, but with what came since") {
  Server s({.input = true});
  s.prints("compiled\r\n");
  s.w.host.background(base::ToolCallId("call-1"));
  REQUIRE(s.answer.count == 1);
  s.wait(until_line("compiled"));
  s.w.clock.advance(moment);
  CHECK_FALSE(s.waited);
  s.prints("compiled again\r\n");
  s.w.clock.advance(moment);
  REQUIRE(s.waited);
  CHECK(s.waited->met->line == "compiled again");
  s.prints("failed\r\n");
  s.wait(until_line("failed"));  // it came first
  s.w.clock.advance(moment);
  CHECK(s.waited->met->line == "failed");
}

TEST_CASE("a port that one of its processes listens on ends the waiting, and is listed") {
  Server s({.port = 3000});
  s.listens(3001);
  s.w.clock.advance(moment);
  CHECK(s.answer.count == 0);
  s.listens(3000);
  s.w.clock.advance(moment);
  REQUIRE(s.answer.count == 1);
  CHECK(s.answer.result->met->port == 3000);
  CHECK(s.answer.result->listening == std::vector{3000, 3001});
}

TEST_CASE("a server that listens and has been silent for two seconds is told, whatever was awaited") {
  Server s({.serving = true});
  s.w.clock.advance(base::Millis(5000));
  s.prints("Listening on port 3000\r\n");
  s.listens(3000);
  s.w.clock.advance(base::Millis(1900));
  CHECK(s.answer.count == 0);
  s.w.clock.advance(base::Millis(1200));
  REQUIRE(s.answer.count == 1);
  CHECK(s.answer.result->met->port == 3000);
  CHECK(s.answer.result->status == tool::Status::Running);
}

TEST_CASE("a server that nobody saw start is told within seconds") {
  Server s({.serving = true});
  s.w.clock.advance(base::Millis(60'000));
  s.listens(3000);
  s.w.clock.advance(base::Millis(10'000));
  CHECK(s.answer.count == 1);
}

TEST_CASE("what listens and works, or prints, is not a server that waits") {
  Server s({.serving = true});
  s.listens(3000);
  for (int i = 0; i < 50; ++i) {
    s.w.owned.tree.back().spent.cpu_ms += 40;
    s.w.clock.advance(base::Millis(100));
  }
  CHECK(s.answer.count == 0);
  for (int i = 0; i < 10; ++i) {
    s.prints("test passed\r\n");
    s.w.clock.advance(base::Millis(1000));
  }
  CHECK(s.answer.count == 0);
}

TEST_CASE("the port of an earlier command's server is not this one's") {
  World w;
  World::Answer answer;
  w.owned.tree = {{.pid = 1, .of_shell = true}, {.pid = 7, .parent = 1, .name = "old", .listening = {3000}}};
  w.run("sleep 9", answer, {.until = {.port = 3000}});
  w.host.terminal_opened(base::TerminalId("t1"), {.pid = 1});
  const base::TerminalId id = w.integrated();
  w.shim.submissions.back().answer("x1");
  w.host.execution_started(id, "x1", "sleep 9", "");
  w.clock.advance(long_time);
  CHECK(answer.count == 0);
}

TEST_CASE("silence ends the waiting as soon as it has lasted") {
  Server s({.quiet = base::Millis(2500)});
  for (int i = 0; i < 5; ++i) {
    s.prints("tick\r\n");
    s.w.clock.advance(base::Millis(1000));
  }
  CHECK(s.answer.count == 0);
  s.w.clock.advance(base::Millis(1490));
  CHECK(s.answer.count == 0);
  s.w.clock.advance(base::Millis(20));
  REQUIRE(s.answer.count == 1);
  CHECK(s.answer.result->met->quiet >= base::Millis(2500));
}

TEST_CASE("the end of the command ends every waiting") {
  Server s(until_line("never"));
  s.w.host.execution_ended("x1", 0, true);
  REQUIRE(s.answer.count == 1);
  CHECK(s.answer.result->status == tool::Status::Completed);
  CHECK_FALSE(s.answer.result->met);
}

TEST_CASE("a result has what the command used and left, and none of what was there before") {
  World w;
  World::Answer answer;
  w.owned.tree = {{.pid = 1, .of_shell = true, .spent = {.cpu_ms = 500, .read_bytes = 10}},
                  {.pid = 7, .parent = 1, .name = "old", .spent = {.cpu_ms = 9000}}};
  w.run("make", answer);
  w.host.terminal_opened(base::TerminalId("t1"), {.pid = 1});
  const base::TerminalId id = w.integrated();
  w.shim.submissions.back().answer("x1");
  w.host.execution_started(id, "x1", "make", "");
  w.owned.tree = {
      {.pid = 1, .of_shell = true, .spent = {.cpu_ms = 12'700, .read_bytes = 30}},
      {.pid = 7, .parent = 1, .name = "old", .spent = {.cpu_ms = 99'000}},
      {.pid = 9, .parent = 1, .name = "server", .spent = {.cpu_ms = 100}, .peak_memory = 4096, .listening = {80}}};
  w.host.execution_ended("x1", 0, true);
  REQUIRE(answer.count == 1);
  const tool::CommandResult& result = *answer.result;
  CHECK(result.cost->cpu_ms == 12'300);
  CHECK(result.cost->read_bytes == 20);
  CHECK(result.cost->peak_memory == 4096);
  CHECK(result.cost->peak_at_least);
  CHECK(result.left_running == std::vector<terminal::Holder>{{9, "server"}});
  CHECK(result.listening == std::vector{80});
  const std::string text = tool::format_text(result);
  CHECK(text.find("Left running: server (pid 9)") != std::string::npos);
  CHECK(text.find("Listening on port 80.") != std::string::npos);
  CHECK(text.find("It used 12.3 s of CPU") != std::string::npos);
}

TEST_CASE("where nobody can tell what a command used, nothing is said") {
  World w;
  World::Answer answer;
  w.started("make", answer, "x1");
  w.host.execution_ended("x1", 0, true);
  REQUIRE(answer.count == 1);
  CHECK_FALSE(answer.result->cost);
}
