// Finding lines in long texts against RE2 line by line: the same lines match, for patterns and texts of all kinds.
#include "tool/reading/line_matcher.hpp"

#include <array>
#include <random>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <re2/re2.h>

#include "support/matching_lines.hpp"
namespace termhost::tool {
namespace {

using re2::RE2;

template <std::size_t Size>
std::string_view pick(std::mt19937& random, const std::array<std::string_view, Size>& from) {
  return from[random() % Size];
}

constexpr std::array<std::string_view, 52> atoms{"a",
                                                 "b",
                                                 "ab",
                                                 "x1",
                                                 "_",
                                                 " ",
                                                 "é",
                                                 "ü",
                                                 "日",
                                                 "[ab]",
                                                 "[^a]",
                                                 "[^ab]",
                                                 "[a-c_]",
                                                 "[]a]",
                                                 "[^]a]",
                                                 "[0-9]",
                                                 "[[:alpha:]]",
                                                 "[[:^digit:]]",
                                                 "[\\d_]",
                                                 "[^\\w]",
                                                 "[\\W]",
                                                 "[éb]",
                                                 "(?-i:aB)",
                                                 "(?-i:[a-b])",
                                                 "(?-i:[^[:upper:]])",
                                                 "(?-i:é)",
                                                 "[à-ý]",
                                                 "[日-本é]",
                                                 "(?-i:[É-Ý])",
                                                 "(?-i)",
                                                 ".",
                                                 "\\d",
                                                 "\\D",
                                                 "\\w",
                                                 "\\W",
                                                 "\\s",
                                                 "\\S",
                                                 "\\b",
                                                 "\\B",
                                                 "^",
                                                 "$",
                                                 "\\.",
                                                 "\\x41",
                                                 "\\x{e9}",
                                                 "\\n",
                                                 "[\\n]",
                                                 "\\A",
                                                 "\\z",
                                                 "\\t",
                                                 "\\[",
                                                 "-",
                                                 "[a-]"};
constexpr std::array<std::string_view, 12> counts{"", "", "", "", "*", "+", "?", "{2}", "{1,3}", "{2,}", "*?", "{0}"};
constexpr std::array<std::string_view, 26> pieces{"a",  "b",    "A", "B", "x",   "1",  "0",    "_",       " ",
                                                  "\n", "\n",   "é", "É", "ü",   "日", "\xff", "\t",      ".",
                                                  "-",  "\xc3", "[", "]", "a\n", "1b", "\r\n", "\xe6\x97"};

std::string random_pattern(std::mt19937& random, int depth) {
  std::string pattern;
  for (std::size_t i = 0, parts = 1 + random() % 4; i < parts; ++i) {
    if (depth > 0 && random() % 5 == 0) {
      constexpr std::array<std::string_view, 4> openings{"(", "(?:", "(?i)(", "(?P<name>"};
      const std::string_view opening = depth == 2 ? pick(random, openings) : "(?:";
      pattern += std::string(opening) + random_pattern(random, depth - 1) + ")";
    } else {
      pattern += pick(random, atoms);
    }
    pattern += pick(random, counts);
    if (random() % 6 == 0) pattern += '|';
  }
  return pattern;
}

std::string random_text(std::mt19937& random) {
  std::string text;
  for (std::size_t i = 0, parts = random() % 60; i < parts; ++i) text += pick(random, pieces);
  return text;
}

TEST_CASE("Many lines at once are found as one by one") {
  std::mt19937 random(1);
  int valid = 0;
  for (int round = 0; round < 3000; ++round) {
    const std::string pattern = random_pattern(random, 2);
    const RE2 oracle("(?m:" + pattern + ")", test::search_options());
    if (!RE2(pattern, test::search_options()).ok()) continue;
    ++valid;
    LineMatcher matcher(pattern);
    for (int turn = 0; turn < 4; ++turn) {
      const std::string text = random_text(random);
      CAPTURE(pattern, text);
      REQUIRE(test::lines_by(matcher, text) == test::lines_by_re2(oracle, text));
    }
  }
  CHECK(valid > 2000);
}

TEST_CASE("Looking for words first finds the same lines, whether words are rare or common") {
  constexpr std::array<std::string_view, 8> words{"error",  "warn", "fail",  "ing",
                                                  "Error:", "é",    "größe", "(?-i)warning"};
  constexpr std::array<std::string_view, 8> between{"", "", "|", " ", ".*", "[0-9]+", "\\b", "(?:a|b)?"};
  std::mt19937 random(2);
  for (int round = 0; round < 1500; ++round) {
    std::string pattern;
    for (std::size_t i = 0, parts = 1 + random() % 3; i < parts; ++i) {
      pattern += pick(random, between);
      pattern += pick(random, words);
    }
    if (random() % 3 == 0) pattern += pick(random, between);
    if (random() % 4 == 0)
      pattern = "(" + pattern + ")" + std::string(pick(random, counts)) + random_pattern(random, 1);
    const RE2 oracle("(?m:" + pattern + ")", test::search_options());
    if (!oracle.ok()) continue;
    LineMatcher matcher(pattern);
    const std::size_t rarity = 1 + random() % 100;
    for (int turn = 0; turn < 3; ++turn) {
      std::string text;
      for (int i = 0; i < 300; ++i) text += random() % rarity == 0 ? pick(random, words) : pick(random, pieces);
      CAPTURE(pattern, text);
      REQUIRE(test::lines_by(matcher, text) == test::lines_by_re2(oracle, text));
    }
  }
}

TEST_CASE("A line is all that a pattern sees") {
  for (const std::string pattern : {"\\pL\\z", "\\A\\pL", "(?-m:^\\pL)", "(?-m:\\pL$)", "\\C", "a\\C1"}) {
    CAPTURE(pattern);
    LineMatcher matcher(pattern);
    const RE2 oracle("(?m:" + pattern + ")", test::search_options());
    const std::string text = "1a\na\na1\n\nb\n1\nc";
    CHECK(test::lines_by(matcher, text) == test::lines_by_re2(oracle, text));
  }
}

TEST_CASE("A pattern with more states than memory goes on") {
  LineMatcher matcher("a[ab]{14}c[ab]{14}z");
  std::mt19937 random(7);
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += random() % 2 == 0 ? 'a' : 'b';
  const std::string line = "\n" + std::string(15, 'a') + "c" + std::string(14, 'b') + "Z\n";
  const std::size_t found = matcher.find(text + line, 0);
  CHECK((found > text.size() && found < text.size() + line.size()));
}

TEST_CASE("The place of a match in its line is known, also where a word was looked for") {
  struct Row {
    std::string pattern, line;
    std::size_t place;
  };
  for (const Row& row : {Row{"error", "an Error", 3}, Row{"[0-9]+", "line 42", 5}, Row{"^", "x", 0},
                         Row{"grün", "sehr GRÜN", 5}, Row{"f(x", "f(x) = f(x", 0}}) {
    CAPTURE(row.pattern);
    LineMatcher matcher(row.pattern);
    CHECK(matcher.find(row.line, 0) < row.line.size());
    CHECK(matcher.place_in(row.line) == row.place);
  }
}

}  // namespace
}  // namespace termhost::tool
