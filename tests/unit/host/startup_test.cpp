// A shell that does not come to its first prompt is started again without the person's startup files, and it is said.
#include <catch2/catch_test_macros.hpp>

#include "world.hpp"

using namespace termhost;
using host::StartObstacle;
using host::StartObstacleKind;
using testing::World;
using tool::Status;

namespace {

struct Startup : World {
  Startup() : World(testing::everything_allowed(), false) {}
  base::TerminalId first{"owned-1"}, second{"owned-2"};
  Answer answer;

  void obstructed(const base::TerminalId& id, StartObstacle obstacle = {StartObstacleKind::AwaitsInput, "bash"}) {
    host.owned_obstructed(id, obstacle, clock.now());
  }
  void run_to_end(const base::TerminalId& id) {
    owned_prompt(id);
    owned_says(id, mark("C") + "hi\r\n" + mark("D;0") + mark("A") + mark("B"));
  }
};

}  // namespace

TEST_CASE("startup files in the way: another shell without them, the command once, and a word about it") {
  Startup w;
  w.run("echo hi", w.answer);
  w.obstructed(w.first, {StartObstacleKind::Replaced, "tmux"});
  REQUIRE(w.owned.opened.size() == 2);
  CHECK(w.owned.opened[0].second.startup_files);
  CHECK_FALSE(w.owned.opened[1].second.startup_files);
  CHECK(w.owned.closed == std::vector{w.first});
  w.owned_prompt(w.first);  // too late
  w.host.owned_exited(w.first, {.code = {}, .signal = 9}, {}, w.clock.now());
  w.run_to_end(w.second);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->status == Status::Completed);
  CHECK(w.answer.result->startup_problem == "the startup files of '/bin/bash' replace the shell by 'tmux'");
  CHECK(w.owned.written[w.first].empty());
  CHECK(w.owned.opened.size() == 2);
  SECTION("said once") {
    World::Answer next;
    w.run("echo hi", next);
    w.owned_says(w.second, World::mark("C") + World::mark("D;0"));
    REQUIRE(next.count == 1);
    CHECK(next.result->startup_problem.empty());
  }
  SECTION("the next shell of that kind does without them at once, and says so too") {
    World::Answer next;
    w.run("sleep 9", w.answer);
    w.run("echo hi", next);
    REQUIRE(w.owned.opened.size() == 3);
    CHECK_FALSE(w.owned.opened[2].second.startup_files);
    w.run_to_end(base::TerminalId("owned-3"));
    REQUIRE(next.count == 1);
    CHECK_FALSE(next.result->startup_problem.empty());
  }
  SECTION("another kind of shell has startup files of its own") {
    World::Answer other;
    w.run("echo hi", other, {.shell = "zsh"});
    CHECK(w.owned.opened.back().second.startup_files);
  }
}

TEST_CASE("a shell that ends before its first prompt") {
  Startup w;
  w.run("echo hi", w.answer);
  w.host.owned_exited(w.first, {.code = 1, .signal = {}}, {}, w.clock.now());
  REQUIRE(w.owned.opened.size() == 2);
  SECTION("only because of its startup files") {
    w.run_to_end(w.second);
    REQUIRE(w.answer.count == 1);
    CHECK(w.answer.result->startup_problem == "'/bin/bash' ended before its first prompt");
  }
  SECTION("always: a failure to start, said once") {
    w.host.owned_exited(w.second, {.code = 1, .signal = {}}, {}, w.clock.now());
    REQUIRE(w.answer.count == 1);
    CHECK(w.answer.result->status == Status::FailedToStart);
    CHECK(w.answer.result->reason == "'/bin/bash' ended before its first prompt");
    CHECK(w.owned.opened.size() == 2);
  }
}

TEST_CASE("nobody waits any more for the shell that is obstructed") {
  Startup w;
  const host::CallId call = w.run("echo hi", w.answer);
  w.host.cancel(call);
  w.obstructed(w.first);
  CHECK(w.owned.opened.size() == 1);
  CHECK(w.owned.closed == std::vector{w.first});
}

TEST_CASE("what is told of a shell that takes commands already, or of none, changes nothing") {
  Startup w;
  w.run("echo hi", w.answer);
  w.owned_prompt(w.first);
  w.obstructed(w.first);
  w.obstructed(base::TerminalId("owned-7"));
  CHECK(w.owned.opened.size() == 1);
  CHECK(w.owned.closed.empty());
}
