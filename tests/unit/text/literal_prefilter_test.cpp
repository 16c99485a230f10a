#include "text/preview/literal_prefilter.hpp"

#include <array>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

namespace termhost::text {
namespace {

TEST_CASE("Pieces are marked in many bytes at once as in each by itself") {
  std::mt19937 random(3);
  const auto letters = [&](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += static_cast<char>("abAB\xc3\xa9 z"[random() % 8]);
    return text;
  };
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> pieces(random() % 40);
    for (std::string& piece : pieces) piece = letters(1 + random() % 5);
    const LiteralPrefilter filter({pieces.begin(), pieces.end()});
    constexpr std::size_t blocks = 7;
    const std::string text = letters(blocks * LiteralPrefilter::block_bytes + LiteralPrefilter::reach);
    std::array<std::uint32_t, blocks> marks{};
    filter.mark(text.data(), blocks, marks.data());
    CAPTURE(text);
    for (std::size_t at = 0; at < blocks * LiteralPrefilter::block_bytes; ++at) {
      const bool marked = (marks[at / LiteralPrefilter::block_bytes] >> at % LiteralPrefilter::block_bytes & 1U) != 0;
      REQUIRE(marked == filter.may_begin(text.data() + at));
    }
  }
}

TEST_CASE("Each piece is marked, in whichever group it is") {
  std::mt19937 random(4);
  std::vector<std::string> pieces;
  for (int i = 0; i < 200; ++i) {
    pieces.emplace_back(1 + random() % 4, ' ');
    for (char& c : pieces.back()) c = static_cast<char>(random() % 256);
  }
  const LiteralPrefilter filter({pieces.begin(), pieces.end()});
  for (std::string piece : pieces) {
    piece.resize(LiteralPrefilter::piece_bytes);
    CHECK(filter.may_begin(piece.data()));
  }
}

TEST_CASE("Pieces that are alike share a group, so that little else is marked") {
  const std::string letters = "abcdefghijklmnopqrst", digits = "123456";
  std::vector<std::string> pieces;
  for (const char last : digits)
    for (const char first : letters) pieces.push_back({first, first, first, last});
  const LiteralPrefilter filter({pieces.begin(), pieces.end()});
  std::mt19937 random(5);
  int marked = 0;
  for (int i = 0; i < 10000; ++i) {
    std::string text(LiteralPrefilter::piece_bytes, ' ');
    for (char& c : text) c = letters[random() % letters.size()];
    text.back() = digits[random() % digits.size()];
    marked += filter.may_begin(text.data()) ? 1 : 0;
  }
  CHECK(marked < 500);
}

}  // namespace
}  // namespace termhost::text
