// The loops that see every byte: how far does plain printable ASCII go, how far do parameters?
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace termhost::vt {

/// Printable ASCII: 0x20 to 0x7E.
[[nodiscard]] constexpr bool is_printable_ascii(unsigned char byte) { return byte >= 0x20 && byte < 0x7f; }
/// Parameters of a control sequence: digits, `:` and `;`.
[[nodiscard]] constexpr bool is_parameter(unsigned char byte) { return byte >= '0' && byte <= ';'; }

/// What 16 bytes are, a bit for each.
struct ByteKinds {
  std::uint32_t stops = 0;       ///< not printable ASCII
  std::uint32_t parameters = 0;  ///< of a control sequence
};

/// Reads 16 bytes.
[[nodiscard]] inline ByteKinds kinds_of_16(const char* at) {
#if defined(__SSE2__)
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  // Signed comparison: bytes from 0x80 up are negative and so below.
  const __m128i stops =
      _mm_or_si128(_mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20)), _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7f)));
  const __m128i parameters =
      _mm_and_si128(_mm_cmpgt_epi8(bytes, _mm_set1_epi8('0' - 1)), _mm_cmplt_epi8(bytes, _mm_set1_epi8(';' + 1)));
  return {static_cast<std::uint32_t>(_mm_movemask_epi8(stops)),
          static_cast<std::uint32_t>(_mm_movemask_epi8(parameters))};
#else
  ByteKinds kinds;
  for (unsigned i = 0; i < 16; ++i) {
    const auto byte = static_cast<unsigned char>(at[i]);
    kinds.stops |= (is_printable_ascii(byte) ? 0U : 1U) << i;
    kinds.parameters |= (is_parameter(byte) ? 1U : 0U) << i;
  }
  return kinds;
#endif
}

/// The first byte of [at, end) that is not printable ASCII, or `end`.
[[nodiscard]] inline const char* skip_printable_ascii(const char* at, const char* end) {
  for (; end - at >= 16; at += 16) {
    const std::uint32_t stops = kinds_of_16(at).stops;
    if (stops != 0) return at + std::countr_zero(stops);
  }
  while (at != end && is_printable_ascii(static_cast<unsigned char>(*at))) ++at;
  return at;
}

/// The first byte of [at, end) that belongs to no parameter, or `end`.
[[nodiscard]] inline const char* skip_parameters(const char* at, const char* end) {
  if (end - at >= 16) {
    const std::uint32_t parameters = kinds_of_16(at).parameters;
    if (parameters != 0xffffU) return at + std::countr_one(parameters);
    at += 16;
  }
  while (at != end && is_parameter(static_cast<unsigned char>(*at))) ++at;
  return at;
}

/// 64 bytes by kind, so that many steps need not look at the bytes again. Bit i stands for byte i.
struct KindsBlock {
  explicit KindsBlock(const char* at) {
    for (unsigned part = 0; part < 4; ++part) {
      const ByteKinds kinds = kinds_of_16(at + 16 * part);
      stops |= std::uint64_t{kinds.stops} << 16 * part;
      parameters |= std::uint64_t{kinds.parameters} << 16 * part;
    }
  }

  std::uint64_t stops = 0;
  std::uint64_t parameters = 0;
};

}  // namespace termhost::vt
