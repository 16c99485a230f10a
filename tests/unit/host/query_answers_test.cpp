// Answers to what programs ask the terminal: for who reads keys, and for nobody else.
#include <catch2/catch_test_macros.hpp>

#include "owned_world.hpp"

using namespace termhost;
using testing::Owned;
using testing::World;

namespace {

const std::string query = "\x1b[6n", reply = "\x1b[1;1R";

struct Asking : Owned {
  Asking() {
    start("cat README");
    owned.written.clear();
    owned.dropped.clear();
  }
  std::string typed() { return std::exchange(owned.written[id], {}); }
  void a_second() { clock.advance(base::Millis(1000)); }
};

}  // namespace

TEST_CASE("a program that has the terminal and reads keys is answered at once") {
  Asking w;
  w.owned_says(w.id, query);
  CHECK(w.typed() == reply);
}

TEST_CASE("a program that reads lines, or has ended, gets no answer") {
  SECTION("lines") {
    Asking w;
    w.owned.side.reads_keys = false;
    w.owned_says(w.id, query);
    w.a_second();
    w.owned.side.reads_keys = true;
    w.a_second();
    CHECK(w.typed().empty());
  }
  SECTION("the end is told before anybody looks again, and the line editor reads keys") {
    Asking w;
    w.owned.side = {.reads_keys = true, .shell_has_it = true};
    w.owned_says(w.id, query);
    w.owned_says(w.id, World::mark("D;0"));
    w.a_second();
    CHECK(w.typed().empty());
  }
  SECTION("the end is among what is unread") {
    Asking w;
    w.owned.side = {.reads_keys = true, .shell_has_it = true, .output_unread = true};
    w.owned_says(w.id, query);
    w.clock.advance(base::Millis(100));
    CHECK(w.typed().empty());
  }
  SECTION("query and end in one piece") {
    Asking w;
    w.owned_says(w.id, query + World::mark("D;0"));
    w.a_second();
    CHECK(w.typed().empty());
  }
}

TEST_CASE("who turns to keys only after it has asked is answered then") {
  Asking w;
  w.owned.side.reads_keys = false;
  w.owned_says(w.id, query);
  CHECK(w.typed().empty());
  w.owned.side.reads_keys = true;
  w.clock.advance(base::Millis(10));
  CHECK(w.typed() == reply);
}

TEST_CASE("a hook of the prompt that asks and reads is answered, before the command is handed over") {
  Asking w;
  w.owned_says(w.id, World::mark("D;0"));
  w.owned.side = {.reads_keys = true, .shell_has_it = true};
  w.owned_says(w.id, query);
  w.clock.advance(base::Millis(50));
  CHECK(w.typed() == "\x1b[2;1R");
}

TEST_CASE("a line editor on .NET is answered at once, with a line in its hands too") {
  testing::Owned w;
  w.start("'one'", {.shell = "pwsh"});
  w.owned_says(w.id, World::mark("P;Editor=keys") + World::mark("D;0"));
  w.owned.side = {.reads_keys = true, .shell_has_it = true};
  w.owned.written.clear();
  w.owned_says(w.id, query);
  CHECK(w.owned.written[w.id] == "\x1b[2;1R");
  w.owned_prompt(w.id);
  w.owned_says(w.id, World::mark("P;Editor=ready"));
  World::Answer second;
  w.run("'two'", second, {.shell = "pwsh"});
  w.owned_says(w.id, World::mark("P;Editor=ready") + World::mark("P;Editor=taken"));
  w.owned.written.clear();
  w.owned_says(w.id, query);
  CHECK_FALSE(w.owned.written[w.id].empty());
}

TEST_CASE("the answer that a line editor on .NET waits for is not dropped before a line is typed") {
  testing::Owned w;
  w.start("'one'", {.shell = "pwsh"});
  w.owned_says(w.id, World::mark("D;0"));
  w.owned_prompt(w.id);
  w.owned.side = {.reads_keys = true, .shell_has_it = true};
  w.owned.written.clear();
  w.owned.dropped.clear();
  w.owned_says(w.id, query);
  World::Answer second;
  w.run("'two'", second, {.shell = "pwsh"});
  CHECK(w.owned.written[w.id].ends_with("R" + testing::typed("'two'").erase(1, 1)));
  CHECK(w.owned.dropped.empty());
}

TEST_CASE("answers that nobody reads are no more than a palette of them") {
  Asking w;
  w.owned.side.unread = 9000;
  w.owned_says(w.id, query);
  w.a_second();
  CHECK(w.typed().empty());
  w.owned.side.unread = 0;
  w.owned.side.reads_keys = false;
  std::string queries;
  for (int i = 0; i < 5000; ++i) queries += query;
  w.owned_says(w.id, queries);
  w.owned.side.reads_keys = true;
  w.a_second();
  CHECK(w.typed().size() <= 8192);
}

TEST_CASE("what nobody has read at the end of a command is dropped, unless the person typed it ahead") {
  Asking w;
  w.owned_says(w.id, query);
  CHECK(w.owned.dropped.empty());
  w.owned_says(w.id, World::mark("D;0"));
  CHECK(w.owned.dropped[w.id] == 1);
}
