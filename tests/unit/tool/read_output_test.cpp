// read_command_output over artifacts in memory: ranges, numbers, searches, and what bad arguments get.
#include "tool/reading/read_output.hpp"

#include <catch2/catch_test_macros.hpp>

#include "support/memory_artifact.hpp"

namespace termhost::tool {
namespace {

using testing::MemoryArtifact;

ReadOutputResult read(const std::string& text, ReadOutputRequest request) {
  MemoryArtifact artifact(text);
  request.artifact_id = "cmd-1.txt";
  const auto reply = read_output(artifact, request);
  REQUIRE(reply);
  return *reply;
}

std::string error(const std::string& text, ReadOutputRequest request) {
  MemoryArtifact artifact(text);
  request.artifact_id = "cmd-1.txt";
  const auto reply = read_output(artifact, request);
  REQUIRE_FALSE(reply);
  return reply.error();
}

const std::string five = "Line 1\nLine 2\nLine 3\nLine 4\nLine 5\n";

}  // namespace

TEST_CASE("A short artifact is shown whole with its lines numbered") {
  const auto result = read("First line\nSecond line\nThird line\n", {});
  CHECK(result.text ==
        "cmd-1.txt: 34 bytes (34 bytes). Showing bytes 0-34 of 34: complete.\n"
        "1 | First line\n2 | Second line\n3 | Third line\n");
  CHECK(result.complete);
  CHECK_FALSE(result.next_offset);
}

TEST_CASE("Numbers are right-aligned and right from the middle of a line") {
  CHECK(read(five, {.offset = 14}).text.ends_with(": complete to the end.\n3 | Line 3\n4 | Line 4\n5 | Line 5\n"));
  CHECK(read(five, {.offset = 16, .limit = 7}).text.ends_with("3 | ne 3\n4 | Li\n"));
  std::string twelve;
  for (int i = 1; i <= 12; ++i) twelve += "x\n";
  CHECK(read(twelve, {.offset = 16}).text.ends_with(" 9 | x\n10 | x\n11 | x\n12 | x\n"));
}

TEST_CASE("Programs get what was printed, without numbers; of a search the lines that were found") {
  CHECK(read(five, {.offset = 16, .limit = 7}).output == "ne 3\nLi");
  CHECK(read("a\x1b[1m\n", {}).output == "a\x1b[1m\n");
  CHECK(read(five, {.search = "[24]"}).output == "2 | Line 2\n4 | Line 4\n");
}

TEST_CASE("Ranges: from the start, from the end, to be continued") {
  const auto first = read(five, {.limit = 20});
  CHECK(first.begin == 0);
  CHECK(first.end == 20);
  CHECK(first.next_offset == 20);
  CHECK(first.text.starts_with(
      "cmd-1.txt: 35 bytes (35 bytes). Showing bytes 0-20 of 35: more follows, continue with offset=20.\n"));
  CHECK(read(five, {.offset = -7}).text.ends_with("\n5 | Line 5\n"));
  CHECK(read(five, {.offset = -1000}).begin == 0);
  CHECK(read(five, {.offset = 35}).text ==
        "cmd-1.txt: 35 bytes (35 bytes). Showing bytes 35-35 of 35: complete to the end.\n");
  CHECK(read("", {}).text == "cmd-1.txt: empty (0 bytes), complete.\n");
  CHECK(read("", {.search = "x"}).total_matches == 0);
  CHECK(read("abc", {}).text.ends_with("1 | abc\n"));
}

TEST_CASE("The default limit is 8 KB") {
  const auto result = read(std::string(50'000, 'x'), {});
  CHECK(result.end == 8'192);
  CHECK(result.next_offset == 8'192);
  CHECK(result.text.find("48.8KB (50000 bytes)") != std::string::npos);
}

TEST_CASE("Pages follow each other without loss, at every limit, also through wide characters") {
  const std::string text = "é日本\n😀 plain\n\n" + five + "ünterminated";
  for (std::int64_t limit = 1; limit < 20; ++limit) {
    std::uint64_t at = 0;
    std::size_t pages = 0;
    for (bool more = true; more; ++pages) {
      const auto page = read(text, {.offset = static_cast<std::int64_t>(at), .limit = limit});
      REQUIRE(page.begin == at);
      REQUIRE(page.text.find("\uFFFD") == std::string::npos);
      more = page.next_offset.has_value();
      if (more) {
        REQUIRE(*page.next_offset > at);
        at = *page.next_offset;
      }
    }
    CHECK(pages >= 1);
  }
  const auto within = read(text, {.offset = 1, .limit = 8});
  CHECK(within.begin == 2);
}

TEST_CASE("Pages skip no byte of what is no UTF-8") {
  const std::string text = "a\n\xff\xbf\xd7\xf5\x9e\x9d\x9c\xee";
  for (std::int64_t offset = 0; offset < static_cast<std::int64_t>(text.size()); ++offset)
    CHECK(read(text, {.offset = offset, .limit = 1}).begin == static_cast<std::uint64_t>(offset));
}

TEST_CASE("Foreign bytes are shown as text that JSON can carry") {
  CHECK(read(std::string("a\0b\n\xFF\xFE\n", 7), {}).text.ends_with("1 | a\u2400b\n2 | \uFFFD\uFFFD\n"));
}

TEST_CASE("Bad arguments get one sentence") {
  CHECK(error(std::string(1000, 'x'), {.offset = 2000}) ==
        "offset 2000 is past the end: cmd-1.txt has 1000 bytes; use 0 to 999, or a negative offset to count from the "
        "end");
  CHECK(error(five, {.limit = 0}) == "limit is 0; use a number of bytes, 1 to 1048576");
  CHECK(error(five, {.limit = -5}) == "limit is -5; use a number of bytes, 1 to 1048576");
  CHECK(error(five, {.search = "x", .context_lines = -1}) == "context_lines is -1; use 0 to 50");
  CHECK(error(five, {.search = std::string(5000, 'x')}) == "search has 5000 bytes; a pattern may have up to 4096");
  CHECK(read(five, {.limit = INT64_MAX}).note == "limit was lowered to 1048576 bytes");
  CHECK(read(five, {.offset = INT64_MIN}).begin == 0);
}

TEST_CASE("An artifact that breaks or shrinks while it is read is reported") {
  MemoryArtifact broken(five);
  broken.broken = true;
  CHECK(read_output(broken, {.artifact_id = "cmd-1.txt"}).error() == "the disk is broken");
  CHECK(read_output(broken, {.artifact_id = "cmd-1.txt", .search = "x"}).error() == "the disk is broken");
  MemoryArtifact shrunk(five);
  shrunk.claimed_size = 1000;
  CHECK(read_output(shrunk, {.artifact_id = "cmd-1.txt", .offset = 500}).error() ==
        "cmd-1.txt became shorter while it was read; read it again");
}

TEST_CASE("A search shows the matching lines, whatever their case, and counts them all") {
  const auto result = read("ok\nan error\nok\nERROR: b\nfine\n", {.search = "error"});
  CHECK(result.text ==
        "cmd-1.txt: 29 bytes (29 bytes). 2 matching lines for 'error', showing 2: complete.\n2 | an error\n4 | ERROR: "
        "b\n");
  CHECK(result.total_matches == 2);
  CHECK(read(five, {.search = "NOTFOUND"}).text == "cmd-1.txt: 35 bytes (35 bytes). No line matches 'NOTFOUND'.\n");
  CHECK(read(five, {.search = ""}).text == read(five, {}).text);
}

TEST_CASE("Regular expressions work on single lines") {
  CHECK(read("ok\nnot ok\nok", {.search = "^ok$"}).total_matches == 2);
  CHECK(read("a\nb\n", {.search = "a\\sb"}).total_matches == 0);
  CHECK(read("a\n\nb\n", {.search = "^$"}).total_matches == 1);
  CHECK(read("a\n\nb\n", {.search = "x*"}).total_matches == 3);
  CHECK(read("GRÜN\n", {.search = "grün"}).total_matches == 1);
  CHECK(read("one error here\nerror 42\n", {.search = "error [0-9]+"}).text.ends_with("2 | error 42\n"));
  CHECK(read("one foobar\nbazqux\nneither\n", {.search = "foobar|bazqux"}).total_matches == 2);
  CHECK(read("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\n", {.search = "^(a+)+$"}).total_matches == 0);
}

TEST_CASE("An invalid pattern is plain text, and the answer says so") {
  const auto result = read("[brackets]\nnone\n", {.search = "["});
  CHECK(result.total_matches == 1);
  CHECK(result.text.find(
            "Note: the search is not a valid regular expression (missing ]: [), so it was taken as plain text.\n"
            "1 | [brackets]\n") != std::string::npos);
  CHECK(read("call(me\nx\n", {.search = "call(me"}).total_matches == 1);
}

TEST_CASE("Matches beyond the limit are counted, and the next offset continues with them") {
  std::string text;
  for (int i = 1; i <= 100; ++i) text += "match " + std::to_string(i) + "\nother\n";
  std::uint64_t at = 0;
  std::uint64_t seen = 0;
  for (bool more = true; more;) {
    const auto page = read(text, {.search = "match", .offset = static_cast<std::int64_t>(at), .limit = 100});
    CHECK(page.total_matches == 100);
    REQUIRE(page.shown_matches > 0);
    seen += page.shown_matches;
    more = page.next_offset.has_value();
    if (more) at = *page.next_offset;
  }
  CHECK(seen == 100);
}

TEST_CASE("A first match longer than the limit is shown around the match") {
  const std::string text = std::string(100'000, 'x') + "needle" + std::string(100'000, 'y') + "\nneedle\n";
  const auto result = read(text, {.search = "needle", .limit = 500});
  CHECK(result.total_matches == 2);
  CHECK(result.shown_matches == 1);
  CHECK(result.text.size() < 800);
  CHECK(result.text.find("xneedley") != std::string::npos);
  CHECK(result.next_offset == 200'007);
}

TEST_CASE("Context lines stand around matches, once each, gaps marked") {
  std::string text;
  for (int i = 1; i <= 20; ++i) text += (i == 5 || i == 7 || i == 15 ? "hit " : "line ") + std::to_string(i) + "\n";
  const std::string shown = read(text, {.search = "hit", .context_lines = 1}).text;
  CHECK(
      shown.substr(shown.find('\n')) ==
      "\n 4 - line 4\n 5 | hit 5\n 6 - line 6\n 7 | hit 7\n 8 - line 8\n--\n14 - line 14\n15 | hit 15\n16 - line 16\n");
}

TEST_CASE("A search sees lines across blocks and lines longer than a block") {
  std::string text = std::string(3'000'000, 'a') + "needle" + std::string(2'000'000, 'b') + "needle\n";
  for (int i = 0; i < 100'000; ++i) text += "some line " + std::to_string(i) + "\n";
  for (const std::size_t piece : {std::size_t{1} << 20, std::size_t{7777}}) {
    MemoryArtifact artifact(text, piece);
    CHECK(read_output(artifact, {.artifact_id = "a", .search = "needle"})->total_matches == 1);
    CHECK(read_output(artifact, {.artifact_id = "a", .search = "^some line [0-9]+$"})->total_matches == 100'000);
    const auto last = read_output(artifact, {.artifact_id = "a", .search = "line 99999"});
    CHECK(last->text.ends_with("\n100001 | some line 99999\n"));
  }
}

}  // namespace termhost::tool
