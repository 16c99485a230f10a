// The automaton against RE2, which is slower and right: the same lines match, for patterns and texts of all kinds.
#include "tool/line_automaton.hpp"

#include <array>
#include <random>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <re2/re2.h>

#include "support/matching_lines.hpp"
#include "tool/line_matcher.hpp"

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

}  // namespace

TEST_CASE("The automaton finds the lines that RE2 finds") {
  std::mt19937 random(1);
  int understood = 0;
  for (int round = 0; round < 3000; ++round) {
    const std::string pattern = random_pattern(random, 2);
    const RE2 valid(pattern, test::search_options());
    if (!valid.ok()) continue;
    auto program = compile_line_pattern(pattern);
    if (!program) continue;
    ++understood;
    const RE2 oracle("(?m:" + pattern + ")", test::search_options());
    LineAutomaton automaton(std::move(*program));
    for (int turn = 0; turn < 4; ++turn) {
      const std::string text = random_text(random);
      CAPTURE(pattern, text);
      REQUIRE(test::lines_by(automaton, text) == test::lines_by_re2(oracle, text));
    }
  }
  CHECK(understood > 2000);
}

TEST_CASE("Looking for words first finds the same lines, whether words are rare or common") {
  constexpr std::array<std::string_view, 8> words{"error", "warn", "fail", "ing", "Error:", "é", "x1", "(?-i)warning"};
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

TEST_CASE("The ends of a line are those of the text, also where RE2 does the searching") {
  for (const std::string pattern : {"\\pL\\z", "\\A\\pL", "(?-m:^\\pL)", "(?-m:\\pL$)"}) {
    CAPTURE(pattern);
    CHECK_FALSE(compile_line_pattern(pattern));
    LineMatcher matcher(pattern);
    const RE2 oracle("(?m:" + pattern + ")", test::search_options());
    const std::string text = "1a\na\na1\n\nb\n1\nc";
    CHECK(test::lines_by(matcher, text) == test::lines_by_re2(oracle, text));
  }
}

TEST_CASE("Most patterns that people write are understood, and the rest is left to RE2") {
  for (const std::string_view pattern :
       {"error|warning", "^\\s*at .*\\(.*:\\d+\\)$", "(?i)fail(ed|ure)?", "[0-9a-f]{40}", "\\bE\\d{4}\\b", "(?P<x>a)b",
        "[^\\x00-\\x1f]+", "größe", "[äöü]", "[а-яё]+", "(?-i)Error", "[一-龥]", "(?-m:^a)", "a{,5}", "x{",
        "[[:space:]]+$", "", "\\/\\-"}) {
    CAPTURE(pattern);
    CHECK(compile_line_pattern(pattern));
  }
  for (const std::string_view pattern : {"\\pL", "[^é]", "[a-é]", "[😀-😂]", "\\Qa.b\\E", "\\017", "(?:a{100}){100}"}) {
    CAPTURE(pattern);
    CHECK_FALSE(compile_line_pattern(pattern));
  }
}

TEST_CASE("An automaton of more states than are kept goes on") {
  auto program = compile_line_pattern("a[ab]{14}c[ab]{14}z");
  REQUIRE(program);
  LineAutomaton automaton(std::move(*program));
  std::mt19937 random(7);
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += random() % 2 == 0 ? 'a' : 'b';
  const std::string line = "\n" + std::string(15, 'a') + "c" + std::string(14, 'b') + "Z\n";
  CHECK(automaton.find(text + line, 0) == text.size() + line.size() - 2);
}

}  // namespace termhost::tool
