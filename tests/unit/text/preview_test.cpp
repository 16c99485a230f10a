// What a preview promises, for outputs of every shape: at most the budget, shown + omitted = total to the byte, every
// shown byte where the output has it, and the same for every way to cut the stream.
#include "text/preview/preview.hpp"

#include <algorithm>
#include <random>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

namespace termhost::text {
namespace {

std::string numbered_lines(int from, int to) {
  std::string text;
  for (int i = from; i <= to; ++i) text += std::to_string(i) + "\n";
  return text;
}

PreviewText preview_of(std::string_view output, std::size_t budget, bool compact = false) {
  Preview preview(budget, compact);
  preview.append(output);
  return preview.make();
}

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (int at = static_cast<int>(text.size()) - 3; at > 0; at -= 3) text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

std::uint64_t line_ends(std::string_view text) {
  return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

/// Puts the gaps back in from the output itself; the result must be the output.
std::string restore(const PreviewText& preview, std::string_view output) {
  std::string restored;
  std::string_view rest = preview.text;
  for (const Gap& gap : preview.omitted) {
    const bool counted = gap.folded == grouped(gap.lines) + " lines of progress";
    const std::string size = grouped(gap.bytes) + " bytes" + (counted ? "" : ", " + grouped(gap.lines) + " lines");
    const std::string mark = "[… " + (gap.folded.empty() ? size + " omitted" : gap.folded + ": " + size) +
                             "; read_command_output offset=" + std::to_string(gap.offset) + " …]";
    const std::size_t begin = rest.find(mark);
    REQUIRE(begin != std::string_view::npos);
    const std::size_t end = begin + mark.size();
    restored += rest.substr(0, begin);
    const bool lends_line_end = restored.size() == gap.offset + 1;  // the gap's own line end stands before its mark
    if (lends_line_end) restored.pop_back();
    REQUIRE(restored.size() == gap.offset);
    restored += output.substr(gap.offset, gap.bytes);
    if (lends_line_end) restored += '\n';
    rest.remove_prefix(end);
    if (rest.starts_with('\n')) rest.remove_prefix(1);
    CHECK(line_ends(output.substr(gap.offset, gap.bytes)) == gap.lines);
  }
  return restored.append(rest);
}

void check_promises(const std::string& output, std::size_t budget, bool compact) {
  CAPTURE(budget, compact, output.substr(0, 300), output.size());
  Preview preview(budget, compact);
  preview.append(output);
  const PreviewText made = preview.make();
  CAPTURE(made.text);
  CHECK(preview.end().offset == output.size());
  CHECK(made.text.size() <= (made.omitted.empty() ? Preview::whole_share * budget : budget));
  CHECK(restore(made, output) == output);
  const PreviewText smaller = preview.make(budget / 2);
  CHECK(smaller.text.size() <= (smaller.omitted.empty() ? Preview::whole_share * budget : budget) / 2);
  CHECK(restore(smaller, output) == output);
}

std::string random_output(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  static const std::vector<std::string> words{"make",
                                              "error: no",
                                              " ",
                                              "\xC3\xA9",
                                              "\xF0\x9F\x98\x80",
                                              "x",
                                              "a.c:3:1: error: bad",
                                              "failed",
                                              "\xE6\x97\xA5\xE6\x9C\xAC",
                                              "  \u2713 adds up",
                                              "[12/240] Building",
                                              "b.c:7:1: warning: unused 'x'",
                                              "7",
                                              "PASS ",
                                              "Traceback (most recent call last):",
                                              "  File \"a.py\", line 3",
                                              "ValueError: x"};
  std::string text;
  const std::size_t size = below(40'000);
  while (text.size() < size) {
    std::string line;
    const unsigned longest = below(20) == 0 ? 3000 : 30;
    for (unsigned i = below(longest); i > 0; --i) line += words[below(static_cast<unsigned>(words.size()))];
    line += '\n';
    for (unsigned i = below(8) == 0 ? below(60) + 1 : 1; i > 0; --i) text += line;
  }
  if (below(2) == 0 && !text.empty()) text.pop_back();
  return text;
}

}  // namespace

TEST_CASE("Output up to the budget is shown whole") {
  const std::string output = numbered_lines(1, 900);
  REQUIRE(output.size() == 3492);
  const PreviewText made = preview_of(output, 4096);
  CHECK(made.text == output);
  CHECK(made.omitted.empty());
}

TEST_CASE("A longer output shows head and tail at line borders and states the gap") {
  const std::string output = numbered_lines(1, 1'000'000);
  const PreviewText made = preview_of(output, 4096);
  CHECK(made.text.size() <= 4096);
  CHECK(made.text.size() > 3900);
  CHECK(made.text.starts_with("1\n2\n3\n"));
  CHECK(made.text.ends_with("\n999999\n1000000\n"));
  REQUIRE(made.omitted.size() == 1);
  CHECK(restore(made, output) == output);
}

TEST_CASE("The error in the middle is shown with what follows it") {
  const std::string output = numbered_lines(1, 3000) + "src/main.c:12:5: error: 'x' undeclared\n   12 |   x = 1;\n" +
                             numbered_lines(3001, 6000);
  const PreviewText made = preview_of(output, 4096);
  CHECK(made.text.find("src/main.c:12:5: error: 'x' undeclared\n   12 |   x = 1;\n") != std::string::npos);
  CHECK(made.omitted.size() == 2);
  CHECK(restore(made, output) == output);
}

TEST_CASE("One long line is cut at code points, head and tail shown") {
  std::string output;
  for (int i = 0; i < 5000; ++i) output += "\xF0\x9F\x98\x80";
  const PreviewText made = preview_of(output, 2048);
  CHECK(made.text.size() <= 2048);
  CHECK(made.text.size() > 1900);
  REQUIRE(made.omitted.size() == 1);
  CHECK(made.omitted[0].offset % 4 == 0);
  CHECK(made.omitted[0].bytes % 4 == 0);
  CHECK(made.omitted[0].lines == 0);
  CHECK(restore(made, output) == output);
}

TEST_CASE("The error in a long line is shown, between the ends of the line where there is nothing else") {
  const std::string error = "ERROR: the disk is full";
  for (const std::size_t at : {300, 1020, 1500, 4000, 5000, 500'000, 999'000, 999'960}) {
    std::string line = std::string(1'000'000, 'x');
    line.replace(at, error.size(), error);
    for (const std::string& output :
         {line, line + "\n", numbered_lines(1, 3000) + line + "\n" + numbered_lines(1, 3000)}) {
      CAPTURE(at, output.size());
      const PreviewText made = preview_of(output, 4096, true);
      CHECK(made.text.find(error) != std::string::npos);
      CHECK(made.text.size() <= 4096);
      CHECK(restore(made, output) == output);
      Preview cut(4096, true);
      for (std::size_t from = 0; from < output.size(); from += 1017)
        cut.append(std::string_view(output).substr(from, 1017));
      CHECK(cut.make().text == made.text);
    }
  }
}

TEST_CASE("Long lines among others are cut, and the next lines still shown") {
  std::string output;
  for (int i = 0; i < 20; ++i) output += std::to_string(i) + std::string(3000, 'x') + "\n";
  const PreviewText made = preview_of(output, 4096);
  CHECK(made.text.starts_with("0xxx"));
  CHECK(made.text.find("\n19xxx") != std::string::npos);
  CHECK(restore(made, output) == output);
}

TEST_CASE("Repeated lines are folded, and the mark says so") {
  const std::string repeated = std::string(60, 'r') + "\n";
  std::string output = "start\n";
  for (int i = 0; i < 100; ++i) output += repeated;
  output += numbered_lines(1, 300);
  const PreviewText made = preview_of(output, 4096);
  CHECK(made.text.starts_with(
      "start\n" + repeated +
      "[… the line above 99 more times: 6,039 bytes, 99 lines; read_command_output offset=67 …]\n1\n"));
  REQUIRE(made.omitted.size() == 1);
  CHECK(restore(made, output) == output);
}

TEST_CASE("The promises hold for outputs of every shape") {
  const unsigned seed = GENERATE(range(0U, 150U));
  const std::string output = random_output(seed);
  for (const std::size_t budget : {2048, 4096, 8192}) {
    check_promises(output, budget, true);
    check_promises(output, budget, false);
  }
}

TEST_CASE("The promises hold around the borders of the budget and the windows") {
  const bool compact = GENERATE(true, false);
  for (std::size_t size = 2040; size < 2056; ++size) {
    check_promises(std::string(size, 'x'), 2048, compact);
    check_promises(std::string(size, '\n'), 2048, compact);
    check_promises(std::string(size - 1, 'x') + '\n', 2048, compact);
    check_promises(std::string(2 * size, 'x') + '\n', 2048, compact);
    check_promises(std::string(size, 'x') + '\n' + std::string(size, 'y'), 2048, compact);
  }
}

TEST_CASE("The promises hold around the end of what is looked at line by line") {
  const bool compact = GENERATE(true, false);
  const std::size_t limit = std::size_t{1} << 20;
  const std::string line = "compiling part " + std::string(60, 'a') + " of the program\n";
  std::string output;
  while (output.size() < limit - 200) output += std::to_string(output.size() * 7919 % 1000) + " " + line;
  for (const std::size_t more : {100, 300, 2000, 6000, 20'000}) {
    std::string longer = output;
    while (longer.size() < output.size() + more) longer += line;
    check_promises(longer, 2048, compact);
    check_promises(output + std::string(more, 'z'), 2048, compact);
    check_promises(output + std::string(more, 'z') + "\n" + line, 2048, compact);
  }
}

TEST_CASE("The preview is the same for every way to cut the stream") {
  const bool compact = GENERATE(true, false);
  std::string tests;
  for (int i = 0; i < 12; ++i) tests += "  \u2713 adds up number " + std::to_string(i) + "\n";
  const std::string warning = "a.c:1:2: warning: unused 'x'\n    1 | int x;\n      |     ^\n";
  const std::string output = numbered_lines(1, 200) + tests + "heading\n\n" + tests + warning +
                             numbered_lines(200, 250) + warning + warning + warning +
                             "a.c:1:2: error: bad thing\nlong " + std::string(1500, 'z') +
                             " error: late\nTraceback (most recent call last):\n  File \"a.py\", line 1, in f\n" +
                             "    f()\nNoHost: gone\nnote\nretry 1\nof it\nretry 2\nof it\nretry 3\nof it\n" +
                             numbered_lines(400, 700) + tests + "FAILED\nfatal: the end";
  const PreviewText expected = preview_of(output, 2048, compact);
  for (std::size_t cut = 0; cut <= output.size(); ++cut) {
    Preview preview(2048, compact);
    preview.append(std::string_view(output).substr(0, cut));
    preview.append(std::string_view(output).substr(cut));
    const PreviewText made = preview.make();
    REQUIRE(made.text == expected.text);
    REQUIRE(made.omitted == expected.omitted);
  }
  Preview bytewise(2048, compact);
  for (const char& byte : output) bytewise.append({&byte, 1});
  CHECK(bytewise.make().text == expected.text);
}

TEST_CASE("A stream of megabytes gives the same, whatever its chunks") {
  const unsigned seed = GENERATE(range(0U, 6U));
  std::string output;
  for (unsigned i = 0; output.size() < 1'200'000; ++i) output += random_output(seed * 1000 + i);
  for (const bool compact : {true, false}) {
    const PreviewText expected = preview_of(output, 2048, compact);
    std::mt19937 random(seed);
    Preview preview(2048, compact);
    for (std::string_view rest = output; !rest.empty();) {
      const std::size_t size = std::min<std::size_t>(rest.size(), 1 + random() % 20'000);
      preview.append(rest.substr(0, size));
      rest.remove_prefix(size);
    }
    CHECK(preview.make().text == expected.text);
    check_promises(output, 2048, compact);
  }
}

}  // namespace termhost::text
