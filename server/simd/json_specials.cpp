#include "simd/json_specials.hpp"

#include <array>
#include <cstring>

// This file is compiled for AVX2 and for what every processor of this kind has, as piece_marks.cpp is.
#define HWY_DISABLED_TARGETS (HWY_SSE4 | HWY_AVX3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/json_specials.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace termhost::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

std::uint64_t specials(const char* block) {
  const hn::CappedTag<std::uint8_t, 32> d;
  const auto last_control = hn::Set(d, 0x1F);
  std::array<std::uint8_t, 8> bits;
  for (std::size_t at = 0; at < 64; at += hn::Lanes(d)) {
    const auto bytes = hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(block) + at);
    const auto quotes = hn::Or(hn::Eq(bytes, hn::Set(d, '"')), hn::Eq(bytes, hn::Set(d, '\\')));
    const auto controls = hn::Eq(hn::Min(bytes, last_control), bytes);
    hn::StoreMaskBits(d, hn::Or(quotes, controls), bits.data() + at / 8);
  }
  std::uint64_t all = 0;
  std::memcpy(&all, bits.data(), sizeof all);
  return all;
}

}  // namespace termhost::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace termhost::simd {

namespace {

using Specials = std::uint64_t (*)(const char*);

Specials best_specials() {
#if HWY_TARGETS & HWY_AVX2
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma"))
    return N_AVX2::specials;
#endif
  return HWY_STATIC_DISPATCH(specials);
}

}  // namespace

std::uint64_t json_specials(const char* block) {
  static const Specials best = best_specials();
  return best(block);
}

}  // namespace termhost::simd
#endif
