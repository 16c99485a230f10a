// The streams of output that an editor sends: counted or not, before or behind the start they belong to, and the mark
// that leads each.
#include <array>

#include <catch2/catch_test_macros.hpp>

#include "mirrored.hpp"

using namespace termhost;
using testing::Mirrored;
using testing::start_mark;

TEST_CASE("the mark that leads a stream is no output, wherever chunks cut it") {
  const std::string stream = std::string(start_mark) + start_mark + "\x1b[1mone\x1b[0m\r\n";
  for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
    CAPTURE(cut);
    Mirrored w;
    w.start("make", "x1");
    w.host.execution_wrote("x1", stream.substr(0, cut));
    w.host.execution_wrote("x1", stream.substr(cut));
    w.host.execution_ended("x1", 0, true);
    REQUIRE(w.answer.count == 1);
    CHECK(w.answer.result->output.text == "one");
    CHECK_FALSE(w.answer.result->output_start_missing);
  }
}

TEST_CASE("what begins like a mark and is none is output") {
  Mirrored w;
  w.start("make", "x1");
  w.host.execution_wrote("x1", std::string(start_mark) + "\x1b]");
  w.host.execution_wrote("x1", "0;title\x07one");
  w.host.execution_ended("x1", 0, true);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->output.text == "one");
}

TEST_CASE("output that arrives before the editor has named the execution is kept") {
  Mirrored w;
  w.submit("echo early");
  w.host.execution_wrote("x1", std::string(start_mark) + "early\r\n");
  w.promise("x1");
  w.host.execution_started(w.id, "x1", "echo early", "");
  w.host.execution_ended("x1", 0, true);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->output.text == "early");
}

TEST_CASE("chunks that the shim counts: a repeat is taken once, a gap is said") {
  Mirrored w;
  w.start("make", "x1");
  w.host.execution_wrote("x1", std::string(start_mark) + "one\r\n", 0);
  w.host.execution_wrote("x1", "two\r\n", 1);
  w.host.execution_wrote("x1", "two\r\n", 1);
  w.host.execution_wrote("x1", "four\r\n", 3);
  w.host.execution_ended("x1", 0, true);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->output.text == "one\ntwo\nfour");
  CHECK(tool::format_text(*w.answer.result).find("parts of the output were lost") != std::string::npos);
}

TEST_CASE("several chunks at once count each: of a repeat only what is new is taken, a gap before them is said") {
  Mirrored w;
  w.start("make", "x1");
  const auto mark = static_cast<std::uint32_t>(std::string_view(start_mark).size());
  w.host.execution_wrote("x1", std::string(start_mark) + "one\r\ntwo\r\n", 0, std::array{mark + 5, 5U});
  w.host.execution_wrote("x1", "two\r\nthree\r\n\r\nfour\r\n", 1, std::array{5U, 7U, 0U, 8U});
  w.host.execution_wrote("x1", "three\r\n", 2, std::array{7U, 0U});
  bool gap = false;
  SECTION("nothing is left out") { w.host.execution_wrote("x1", "five\r\nsix\r\n", 5, std::array{6U, 5U}); }
  SECTION("one is left out") {
    w.host.execution_wrote("x1", "five\r\nsix\r\n", 6, std::array{6U, 5U});
    gap = true;
  }
  w.host.execution_ended("x1", 0, true);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->output.text == "one\ntwo\nthree\n\nfour\nfive\nsix");
  CHECK(w.answer.result->output_parts_missing == gap);
}

TEST_CASE("counted chunks that come before anybody knew whose they are belong to the stream like the others") {
  Mirrored w;
  w.submit("make");
  w.host.execution_wrote("x1", std::string(start_mark) + "one\r\n", 0);
  w.host.execution_wrote("x1", "one\r\n", 0);  // a repeat
  w.host.execution_started(w.id, "x1", "make", "");
  w.host.execution_wrote("x1", "two\r\n", 1);
  w.host.execution_ended("x1", 0, true);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->output.text == "one\ntwo");
  CHECK_FALSE(w.answer.result->output_parts_missing);
  CHECK_FALSE(w.answer.result->output_start_missing);
}

TEST_CASE("more than is kept for nobody is said to be missing") {
  Mirrored w;
  w.submit("make");
  w.host.execution_wrote("x1", std::string(start_mark) + std::string(70'000, 'x') + "\r\n", 0);
  w.host.execution_started(w.id, "x1", "make", "");
  w.host.execution_ended("x1", 0, true);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->output_parts_missing);
}

TEST_CASE("a promised execution that starts after another brings chunks of its own, counted from the first") {
  Mirrored w;
  w.submit("make all");
  w.promise("x1");
  w.host.execution_started(w.id, "x2", "make  all", "");
  w.host.execution_wrote("x2", std::string(start_mark) + "of another\r\n", 0);
  w.host.execution_wrote("x2", "line\r\n", 2);
  w.host.execution_started(w.id, "x1", "make all", "");
  w.host.execution_wrote("x1", std::string(start_mark) + "one\r\n", 0);
  w.host.execution_wrote("x1", "two\r\n", 1);
  w.host.execution_ended("x1", 0, true);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->output.text == "one\ntwo");
  CHECK_FALSE(w.answer.result->output_parts_missing);
}

TEST_CASE("a start without a text that turns out to be ours keeps the count of its chunks") {
  Mirrored w;
  w.submit("make");
  w.host.execution_started(w.id, "x9", "", "");
  w.host.execution_wrote("x9", start_mark, 0);
  w.host.execution_wrote("x9", "one\r\n", 1);
  w.host.execution_wrote("x9", "two\r\n", 2);
  w.host.execution_ended("x9", 0, true);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->output.text == "one\ntwo");
  CHECK_FALSE(w.answer.result->output_parts_missing);
  CHECK_FALSE(w.answer.result->output_start_missing);
}
