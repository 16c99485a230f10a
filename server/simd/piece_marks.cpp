#include "simd/piece_marks.hpp"

#include "simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/piece_marks.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace termhost::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void mark(const Banks& banks, const char* text, std::size_t blocks, std::uint32_t* marks) {
  const hn::CappedTag<std::uint8_t, block_bytes> d;
  const std::size_t step = hn::Lanes(d);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text);
  auto* bits = reinterpret_cast<std::uint8_t*>(marks);
  const auto lower_half = hn::Set(d, halves - 1);
  for (std::size_t at = 0; at < blocks * block_bytes; at += step) {
    auto possible = hn::Zero(d);
    for (const Bank& bank : banks) {
      auto here = hn::Set(d, 0xFF);
      for (std::size_t i = 0; i < piece_bytes; ++i) {
        const auto piece = hn::LoadU(d, bytes + at + i);
        const auto low = hn::And(piece, lower_half);
        const auto high = hn::ShiftRight<4>(piece);
        here = hn::And(here, hn::And(hn::TableLookupBytes(hn::LoadDup128(d, bank.low[i].data()), low),
                                     hn::TableLookupBytes(hn::LoadDup128(d, bank.high[i].data()), high)));
      }
      possible = hn::Or(possible, here);
    }
    hn::StoreMaskBits(d, hn::Ne(possible, hn::Zero(d)), bits + at / 8);
  }
}

}  // namespace termhost::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace termhost::simd {

void mark_pieces(const Banks& banks, const char* text, std::size_t blocks, std::uint32_t* marks) {
  static const auto best = TERMHOST_BEST(mark);
  best(banks, text, blocks, marks);
}

}  // namespace termhost::simd
#endif
