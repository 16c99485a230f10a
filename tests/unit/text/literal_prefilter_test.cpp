#include "text/search/literal_prefilter.hpp"

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch_test_macros.hpp>

namespace termhost::text {
namespace {

bool may_begin(const LiteralPrefilter& filter, std::string_view text) {
  bool found = false;
  filter.each_place(text, 0, [&](std::size_t at) {
    found |= at == 0;
    return true;
  });
  return found;
}

TEST_CASE("Pieces are found in many bytes at once as in each by itself") {
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
    const std::string text = letters(random() % 700);
    const std::size_t from = random() % (text.size() + 1);
    std::vector<std::size_t> places, one_by_one;
    filter.each_place(text, from, [&](std::size_t at) {
      places.push_back(at);
      return false;
    });
    for (std::size_t at = from; at < text.size(); ++at)
      if (may_begin(filter, text.substr(at, LiteralPrefilter::piece_bytes))) one_by_one.push_back(at);
    CAPTURE(text, from);
    REQUIRE(places == one_by_one);
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
    CHECK(may_begin(filter, piece));
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
    marked += may_begin(filter, text) ? 1 : 0;
  }
  CHECK(marked < 500);
}

}  // namespace
}  // namespace termhost::text
