#include "text/preview/literal_prefilter.hpp"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace termhost::text {
namespace {

bool is_lower_case(unsigned char byte) { return byte >= 'a' && byte <= 'z'; }

}  // namespace

void LiteralPrefilter::add(std::string_view piece, std::size_t group) {
  for (std::size_t i = piece.size(); i < piece_bytes; ++i) {
    for (unsigned byte = 0; byte < 256; byte += 17) add_byte(i, static_cast<unsigned char>(byte), group);
  }
  for (std::size_t i = 0; i < std::min(piece.size(), piece_bytes); ++i) {
    const auto byte = static_cast<unsigned char>(piece[i]);
    add_byte(i, byte, group);
    if (is_lower_case(byte)) add_byte(i, static_cast<unsigned char>(byte - 'a' + 'A'), group);
  }
}

void LiteralPrefilter::add_byte(std::size_t position, unsigned char byte, std::size_t group) {
  Bank& bank = banks_[group / bank_groups];
  const auto bit = static_cast<std::uint8_t>(1U << group % bank_groups);
  bank.low[position][byte & 15U] |= bit;
  bank.high[position][byte >> 4U] |= bit;
}

bool LiteralPrefilter::may_begin(const char* bytes) const {
  return std::any_of(banks_.begin(), banks_.end(), [&](const Bank& bank) {
    unsigned possible = 0xFF;
    for (std::size_t i = 0; i < piece_bytes; ++i) {
      const auto byte = static_cast<unsigned char>(bytes[i]);
      possible &= bank.low[i][byte & 15U] & bank.high[i][byte >> 4U];
    }
    return possible != 0;
  });
}

void LiteralPrefilter::mark_one_by_one(const char* text, std::size_t blocks, std::uint32_t* marks) const {
  for (std::size_t block = 0; block < blocks; ++block) {
    marks[block] = 0;
    for (std::size_t i = 0; i < block_bytes; ++i, ++text) marks[block] |= (may_begin(text) ? 1U : 0U) << i;
  }
}

#if defined(__x86_64__)

namespace {

/// Both lanes the same table.
__attribute__((target("avx2"))) inline __m256i load_table(const std::array<std::uint8_t, 16>& half) {
  return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(half.data())));
}

}  // namespace

__attribute__((target("avx2"))) void LiteralPrefilter::mark_avx2(const char* text, std::size_t blocks,
                                                                 std::uint32_t* marks) const {
  static_assert(banks == 2);
  const __m256i half = _mm256_set1_epi8(15);
  const Bank& first = banks_[0];
  const Bank& second = banks_[1];
  for (std::size_t block = 0; block < blocks; ++block, text += block_bytes) {
    __m256i in_first = _mm256_set1_epi8(-1);
    __m256i in_second = in_first;
    for (std::size_t i = 0; i < piece_bytes; ++i) {
      const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + i));
      const __m256i low = _mm256_and_si256(bytes, half);
      const __m256i high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half);
      in_first = _mm256_and_si256(in_first, _mm256_and_si256(_mm256_shuffle_epi8(load_table(first.low[i]), low),
                                                             _mm256_shuffle_epi8(load_table(first.high[i]), high)));
      in_second = _mm256_and_si256(in_second, _mm256_and_si256(_mm256_shuffle_epi8(load_table(second.low[i]), low),
                                                               _mm256_shuffle_epi8(load_table(second.high[i]), high)));
    }
    const __m256i none = _mm256_cmpeq_epi8(_mm256_or_si256(in_first, in_second), _mm256_setzero_si256());
    marks[block] = ~static_cast<std::uint32_t>(_mm256_movemask_epi8(none));
  }
}

#endif

void LiteralPrefilter::mark(const char* text, std::size_t blocks, std::uint32_t* marks) const {
#if defined(__x86_64__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
  if (has_avx2) return mark_avx2(text, blocks, marks);
#endif
  mark_one_by_one(text, blocks, marks);
}

}  // namespace termhost::text
