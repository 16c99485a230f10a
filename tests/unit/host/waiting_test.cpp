// Commands that find no free terminal, and terminals that never say how it went: nothing waits without a word, nothing
// grows, and no terminal is busy for ever.
#include <catch2/catch_test_macros.hpp>

#include "world.hpp"

using namespace termhost;
using testing::World;
using tool::Status;

namespace {

host::Settings pool_of(int terminals) {
  host::Settings settings = testing::everything_allowed();
  settings.max_terminals = terminals;
  return settings;
}

/// One terminal, and a server in it.
struct Full : World {
  Answer server;
  base::TerminalId id;
  Full() : World(pool_of(1)) {
    run("npm start", server);
    id = integrated();
    shim.submissions.back().answer("x1");
    host.execution_started(id, "x1", "npm start", "");
  }
  [[nodiscard]] std::string running() const { return host.terminals().at(id).current().str(); }
  void server_ends() { host.execution_ended("x1", 0, true); }
};

}  // namespace

TEST_CASE(
    "with the pool full the agent's time is over like at any other command, and it hears who holds the terminals") {
  Full w;
  World::Answer answer;
  w.run("make", answer, {.timeout = base::Millis(1000)});
  CHECK(answer.count == 0);
  w.clock.advance(base::Millis(1000));
  REQUIRE(answer.count == 1);
  CHECK(answer.result->status == Status::Waiting);
  const std::string text = tool::format_text(*answer.result);
  CHECK(text.find("execution " + w.running() + " (npm start)") != std::string::npos);
  CHECK(text.find("Execution ID: " + answer.result->execution.str()) != std::string::npos);

  const auto news = w.host.take_environment_details({});
  REQUIRE(news.size() == 2);
  CHECK(news[1].state == tool::ExecutionNewsState::Waiting);

  World::Answer waited;
  w.host.wait_for(answer.result->execution, base::Millis(60'000), base::ToolCallId("w"),
                  [&](tool::CommandResult r) { ++waited.count, waited.result = std::move(r); });
  w.server_ends();
  REQUIRE(w.shim.submissions.size() == 2);
  w.shim.submissions.back().answer("x2");
  w.host.execution_started(w.id, "x2", "make", "");
  w.host.execution_wrote("x2",
                         "\x1b]633;C\x07"
                         "built\r\n");
  w.host.execution_ended("x2", 0, true);
  REQUIRE(waited.count == 1);
  CHECK(waited.result->status == Status::Completed);
  CHECK(waited.result->execution == answer.result->execution);
  CHECK(waited.result->output.text == "built");
  CHECK(answer.count == 1);
}

TEST_CASE("a command for the background is answered at once, though it has to wait") {
  Full w;
  World::Answer answer;
  w.run("npm run watch", answer, {.background = true});
  w.clock.advance(tool::background_settle);
  REQUIRE(answer.count == 1);
  CHECK(answer.result->status == Status::Waiting);
}

TEST_CASE("one that waits is taken back by stop_command, and never runs") {
  Full w;
  World::Answer answer, stopped;
  w.run("make", answer, {.timeout = base::Millis(10)});
  w.clock.advance(base::Millis(10));
  REQUIRE(answer.count == 1);
  w.host.stop(answer.result->execution, {}, host::StopCause::Tool, base::ToolCallId("s"),
              [&](tool::CommandResult r) { ++stopped.count, stopped.result = std::move(r); });
  REQUIRE(stopped.count == 1);
  CHECK(stopped.result->status == Status::Stopped);
  CHECK(tool::format_text(*stopped.result) == "Cancelled by stop_command before it started.");
  w.server_ends();
  CHECK(w.shim.submissions.size() == 1);
  CHECK(w.shim.interrupts.empty());
}

TEST_CASE("one that no terminal took is not run, and the agent is told of it once") {
  Full w;
  World::Answer answer;
  w.run("make", answer, {.timeout = base::Millis(10)});
  w.clock.advance(std::chrono::seconds(121));
  REQUIRE(answer.count == 1);
  const auto news = w.host.take_environment_details({});
  REQUIRE(news.size() == 2);
  CHECK(news[1].state == tool::ExecutionNewsState::NeverRan);
  CHECK(w.host.take_environment_details({}).size() == 1);
  w.server_ends();
  CHECK(w.shim.submissions.size() == 1);
}

TEST_CASE("more terminals allowed while calls wait: they get them") {
  Full w;
  World::Answer answer;
  w.run("make", answer);
  CHECK(w.shim.creations.size() == 1);
  w.host.set_settings(pool_of(2));
  CHECK(w.shim.creations.size() == 2);
}

TEST_CASE("without integration, and typed plainly: an honest end, and never more terminals than allowed") {
  host::Settings settings = pool_of(2);
  settings.fallback = host::Fallback::Plain;
  World w(settings);
  for (int i = 0; i < 4; ++i) {
    World::Answer answer;
    w.run("make", answer);
    w.clock.advance(std::chrono::seconds(11));  // for the integration
    w.clock.advance(std::chrono::seconds(12));  // for the start
    CAPTURE(i);
    REQUIRE(answer.count == 1);
    CHECK(answer.result->status == Status::Lost);
    const std::string text = tool::format_text(*answer.result);
    CHECK(text.find("Its output and exit code are unknown") != std::string::npos);
    CHECK(text.find("shell integration") != std::string::npos);
    CHECK(text.find("Output: (none)") == std::string::npos);
  }
  CHECK(w.shim.creations.size() == 4);
  CHECK(w.shim.disposed.size() == 2);
  for (const auto& [id, t] : w.host.terminals()) CHECK(t.idle() == !t.closed());
}

TEST_CASE("typed plainly into a shell that the kernel knows: it is used again when its command has ended") {
  host::Settings settings = pool_of(2);
  settings.fallback = host::Fallback::Plain;
  World w(settings);
  World::Answer first, second;
  w.run("make", first);
  const base::TerminalId id("t1");
  w.host.terminal_opened(id, {.pid = 42});
  w.owned.view = host::ShellView{.has_children = true, .program_awaits_input = false, .cwd = "/project"};
  w.clock.advance(std::chrono::seconds(24));
  REQUIRE(first.count == 1);
  CHECK_FALSE(w.host.terminals().at(id).idle());
  w.owned.view->has_children = false;
  w.run("make test", second);
  CHECK(w.shim.creations.size() == 1);
  CHECK(w.shim.submissions.size() == 2);
}

TEST_CASE("no time for the integration and plain typing: the command is typed as soon as the terminal is there") {
  host::Settings settings = pool_of(2);
  settings.fallback = host::Fallback::Plain;
  settings.shell_integration_timeout = 0;
  World w(settings);
  w.shim.hold_creations = true;
  World::Answer answer;
  w.run("make", answer);
  w.clock.advance(base::Millis(50));
  CHECK(answer.count == 0);
  w.shim.held_creations.front()(base::TerminalId("t1"));
  CHECK(w.shim.submissions.size() == 1);
}
