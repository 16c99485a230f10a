#include "text/preview/rarest_piece.hpp"

#include <algorithm>

#include "text/preview/literal_prefilter.hpp"

namespace termhost::text {
namespace {

constexpr std::size_t piece_bytes = LiteralPrefilter::piece_bytes;

/// How common the four bytes are in English and in logs: the sum of their ranks. What is not ASCII is rare.
std::size_t commonness(std::string_view piece) {
  constexpr std::string_view rarest_first = "zqjxkvbwyfpm*:g'uhdlcrnsaoiet ";
  std::size_t sum = 0;
  for (const char c : piece) {
    if (static_cast<unsigned char>(c) < 0x80) sum += 1 + std::min(rarest_first.find(c), rarest_first.size());
  }
  return sum;
}

}  // namespace

std::size_t rarest_piece(std::string_view literal) {
  std::size_t best = 0;
  for (std::size_t at = 1; at + piece_bytes <= literal.size(); ++at) {
    if (commonness(literal.substr(at, piece_bytes)) < commonness(literal.substr(best, piece_bytes))) best = at;
  }
  return best;
}

}  // namespace termhost::text
