// The loops that see every byte: how far does plain printable ASCII go, how far do parameters?
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/byte_block.hpp"

namespace termhost::vt {

/// Printable ASCII: 0x20 to 0x7E.
[[nodiscard]] constexpr bool is_printable_ascii(unsigned char byte) { return byte >= 0x20 && byte < 0x7f; }
/// Parameters of a control sequence: digits, `:` and `;`.
[[nodiscard]] constexpr bool is_parameter(unsigned char byte) { return byte >= '0' && byte <= ';'; }

/// Reads 16 bytes; bit i says that byte i is not printable ASCII.
[[nodiscard]] inline std::uint32_t stops_in_16(const char* at) {
#if defined(__SSE2__)
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  // Signed comparison: bytes from 0x80 up are negative and so below.
  const __m128i stops =
      _mm_or_si128(_mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20)), _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7f)));
  return static_cast<std::uint32_t>(_mm_movemask_epi8(stops));
#else
  std::uint32_t bits = 0;
  for (unsigned i = 0; i < 16; ++i) bits |= (is_printable_ascii(static_cast<unsigned char>(at[i])) ? 0U : 1U) << i;
  return bits;
#endif
}

/// Reads 16 bytes; bit i says that byte i belongs to a parameter.
[[nodiscard]] inline std::uint32_t parameters_in_16(const char* at) {
#if defined(__SSE2__)
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  const __m128i parameters =
      _mm_and_si128(_mm_cmpgt_epi8(bytes, _mm_set1_epi8('0' - 1)), _mm_cmplt_epi8(bytes, _mm_set1_epi8(';' + 1)));
  return static_cast<std::uint32_t>(_mm_movemask_epi8(parameters));
#else
  std::uint32_t bits = 0;
  for (unsigned i = 0; i < 16; ++i) bits |= (is_parameter(static_cast<unsigned char>(at[i])) ? 1U : 0U) << i;
  return bits;
#endif
}

/// The first byte of [at, end) that is not printable ASCII, or `end`.
[[nodiscard]] inline const char* skip_printable_ascii(const char* at, const char* end) {
  for (; end - at >= 16; at += 16) {
    const std::uint32_t stops = stops_in_16(at);
    if (stops != 0) return at + std::countr_zero(stops);
  }
  while (at != end && is_printable_ascii(static_cast<unsigned char>(*at))) ++at;
  return at;
}

/// The first byte of [at, end) that belongs to no parameter, or `end`.
[[nodiscard]] inline const char* skip_parameters(const char* at, const char* end) {
  if (end - at >= 16) {
    const std::uint32_t parameters = parameters_in_16(at);
    if (parameters != 0xffffU) return at + std::countr_one(parameters);
    at += 16;
  }
  while (at != end && is_parameter(static_cast<unsigned char>(*at))) ++at;
  return at;
}

/// 64 bytes by kind, so that many steps need not look at the bytes again. Bit i stands for byte i.
class KindsBlock {
 public:
  explicit KindsBlock(const char* at) : at_(at), stops_(base::block_bits(at, stops_in_16)) {}

  [[nodiscard]] const char* begin() const { return at_; }
  /// Not printable ASCII.
  [[nodiscard]] std::uint64_t stops() const { return stops_; }
  /// Of a control sequence; found when somebody asks first, as plain text has none.
  [[nodiscard]] std::uint64_t parameters() {
    if (!knows_parameters_) parameters_ = base::block_bits(at_, parameters_in_16);
    knows_parameters_ = true;
    return parameters_;
  }

 private:
  const char* at_;
  std::uint64_t stops_;
  std::uint64_t parameters_ = 0;
  bool knows_parameters_ = false;
};

}  // namespace termhost::vt
