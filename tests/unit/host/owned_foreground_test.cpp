// Who has the terminal says whose word an end is: the shell's, or that of a program in its foreground.
#include <catch2/catch_test_macros.hpp>

#include "owned_world.hpp"

using namespace termhost;
using testing::Owned;
using testing::World;

TEST_CASE("an end that is reported while a program has the terminal counts only after the program has lost it") {
  Owned w;
  w.start("forger");
  w.owned.shell_has_terminal = false;
  w.owned_says(w.id, "before\r\n" + World::mark("D;0"));
  w.clock.advance(std::chrono::minutes(1));
  CHECK(w.answer.count == 0);
  w.owned_says(w.id, "after\r\n");
  SECTION("the shell tells of the end: its code counts") {
    w.owned.shell_has_terminal = true;
    w.owned_says(w.id, World::mark("D;7"));
    REQUIRE(w.answer.count == 1);
    CHECK(w.answer.result->completion.exit_code == 7);
    CHECK(w.answer.result->completion.certainty == terminal::Certainty::Certain);
  }
  SECTION("a look between the program's end and the shell's word changes nothing") {
    w.owned.shell_has_terminal = true;
    w.clock.advance(base::Millis(50));
    CHECK(w.answer.count == 0);
    w.owned_says(w.id, World::mark("D;7"));
    REQUIRE(w.answer.count == 1);
    CHECK(w.answer.result->completion.exit_code == 7);
  }
  SECTION("the shell died of it") {
    w.host.owned_exited(w.id, {.code = {}, .signal = 9}, {}, w.clock.now());
    REQUIRE(w.answer.count == 1);
    CHECK(w.answer.result->completion.signal == 9);
  }
  CHECK(w.answer.result->output.text.starts_with("before\nafter"));
}

TEST_CASE("a prompt that is printed while a program has the terminal takes no command") {
  Owned w;
  w.start("forger");
  w.owned.shell_has_terminal = false;
  w.owned_says(w.id, World::mark("D;0") + World::mark("A") + "$ " + World::mark("B"));
  World::Answer second;
  w.run("echo second", second);
  CHECK(w.answer.count == 0);
  CHECK(w.owned.written[w.id].find("second") == std::string::npos);
}

TEST_CASE("a program of the prompt that has the terminal for a moment delays the end, and changes nothing of it") {
  Owned w;
  w.start("echo hi");
  w.owned_says(w.id, "hi\r\n");
  w.owned.shell_has_terminal = false;
  w.owned_says(w.id, World::mark("D;3"));
  CHECK(w.answer.count == 0);
  w.owned.shell_has_terminal = true;
  SECTION("the prompt shows") { w.owned_prompt(w.id); }
  SECTION("it does not") { w.clock.advance(base::Millis(150)); }
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->completion.exit_code == 3);
  CHECK(w.answer.result->completion.certainty == terminal::Certainty::Certain);
  CHECK(w.answer.result->output.text == "hi");
}

TEST_CASE("where the shell has read ahead and runs the next line, the end counts, with less certainty") {
  Owned w;
  w.start("read line");
  w.owned.shell_has_terminal = false;
  w.owned_says(w.id, World::mark("D;3") + World::mark("A") + "$ " + World::mark("B") + "sleep 9\r\n" +
                         World::mark("E;sleep 9") + World::mark("C"));
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->completion.exit_code == 3);
  CHECK(w.answer.result->completion.certainty == terminal::Certainty::Likely);
  CHECK(w.answer.result->output.text.empty());
}
