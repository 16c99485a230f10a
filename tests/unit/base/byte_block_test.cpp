#include "base/byte_block.hpp"

#include <array>
#include <random>
#include <string>

#include <catch2/catch_test_macros.hpp>

namespace termhost::base {
namespace {

TEST_CASE("What is said of eight bytes is true of each") {
  struct Range {
    unsigned char first, last;
  };
  for (const Range range : {Range{0x20, 0x7e}, Range{'0', ';'}, Range{0, 0x1f}, Range{'"', '"'}, Range{0x7f, 0x7f},
                            Range{0, 0}, Range{0, 0x7f}}) {
    for (unsigned byte = 0; byte < 256; ++byte) {
      for (std::size_t place = 0; place < 8; ++place) {
        for (const unsigned other : {0U, 0x20U, 0x7fU, 0x80U, 0xffU}) {
          std::string text(8, static_cast<char>(other));
          text[place] = static_cast<char>(byte);
          const std::uint64_t answers = EightBytes(text.data()).in_range(range.first, range.last);
          const bool answer = (answers >> (8 * place + 7) & 1U) != 0;
          CAPTURE(int{range.first}, int{range.last}, byte, place, other);
          REQUIRE(answer == (byte >= range.first && byte <= range.last));
          REQUIRE((answers & ~EightBytes::high_bits) == 0);
        }
      }
    }
  }
}

TEST_CASE("A block has a bit for each byte, the first the lowest") {
  std::mt19937 random(5);
  for (int round = 0; round < 100; ++round) {
    std::string text(block_size, ' ');
    for (char& c : text) c = static_cast<char>(random() % 256);
    const std::uint64_t bits = block_bits(text.data(), [](EightBytes bytes) { return bytes.beyond_ascii(); });
    for (std::size_t at = 0; at < text.size(); ++at)
      REQUIRE((bits >> at & 1U) == (static_cast<unsigned char>(text[at]) >= 0x80 ? 1U : 0U));
  }
}

}  // namespace
}  // namespace termhost::base
