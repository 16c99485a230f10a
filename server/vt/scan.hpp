// The one loop that sees every byte: how far does plain printable ASCII go?
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace termhost::vt {

/// Printable ASCII: 0x20 to 0x7E.
[[nodiscard]] constexpr bool is_printable_ascii(unsigned char byte) { return byte >= 0x20 && byte < 0x7f; }

/// The first byte of [at, end) that is not printable ASCII, or `end`.
[[nodiscard]] inline const char* skip_printable_ascii(const char* at, const char* end) {
#if defined(__SSE2__)
  const __m128i below = _mm_set1_epi8(0x1f);
  const __m128i above = _mm_set1_epi8(0x7f);
  for (; end - at >= 16; at += 16) {
    __m128i bytes;
    std::memcpy(&bytes, at, 16);
    // Signed comparison: bytes from 0x80 up are negative and so fail the lower bound.
    const __m128i printable = _mm_and_si128(_mm_cmpgt_epi8(bytes, below), _mm_cmplt_epi8(bytes, above));
    const auto mask = static_cast<unsigned>(_mm_movemask_epi8(printable));
    if (mask != 0xffffU) return at + std::countr_one(mask);
  }
#else
  constexpr std::uint64_t ones = 0x0101010101010101U;
  for (; end - at >= 8; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    // Exact as a yes or no for the whole word, which is all that is asked: below 0x20, or 0x7F and above.
    const std::uint64_t low = (word - ones * 0x20) & ~word;
    const std::uint64_t high = (word + ones) | word;
    if (((low | high) & ones * 0x80) != 0) break;
  }
#endif
  while (at != end && is_printable_ascii(static_cast<unsigned char>(*at))) ++at;
  return at;
}

}  // namespace termhost::vt
