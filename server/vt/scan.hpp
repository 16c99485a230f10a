// The loops that see every byte: they find the end of a run of printable ASCII, or of a sequence's parameters.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/byte_block.hpp"
#include "vt/controls.hpp"

namespace termhost::vt {

/// Printable ASCII: 0x20 to 0x7E.
[[nodiscard]] constexpr bool is_printable_ascii(unsigned char byte) { return byte >= 0x20 && byte < 0x7f; }
/// Parameters of a control sequence: digits, `:` and `;`.
[[nodiscard]] constexpr bool is_parameter(unsigned char byte) { return byte >= '0' && byte <= ';'; }

[[nodiscard]] inline std::uint64_t not_printable_ascii(base::EightBytes bytes) { return bytes.outside(0x20, 0x7e); }
[[nodiscard]] inline std::uint64_t of_parameter(base::EightBytes bytes) { return bytes.in_range('0', ';'); }
[[nodiscard]] inline std::uint64_t not_of_parameter(base::EightBytes bytes) { return bytes.outside('0', ';'); }

/// The first byte of [at, end) that is not printable ASCII, or `end`.
[[nodiscard]] inline const char* skip_printable_ascii(const char* at, const char* end) {
  for (; end - at >= base::EightBytes::size; at += base::EightBytes::size) {
    const std::uint64_t stops = not_printable_ascii(base::EightBytes(at));
    if (stops != 0) return at + base::first_of_eight(stops);
  }
  while (at != end && is_printable_ascii(static_cast<unsigned char>(*at))) ++at;
  return at;
}

/// The first byte of [at, end) that belongs to no parameter, or `end`.
[[nodiscard]] inline const char* skip_parameters(const char* at, const char* end) {
  for (; end - at >= base::EightBytes::size; at += base::EightBytes::size) {
    const std::uint64_t stops = not_of_parameter(base::EightBytes(at));
    if (stops != 0) return at + base::first_of_eight(stops);
  }
  while (at != end && is_parameter(static_cast<unsigned char>(*at))) ++at;
  return at;
}

/// The final byte of the control sequence whose ESC [ is at `at`, if it is whole in [at, end) and has nothing but
/// parameters; else null.
[[nodiscard]] inline const char* csi_final(const char* at, const char* end) {
  const char* const stop = skip_parameters(at + 2, end);
  return stop != end && *stop >= '@' && *stop <= '~' ? stop : nullptr;
}

/// The end of the string whose ESC ] or similar is at `at`, if it is whole in [at, end): printable ASCII up to BEL or
/// ESC \; else null.
[[nodiscard]] inline const char* string_end(const char* at, const char* end) {
  const char* const stop = skip_printable_ascii(at + 2, end);
  if (stop != end && *stop == bell) return stop + 1;
  return end - stop > 1 && *stop == escape && stop[1] == '\\' ? stop + 2 : nullptr;
}

/// 64 bytes by kind, so that many steps need not look at the bytes again. Bit i stands for byte i.
class KindsBlock {
 public:
  explicit KindsBlock(const char* at) : at_(at), stops_(base::block_bits(at, not_printable_ascii)) {}

  [[nodiscard]] const char* begin() const { return at_; }
  /// Bytes that are not printable ASCII.
  [[nodiscard]] std::uint64_t stops() const { return stops_; }
  /// Bytes of a sequence's parameters. Computed at the first request, because plain text has none.
  [[nodiscard]] std::uint64_t parameters() {
    if (!knows_parameters_) parameters_ = base::block_bits(at_, of_parameter);
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
