#include "vt/start_marks.hpp"

#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

using namespace termhost::vt;

namespace {

struct Case {
  std::string stream;
  std::string output;
  bool marked;
  std::string line_of_fish = {};
};

const std::vector<Case> cases{
    {"out\n", "out\n", false},
    {"\x1b]633;C\x07out", "out", true},
    {"\x1b]633;C\x1b\\out", "out", true},
    {"\x1b]133;C\x07out", "out", true},
    {"\x1b]133;C\x1b\\out", "out", true},
    {"\x1b]633;C\x07\x1b]133;C\x07out", "out", true},
    {"\x1b]633;C\x07\x1b[1mbold", "\x1b[1mbold", true},
    {"\x1b]633;D\x07out", "\x1b]633;D\x07out", false},
    {"\x1b]0;title\x07out", "\x1b]0;title\x07out", false},
    {"out\x1b]633;C\x07", "out\x1b]633;C\x07", false},
    // fish 3.6, fish 4.0, and one that gives no marks
    {"\x1b]633;C\x07\rhello\r\n", "\rhello\r\n", true, "echo hello"},
    {"echo \r\x1b[21Chello\r\x1b[26C\x1b[10D\x1b[34mecho \x1b[36mhello\x1b[30m\x1b(B\x1b[m\r\x1b[26C\r\n"
     "\x1b]133;C;cmdline_url=echo%20hello\x07\x1b]633;C\x07\rhello\r\n",
     "\x1b]633;C\x07\rhello\r\n", true, "echo hello"},
    // What is left of the mark of fish 4.1 where VS Code's stream begins within it
    {"%20%22hello%22\x07\x1b]633;C\x07\rhello\r\n", "\x1b]633;C\x07\rhello\r\n", true, "echo \"hello\""},
    {"20%22hello%22\x07\x1b]633;C\x07\rhello\r\n", "\x1b]633;C\x07\rhello\r\n", true, "echo \"hello\""},
    {"_url=echo%20hello\x07\x1b]633;C\x07\rhello\r\n", "\x1b]633;C\x07\rhello\r\n", true, "echo hello"},
    {"%20other\x07\x1b]633;C\x07\rhello\r\n", "%20other\x07\x1b]633;C\x07\rhello\r\n", false, "echo hello"},
    {"hello\x07 world\r\n", "hello\x07 world\r\n", false, "printf '%s\\a wor\\x6cd\\n' hello"},
    {"\x1b[34mecho\x1b[m hello, world\r\n", "\x1b[34mecho\x1b[m hello, world\r\n", false, "echo hello"},
    {"Password: ", "Password: ", false, "sudo true"},
};

}  // namespace

TEST_CASE("Marks that lead a stream are taken out, wherever the stream is cut") {
  for (const Case& c : cases) {
    for (std::size_t cut = 0; cut <= c.stream.size(); ++cut) {
      CAPTURE(c.stream, cut);
      std::string held;
      std::string output;
      bool marked = false;
      bool done = false;
      for (const std::string& chunk : {c.stream.substr(0, cut), c.stream.substr(cut)}) {
        if (done) {
          output += chunk;
          continue;
        }
        held += chunk;
        const StreamHead head = strip_start_marks(held, c.line_of_fish);
        marked = head.marked;
        done = !head.undecided;
        if (done) output += head.rest;
      }
      CHECK(output == c.output);
      CHECK(marked == c.marked);
    }
  }
}

TEST_CASE("A mark that the editor cut is taken out where it leads") {
  CHECK(strip_start_marks("C\x07out").rest == "out");
  CHECK(strip_start_marks("\x1b]633;C\x07"
                          "C\x07out")
            .rest == "out");
  CHECK(strip_start_marks("Cout").rest == "Cout");
  CHECK_FALSE(strip_start_marks("C").undecided);
}
