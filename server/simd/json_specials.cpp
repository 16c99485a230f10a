#include "simd/json_specials.hpp"

#include <array>
#include <cstring>

#include "simd/targets.hpp"

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

std::uint64_t json_specials(const char* block) {
  static const auto best = TERMHOST_BEST(specials);
  return best(block);
}

}  // namespace termhost::simd
#endif
