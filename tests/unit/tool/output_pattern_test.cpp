#include "tool/reading/output_pattern.hpp"

#include <chrono>

#include <catch2/catch_test_macros.hpp>

using termhost::tool::OutputPattern;

TEST_CASE("the first line that matches is kept, whatever comes after it") {
  OutputPattern pattern("LISTENING on (.*):(\\d+)");
  pattern.read("starting\n");
  CHECK_FALSE(pattern.found());
  pattern.read("a\nListening on localhost:3000\nb\n");
  pattern.read("listening on other:1\n");
  REQUIRE(pattern.found());
  CHECK(pattern.line() == "Listening on localhost:3000");
}

TEST_CASE("what is no regular expression is plain text") {
  OutputPattern pattern("ready (in");
  pattern.read("Ready (in 3 ms)\n");
  CHECK(pattern.found());
}

TEST_CASE("a hostile pattern over a hostile output takes linear time") {
  const std::string line = std::string(1 << 20, 'a') + "\n";
  const auto began = std::chrono::steady_clock::now();
  for (const char* hostile : {"(a*)*b", "(a|aa)+$b", "(.*)*(.*)*x", "((a{1,30}){1,30})c", "(x+x+)+y"}) {
    OutputPattern pattern(hostile);
    pattern.read(line);
    CHECK_FALSE(pattern.found());
  }
  CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(20));
}

TEST_CASE("a long line is cut at a character") {
  OutputPattern pattern("end");
  std::string line = "x";
  for (int i = 0; i < 300; ++i) line += "ä";
  pattern.read(line + " end\n");
  REQUIRE(pattern.found());
  CHECK(pattern.line().size() <= 210);
  CHECK(pattern.line().starts_with("xää"));
}
