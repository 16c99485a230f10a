#include "simd/base64_blocks.hpp"

#include <array>
#include <cstdint>

#include "simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/base64_blocks.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace termhost::simd::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

std::size_t decode(const char* /*text*/, std::size_t /*size*/, char* /*to*/) { return 0; }

#else

namespace hn = hwy::HWY_NAMESPACE;

// Classes that a byte cannot be in, by each half of it: a digit has no bit in both (Muła and Lemire,
// doi:10.1145/3132709).
alignas(16) constexpr std::array<std::uint8_t, base64_block> not_by_low{0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11,
                                                                        0x11, 0x11, 0x13, 0x1A, 0x1B, 0x1B, 0x1B, 0x1A};
alignas(16) constexpr std::array<std::uint8_t, base64_block> not_by_high{
    0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10};
// The difference from a digit to its value, by the digit's upper half; that of `/` is one less.
alignas(16) constexpr std::array<std::uint8_t, base64_block> to_value{0, 16, 19, 4, 191, 191, 185, 185};
// The three bytes of each group, the highest first.
alignas(16) constexpr std::array<std::uint8_t, base64_block> bytes_of_groups{2, 1,  0,  6,  5, 4, 10, 9,
                                                                             8, 14, 13, 12, 0, 0, 0,  0};

std::size_t decode(const char* text, std::size_t size, char* to) {
  const hn::FixedTag<std::uint8_t, base64_block> d;
  const hn::Repartition<std::uint32_t, decltype(d)> groups;
  std::size_t at = 0;
  for (; at + base64_block <= size; at += base64_block, to += base64_block / 4 * 3) {
    const auto digits = hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(text) + at);
    const auto high = hn::ShiftRight<4>(digits);
    const auto low = hn::And(digits, hn::Set(d, 0x0F));
    const auto wrong = hn::And(hn::TableLookupBytes(hn::Load(d, not_by_low.data()), low),
                               hn::TableLookupBytes(hn::Load(d, not_by_high.data()), high));
    if (!hn::AllTrue(d, hn::Eq(wrong, hn::Zero(d)))) break;
    const auto slash = hn::VecFromMask(d, hn::Eq(digits, hn::Set(d, '/')));
    const auto values = hn::Add(digits, hn::TableLookupBytes(hn::Load(d, to_value.data()), hn::Add(high, slash)));
    const auto four = hn::BitCast(groups, values);
    const auto part = [&](std::uint32_t place) { return hn::And(four, hn::Set(groups, 0x3FU << place)); };
    const auto upper = hn::Or(hn::ShiftLeft<18>(part(0)), hn::ShiftLeft<4>(part(8)));
    const auto lower = hn::Or(hn::ShiftRight<10>(part(16)), hn::ShiftRight<24>(four));
    const auto bytes = hn::TableLookupBytes(hn::BitCast(d, hn::Or(upper, lower)), hn::Load(d, bytes_of_groups.data()));
    hn::StoreU(bytes, d, reinterpret_cast<std::uint8_t*>(to));
  }
  return at;
}

#endif

}  // namespace termhost::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace termhost::simd {

std::size_t decode_base64_blocks(const char* text, std::size_t size, char* to) {
  static const auto best = TERMHOST_BEST(decode);
  return best(text, size, to);
}

}  // namespace termhost::simd
#endif
