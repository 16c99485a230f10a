// Which terminal the next command may go to, where the editor's events alone do not tell.
#include <catch2/catch_test_macros.hpp>

#include "world.hpp"

using namespace termhost;
using testing::World;

TEST_CASE("the person types at the same moment: the promised execution that still starts is ours") {
  World w;
  World::Answer answer;
  w.run("echo mine", answer);
  const base::TerminalId id = w.integrated();
  w.shim.submissions.back().answer("x1");
  w.host.execution_started(id, "x2", "echo typed >> typed", "");
  w.host.execution_ended("x2", 0, true);
  CHECK(answer.count == 0);
  w.host.execution_started(id, "x1", "echo mine", "");
  w.host.execution_wrote("x1", "\x1b]633;C\x07mine\r\n");
  w.host.execution_ended("x1", 0, true);
  REQUIRE(answer.count == 1);
  CHECK(answer.result->output.text == "mine");
  CHECK(answer.result->completion.certainty == terminal::Certainty::Certain);
}

TEST_CASE("with terminals set to owned, an idle terminal of the editor is not used again") {
  World w;
  World::Answer first, second;
  w.run("echo one", first);
  const base::TerminalId id = w.integrated();
  w.shim.submissions.back().answer("x1");
  w.host.execution_started(id, "x1", "echo one", "");
  w.host.execution_wrote("x1", "\x1b]633;C\x07one\r\n");
  w.host.execution_ended("x1", 0, true);
  REQUIRE(first.count == 1);
  host::Settings settings = w.host.settings();
  settings.terminals = host::TerminalsPreference::Owned;
  w.host.set_settings(settings);
  w.run("echo two", second);
  CHECK(w.shim.submissions.size() == 1);
  CHECK(w.owned.opened.size() == 1);
}

TEST_CASE("a fish that was told to exit gets no command while its terminal closes") {
  World w;
  World::Answer first, second;
  host::ExecuteRequest request;
  request.shell = "fish";
  w.run("exit 3", first, request);
  const base::TerminalId id = w.integrated();
  w.host.integration_changed(id, terminal::Integration::Rich, "", "fish");
  w.shim.submissions.back().answer("x1");
  w.host.execution_started(id, "x1", "exit 3", "");
  w.host.execution_ended("x1", 3, true);
  REQUIRE(first.count == 1);
  w.run("echo next", second, request);
  CHECK(w.shim.submissions.size() == 1);
  CHECK(w.shim.creations.size() == 2);
}
