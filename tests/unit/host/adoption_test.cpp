// Commands that outlive the termhost that ran them: the next host gets their state and their output, and goes on.
#include <catch2/catch_test_macros.hpp>

#include "owned_world.hpp"

using namespace termhost;
using testing::Owned;
using testing::typed;
using testing::World;
using tool::Status;

namespace {

const base::TerminalId taken{"taken-1"};

std::string line_of(const std::string& command) { return command + "\r\n" + World::mark("E;" + command); }

/// What a killed host leaves of its only command.
host::KeptExecution left_by(World& killed, const base::TerminalId& id) {
  REQUIRE(killed.owned.kept.contains(id));
  auto kept = host::kept_execution(killed.owned.kept[id]);
  REQUIRE(kept);
  return *kept;
}

struct Next : World {
  Next() : World(testing::everything_allowed(), false) {}
  World::Answer answer;

  void take_over(const host::KeptExecution& kept, const std::string& seen, const std::string& unseen) {
    host.taken_over(taken, 7, kept, false);
    owned_says(taken, seen);
    host.replayed(taken);
    owned_says(taken, unseen);
  }
  void ask(const base::ExecutionId& execution) {
    host.wait_for(execution, base::Millis(1000), base::ToolCallId("ask"), [this](tool::CommandResult result) {
      ++answer.count;
      answer.result = std::move(result);
    });
  }
};

host::ExecuteRequest of_task(const char* task) {
  host::ExecuteRequest request;
  request.task = base::TaskId(task);
  return request;
}

}  // namespace

TEST_CASE("the next host answers for a command that outlived the one that ran it, with all of its output") {
  Owned killed;
  killed.start("make", of_task("t"));
  killed.owned_says(killed.id, "one\r\n");
  const host::KeptExecution kept = left_by(killed, killed.id);
  CHECK(kept.command == "make");
  CHECK(kept.workspace == "/project");
  Next next;
  next.take_over(kept, line_of("make") + World::mark("C") + "one\r\n", "two\r\n");
  next.ask(kept.execution);
  CHECK(next.answer.count == 0);
  next.owned_says(taken, "three" + World::mark("D;3"));
  REQUIRE(next.answer.count == 1);
  CHECK(next.answer.result->status == Status::Completed);
  CHECK(next.answer.result->completion.exit_code == 3);
  CHECK(next.answer.result->output.text == "one\ntwo\nthree");
  CHECK(next.owned.written.empty());  // nothing was run again
}

TEST_CASE("the task hears of it as of any other command, and its end is told once") {
  Owned killed;
  killed.start("make", of_task("t"));
  const host::KeptExecution kept = left_by(killed, killed.id);
  Next next;
  next.take_over(kept, line_of("make") + World::mark("C"), "");
  const base::TaskId task("t");
  auto news = next.host.take_environment_details(task);
  REQUIRE(news.size() == 1);
  CHECK(news[0].execution == kept.execution);
  CHECK(news[0].state == tool::ExecutionNewsState::Running);
  next.owned_says(taken, World::mark("D;0"));
  news = next.host.take_environment_details(task);
  REQUIRE(news.size() == 1);
  CHECK(news[0].state == tool::ExecutionNewsState::Finished);
  CHECK(next.host.take_environment_details(task).empty());
  CHECK_FALSE(next.owned.kept.contains(taken));
}

TEST_CASE("a command is kept from the moment its shell gets it until its end is known to the agent") {
  Owned w;
  w.run("make", w.answer, of_task("t"));
  CHECK(w.owned.kept.empty());
  w.owned_prompt(w.id);
  CHECK(w.owned.kept.contains(w.id));
  w.owned_says(w.id, line_of("make") + World::mark("C"));
  CHECK(w.owned.kept.contains(w.id));
  CHECK(left_by(w, w.id).running_nonce == testing::FakeOwnedTerminals::nonce);
  w.owned_says(w.id, World::mark("D;0"));
  CHECK(w.answer.count == 1);
  CHECK_FALSE(w.owned.kept.contains(w.id));
}

TEST_CASE("an end that was there before anybody asked is kept no more when it was told") {
  Owned killed;
  killed.start("make", of_task("t"));
  const host::KeptExecution kept = left_by(killed, killed.id);
  for (const bool by_stop : {false, true}) {
    Next next;
    next.owned.kept[taken] = host::to_text(kept);
    next.take_over(kept, line_of("make") + World::mark("C") + World::mark("D;0"), "");
    REQUIRE(next.owned.kept.contains(taken));
    if (by_stop)
      next.host.stop(kept.execution, {}, tool::StopCause::Tool, base::ToolCallId("stop"), [](tool::CommandResult) {});
    else
      next.ask(kept.execution);
    INFO(by_stop);
    CHECK_FALSE(next.owned.kept.contains(taken));
  }
}

TEST_CASE("a command whose end is on its way to the agent is still kept, until the agent can have it") {
  Owned w;
  w.reads = false;
  w.start("make", of_task("t"));
  w.owned_says(w.id, World::mark("D;0"));
  CHECK(w.answer.count == 1);
  CHECK(w.owned.kept.contains(w.id));
  REQUIRE(w.unread.size() == 1);
  SECTION("it reads") {
    w.unread[0]();
    CHECK_FALSE(w.owned.kept.contains(w.id));
  }
  SECTION("the terminal has another command by then") {
    w.owned_prompt(w.id);
    World::Answer other;
    w.run("other", other, of_task("t"));
    REQUIRE(w.owned.kept.contains(w.id));
    w.unread[0]();
    CHECK(left_by(w, w.id).command == "other");
  }
  SECTION("termhost ends in order") {
    w.host.all_is_told();
    CHECK_FALSE(w.owned.kept.contains(w.id));
  }
}

TEST_CASE("a command that its shell never began is lost, and says so") {
  Owned killed;
  killed.run("make", killed.answer, of_task("t"));
  killed.owned_prompt(killed.id);
  const host::KeptExecution kept = left_by(killed, killed.id);
  Next next;
  next.take_over(kept, "", "");
  next.clock.advance(base::Millis(60'000));
  next.ask(kept.execution);
  REQUIRE(next.answer.count == 1);
  CHECK(next.answer.result->status == Status::Lost);
  CHECK_FALSE(next.answer.result->completion.exit_code);
}

TEST_CASE("questions of a program that an earlier host has answered are not answered again") {
  Owned killed;
  killed.start("vim", of_task("t"));
  const host::KeptExecution kept = left_by(killed, killed.id);
  Next next;
  next.owned.side = host::InputSide{.reads_keys = true};
  next.take_over(kept, line_of("vim") + World::mark("C") + "\x1b[6n", "");
  next.clock.advance(base::Millis(1000));
  CHECK(next.owned.written.empty());
  next.owned_says(taken, "\x1b[6n");
  next.clock.advance(base::Millis(1000));
  CHECK_FALSE(next.owned.written[taken].empty());
}

TEST_CASE("with keepTerminals 0 nothing is kept") {
  host::Settings settings = testing::everything_allowed();
  settings.keep_terminals = 0;
  World w(settings, false);
  World::Answer answer;
  w.run("make", answer);
  w.owned_prompt(base::TerminalId("owned-1"));
  CHECK(w.owned.kept.empty());
  REQUIRE(w.owned.opened.size() == 1);
  CHECK_FALSE(w.owned.opened[0].second.kept);
}

TEST_CASE("a command stays after an orderly end only if the user has said so") {
  host::Settings settings;
  settings.allowed_commands = {"make"};
  World w(settings);
  World::Answer answer;
  host::ExecuteRequest request;
  request.keep = true;
  w.run("make", answer, request);
  REQUIRE(w.shim.questions.size() == 1);
  CHECK(w.shim.questions[0].decision.reason.find("after termhost has ended") != std::string::npos);
}

namespace {

host::Settings own_terminals() {
  host::Settings settings = testing::everything_allowed();
  settings.terminals = host::TerminalsPreference::Owned;
  return settings;
}

/// With an editor that hears of every end.
struct Shown : World {
  Shown() : World(own_terminals()) {}
  const base::ToolCallId call{"the call"};
  Answer answer;

  host::KeptExecution start(bool keep) {
    host::ExecuteRequest request = of_task("t");
    request.tool_call = call;
    request.keep = keep;
    request.approved = true;
    run("make", answer, request);
    const base::TerminalId id = owned.opened.back().first;
    owned_prompt(id);
    owned_says(id, line_of("make") + mark("C"));
    return left_by(*this, id);
  }
};

}  // namespace

TEST_CASE("an orderly end tells no end of a command that stays: the next host does") {
  Shown first;
  const host::KeptExecution kept = first.start(true);
  REQUIRE(kept.stays);
  first.host.shut_down();
  CHECK(first.shim.completes[first.call] == 0);
  REQUIRE(first.answer.count == 1);
  CHECK(first.answer.result->status == Status::Running);
  Shown next;
  next.host.taken_over(taken, 7, kept, false);
  next.owned_says(taken, line_of("make") + World::mark("C"));
  next.host.replayed(taken);
  SECTION("it ends in order as well") {
    next.host.shut_down();
    CHECK(next.shim.completes[next.call] == 0);
  }
  SECTION("the command has ended") {
    next.owned_says(taken, World::mark("D;0"));
    CHECK(next.shim.completes[next.call] == 1);
  }
}

TEST_CASE("an orderly end tells the end of a command that does not stay") {
  Shown w;
  w.start(false);
  w.host.shut_down();
  CHECK(w.shim.completes[w.call] == 1);
}
