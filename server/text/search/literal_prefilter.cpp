#include "text/search/literal_prefilter.hpp"

#include <algorithm>

#include "text/search/piece_groups.hpp"

namespace termhost::text {
namespace {

constexpr std::size_t bank_groups = 8;  // a bit for each in a byte
constexpr std::size_t all_groups = bank_groups * simd::bank_count;

bool is_lower_case(unsigned char byte) { return byte >= 'a' && byte <= 'z'; }

/// The commonness of the four bytes in English and in logs: the sum of their ranks. A byte that is not ASCII is rare.
std::size_t commonness(std::string_view piece) {
  constexpr std::string_view rarest_first = "zqjxkvbwyfpm*:g'uhdlcrnsaoiet ";
  std::size_t sum = 0;
  for (const char c : piece) {
    if (static_cast<unsigned char>(c) < 0x80) sum += 1 + std::min(rarest_first.find(c), rarest_first.size());
  }
  return sum;
}

}  // namespace

LiteralPrefilter::LiteralPrefilter(std::vector<std::string_view> pieces) {
  for (std::string_view& piece : pieces) piece = piece.substr(0, piece_bytes);
  std::sort(pieces.begin(), pieces.end());
  const std::vector<std::size_t> groups = piece_groups(pieces, all_groups);
  for (std::size_t i = 0; i < pieces.size(); ++i) add(pieces[i], groups[i]);
}

void LiteralPrefilter::add(std::string_view piece, std::size_t group) {
  for (std::size_t i = piece.size(); i < piece_bytes; ++i) {
    for (unsigned byte = 0; byte < 256; byte += 17) add_byte(i, static_cast<unsigned char>(byte), group);
  }
  for (std::size_t i = 0; i < piece.size(); ++i) {
    const auto byte = static_cast<unsigned char>(piece[i]);
    add_byte(i, byte, group);
    if (is_lower_case(byte)) add_byte(i, static_cast<unsigned char>(byte - 'a' + 'A'), group);
  }
}

void LiteralPrefilter::add_byte(std::size_t position, unsigned char byte, std::size_t group) {
  simd::Bank& bank = banks_[group / bank_groups];
  const auto bit = static_cast<std::uint8_t>(1U << group % bank_groups);
  bank.low[position][byte % simd::halves] |= bit;
  bank.high[position][byte / simd::halves] |= bit;
}

std::uint64_t LiteralPrefilter::marks_at_end(std::string_view end) const {
  std::array<char, 2 * block_bytes + reach> padded{};
  std::array<std::uint32_t, 2> marks{};
  std::memcpy(padded.data(), end.data(), end.size());
  simd::mark_pieces(banks_, padded.data(), marks.size(), marks.data());
  const std::uint64_t all = marks[0] | std::uint64_t{marks[1]} << block_bytes;
  return all & ((std::uint64_t{1} << end.size()) - 1);
}

std::size_t rarest_piece(std::string_view literal) {
  constexpr std::size_t piece_bytes = LiteralPrefilter::piece_bytes;
  std::size_t best = 0;
  for (std::size_t at = 1; at + piece_bytes <= literal.size(); ++at) {
    if (commonness(literal.substr(at, piece_bytes)) < commonness(literal.substr(best, piece_bytes))) best = at;
  }
  return best;
}

}  // namespace termhost::text
