#include <array>
#include <random>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "text/preview/literal_prefilter.hpp"

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
    LiteralPrefilter filter;
    for (std::size_t i = 0, pieces = random() % 20; i < pieces; ++i)
      filter.add(letters(1 + random() % 5), random() % LiteralPrefilter::groups);
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

}  // namespace
}  // namespace termhost::text
