#include "text/piece_filter.hpp"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace termhost::text {
namespace {

bool is_lower_case(unsigned char byte) { return byte >= 'a' && byte <= 'z'; }

}  // namespace

void PieceFilter::add(std::string_view piece, std::size_t group) {
  for (std::size_t i = piece.size(); i < piece_bytes; ++i) {
    for (unsigned byte = 0; byte < 256; byte += 17) add_byte(i, static_cast<unsigned char>(byte), group);
  }
  for (std::size_t i = 0; i < std::min(piece.size(), piece_bytes); ++i) {
    const auto byte = static_cast<unsigned char>(piece[i]);
    add_byte(i, byte, group);
    if (is_lower_case(byte)) add_byte(i, static_cast<unsigned char>(byte - 'a' + 'A'), group);
  }
}

void PieceFilter::add_byte(std::size_t position, unsigned char byte, std::size_t group) {
  const auto bit = static_cast<std::uint8_t>(1U << group);
  low_[position][byte & 15U] |= bit;
  high_[position][byte >> 4U] |= bit;
}

bool PieceFilter::may_begin(std::string_view bytes) const {
  unsigned possible = 0xFF;
  for (std::size_t i = 0; i < std::min(bytes.size(), piece_bytes); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    possible &= low_[i][byte & 15U] & high_[i][byte >> 4U];
  }
  return possible != 0;
}

std::size_t PieceFilter::find(std::string_view text, std::size_t from) const {
  from = skip_blocks(text, from);
  for (; from < text.size(); ++from) {
    if (may_begin(text.substr(from))) return from;
  }
  return std::string_view::npos;
}

#if defined(__x86_64__)

namespace {

__attribute__((target("avx2"))) __m256i load_table(const std::array<std::uint8_t, 16>& table) {
  return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(table.data())));
}

/// For each of 32 bytes the groups that have it at this position of a piece.
__attribute__((target("avx2"))) __m256i groups_of(const char* bytes, __m256i low, __m256i high) {
  const __m256i half = _mm256_set1_epi8(15);
  const __m256i block = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
  const __m256i by_low = _mm256_shuffle_epi8(low, _mm256_and_si256(block, half));
  const __m256i by_high = _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16(block, 4), half));
  return _mm256_and_si256(by_low, by_high);
}

using HalfTables = std::array<std::array<std::uint8_t, 16>, PieceFilter::piece_bytes>;

__attribute__((target("avx2"))) std::size_t skip_blocks_avx2(std::string_view text, std::size_t from,
                                                             const HalfTables& low, const HalfTables& high) {
  constexpr std::size_t block = 32;
  const __m256i low0 = load_table(low[0]), low1 = load_table(low[1]), low2 = load_table(low[2]),
                low3 = load_table(low[3]);
  const __m256i high0 = load_table(high[0]), high1 = load_table(high[1]);
  const __m256i high2 = load_table(high[2]), high3 = load_table(high[3]);
  for (; from + block + PieceFilter::piece_bytes <= text.size(); from += block) {
    const char* bytes = text.data() + from;
    const __m256i first = _mm256_and_si256(groups_of(bytes, low0, high0), groups_of(bytes + 1, low1, high1));
    const __m256i second = _mm256_and_si256(groups_of(bytes + 2, low2, high2), groups_of(bytes + 3, low3, high3));
    const __m256i none = _mm256_cmpeq_epi8(_mm256_and_si256(first, second), _mm256_setzero_si256());
    const auto found = ~static_cast<unsigned>(_mm256_movemask_epi8(none));
    if (found != 0) return from + static_cast<std::size_t>(__builtin_ctz(found));
  }
  return from;
}

}  // namespace

std::size_t PieceFilter::skip_blocks(std::string_view text, std::size_t from) const {
  static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
  return has_avx2 ? skip_blocks_avx2(text, from, low_, high_) : from;
}

#else

std::size_t PieceFilter::skip_blocks(std::string_view, std::size_t from) const { return from; }

#endif

}  // namespace termhost::text
