// What an editor is told so that it can show it: whose command runs where, and what proves a terminal's marks.
#include <catch2/catch_test_macros.hpp>

#include "owned_world.hpp"

using namespace termhost;
using testing::World;

TEST_CASE("a busy terminal is told with the call whose command it runs; a preparation has none") {
  World w;
  World::Answer first, second;
  w.run("make", first);
  const base::TerminalId id = w.integrated();
  w.shim.submissions.back().answer("x1");
  w.host.execution_started(id, "x1", "make", "");
  CHECK(w.shim.statuses.back().busy);
  CHECK(w.shim.statuses.back().tool_call == base::ToolCallId("call-1"));
  w.host.execution_ended("x1", 0, true);
  CHECK_FALSE(w.shim.statuses.back().busy);

  w.run("make", second, {.cwd = "/project/sub"});
  w.shim.submissions.back().answer("x2");
  w.host.execution_started(id, "x2", "builtin cd -- /project/sub", "");
  CHECK(w.shim.statuses.back().busy);
  CHECK(w.shim.statuses.back().tool_call.empty());
}

TEST_CASE("an answer of the terminal that an editor shows is not typing") {
  testing::Owned w;
  w.start("'one'");
  w.owned_says(w.id, World::mark("D;0"));
  w.owned_prompt(w.id);
  for (const bool typed : {false, true}) {
    w.host.terminal_input(w.id, typed ? "l" : "\x1b[1;1R");
    World::Answer next;
    w.run("'next'", next);
    CHECK(w.owned.opened.size() == (typed ? 2 : 1));
    w.owned_says(w.id, World::mark("C") + World::mark("D;0"));
    w.owned_prompt(w.id);
  }
}

TEST_CASE("a terminal of ours is shown with the nonce of its marks") {
  World w;
  w.shim.can.owned = true;
  host::Settings settings = testing::everything_allowed();
  settings.terminals = host::TerminalsPreference::Owned;
  w.host.set_settings(settings);
  World::Answer answer;
  w.run("make", answer);
  REQUIRE(w.shim.creations.size() == 1);
  CHECK(w.shim.creations[0].nonce == testing::FakeOwnedTerminals::nonce);
}
