#include "simd/json_specials.hpp"

#include "simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/json_specials.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace termhost::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void mark_specials(const char* text, std::size_t blocks, std::uint64_t* marks) {
  const hn::CappedTag<std::uint8_t, 32> d;
  const auto last_control = hn::Set(d, 0x1F);
  auto* bits = reinterpret_cast<std::uint8_t*>(marks);
  for (std::size_t at = 0; at < blocks * 64; at += hn::Lanes(d)) {
    const auto bytes = hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(text) + at);
    const auto quotes = hn::Or(hn::Eq(bytes, hn::Set(d, '"')), hn::Eq(bytes, hn::Set(d, '\\')));
    const auto controls = hn::Eq(hn::Min(bytes, last_control), bytes);
    hn::StoreMaskBits(d, hn::Or(quotes, controls), bits + at / 8);
  }
}

}  // namespace termhost::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace termhost::simd {

void mark_json_specials(const char* text, std::size_t blocks, std::uint64_t* marks) {
  static const auto best = TERMHOST_BEST(mark_specials);
  best(text, blocks, marks);
}

}  // namespace termhost::simd
#endif
