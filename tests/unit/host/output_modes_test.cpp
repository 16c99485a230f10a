// Outputs of a terminal that a program has left without the translation of line ends.
#include <catch2/catch_test_macros.hpp>

#include "owned_world.hpp"

using namespace termhost;
using testing::World;

namespace {

const std::string line_file = "/private/next";

struct Session : testing::Owned {
  void prompts(const std::string& words = "") {
    owned_says(id, words);
    owned_prompt(id);
    owned_says(id, World::mark("P;Editor=ready"));
  }
  /// `output` and the end come in one read: the terminal's modes are the next prompt's by then.
  void runs(const std::string& line, const std::string& output) {
    owned_says(id, World::mark("E;" + line) + World::mark("P;Editor=taken") + line + "\r\n" + World::mark("C") +
                       output + World::mark("D;0"));
  }
};

}  // namespace

TEST_CASE("a line end that was not translated is seen in the output, where a look at the terminal came too late") {
  Session s;
  s.run("printf 'a\\nb\\n'", s.answer);
  s.prompts(World::mark("P;Editor=keys"));
  s.runs("printf 'a\\nb\\n'", "a\nb\n");
  REQUIRE(s.answer.count == 1);
  CHECK(s.answer.result->output.text == "a\nb");
  CHECK(s.answer.result->modes_repaired);

  s.prompts();
  s.run("true", s.answer);
  s.owned_says(s.id, World::mark("P;Editor=ready"));
  CHECK(s.owned.envelopes[line_file].find(" modes true\n") != std::string::npos);
}

TEST_CASE("a carriage return in a chunk of its own, or none at all, is not a sign of it") {
  for (const std::string output : {"a\r\nb\nc\r\n", "\n", "a\r\n"}) {
    CAPTURE(output);
    Session s;
    s.run("x", s.answer);
    s.prompts(World::mark("P;Editor=keys"));
    s.runs("x", output);
    REQUIRE(s.answer.count == 1);
    CHECK_FALSE(s.answer.result->modes_repaired);
  }
}
