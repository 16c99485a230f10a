// What agents write, as a user is shown it: tests/fixtures/visible.jsonl, and what no JSON can hold.
#include "text/visible.hpp"

#include <fstream>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include "base/utf8.hpp"

namespace termhost::text {

TEST_CASE("no part of a text controls the screen, hides, or pushes the rest out of view") {
  std::ifstream file(TERMHOST_SOURCE_DIR "/tests/fixtures/visible.jsonl");
  int cases = 0;
  for (std::string line; std::getline(file, line); ++cases) {
    const auto row = nlohmann::json::parse(line);
    INFO(line);
    CHECK(visible(row["text"].get<std::string>()) == row["visible"].get<std::string>());
  }
  CHECK(cases > 30);
}

TEST_CASE("bytes that are no UTF-8 are shown as bytes") {
  CHECK(visible("a\xff\xc3(\xed\xa0\x80\xe2\x82") == "a⟨0xFF⟩⟨0xC3⟩(⟨0xED⟩⟨0xA0⟩⟨0x80⟩⟨0xE2⟩⟨0x82⟩");
  CHECK(visible("\xc0\xafx") == "⟨0xC0⟩⟨0xAF⟩x");
}

TEST_CASE("a character is shown as itself or as a mark, never as both") {
  std::string all;
  for (char32_t c = 0; c < 0x30000; ++c) {
    if (c >= 0xd800 && c < 0xe000) continue;
    std::string one;
    base::append_utf8(one, c);
    const std::string shown = visible("a" + one + "b");
    const bool itself = shown == "a" + one + "b", marked = shown.find("⟨") != std::string::npos;
    const bool placed = shown.find("\u200e") != std::string::npos && shown.find(one) != std::string::npos;
    const bool line_break = c == '\n', tab = c == '\t';
    if (!(itself != marked || placed || line_break || tab)) all += " " + std::to_string(c);
  }
  CHECK(all.empty());
}

TEST_CASE("in one line both ends of a text are there, and how much is not") {
  CHECK(visible_line("ls\nrm x") == "ls⟨LF⟩rm x");
  CHECK(visible_line("ls" + std::string(28, '\n') + "rm") == "ls⟨28 line breaks⟩rm");
  CHECK(visible_line(std::string(500, 'a') + "; rm x", 30) == std::string(20, 'a') + "⟨476 more bytes⟩aaaa; rm x");
  CHECK(visible_line("ééééééééé", 9) == "ééé⟨8 more bytes⟩éé");
}

TEST_CASE("keys are shown as keys") {
  CHECK(visible_keys("y\r") == "y⏎");
  CHECK(visible_keys("ls\r\nrm x\n\x1b[A\x03") == "ls⏎\nrm x⏎\n⟨ESC⟩[A⟨ETX⟩");
  CHECK(visible_keys("\t⏎") == "⇥⟨U+23CE⟩");
}

TEST_CASE("the size of a text, in words") {
  CHECK(size_in_words("ls") == "1 line, 2 bytes");
  CHECK(size_in_words("a") == "1 line, 1 byte");
  CHECK(size_in_words("a\nb\n") == "2 lines, 4 bytes");
  CHECK(size_in_words("\n\n\n") == "3 lines, 3 bytes");
}

}  // namespace termhost::text
