#include "protocol/base64.hpp"

#include <array>
#include <cstdint>

namespace termhost::protocol {
namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t no_digit = 0xFF;  // any value with a bit above the low six

constexpr auto digit_table = [] {
  std::array<std::uint8_t, 256> table{};
  table.fill(no_digit);
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    table[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return table;
}();

std::uint32_t digit(char c) { return digit_table[static_cast<unsigned char>(c)]; }

}  // namespace

bool decode_base64(std::string_view text, std::string& out) {
  for (int padding = 0; padding < 2 && !text.empty() && text.back() == '='; ++padding) text.remove_suffix(1);
  const std::size_t tail = text.size() % 4;
  if (tail == 1) return false;
  out.resize(text.size() / 4 * 3 + (tail == 0 ? 0 : tail - 1));
  char* to = out.data();
  std::uint32_t bad = 0;
  std::size_t at = 0;
  for (; at + 4 <= text.size(); at += 4) {
    const std::uint32_t a = digit(text[at]), b = digit(text[at + 1]), c = digit(text[at + 2]), d = digit(text[at + 3]);
    bad |= a | b | c | d;
    *to++ = static_cast<char>(a << 2U | b >> 4U);
    *to++ = static_cast<char>(b << 4U | c >> 2U);
    *to++ = static_cast<char>(c << 6U | d);
  }
  if (tail >= 2) {
    const std::uint32_t a = digit(text[at]), b = digit(text[at + 1]), c = tail == 3 ? digit(text[at + 2]) : 0;
    bad |= a | b | c;
    *to++ = static_cast<char>(a << 2U | b >> 4U);
    if (tail == 3) *to++ = static_cast<char>(b << 4U | c >> 2U);
  }
  return (bad & 0xC0U) == 0;
}

std::string encode_base64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const auto byte = [&](std::size_t i) -> std::uint32_t {
      return at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U;
    };
    const std::uint32_t group = byte(0) << 16U | byte(1) << 8U | byte(2);
    out += alphabet[group >> 18U & 63U];
    out += alphabet[group >> 12U & 63U];
    out += at + 1 < bytes.size() ? alphabet[group >> 6U & 63U] : '=';
    out += at + 2 < bytes.size() ? alphabet[group & 63U] : '=';
  }
  return out;
}

}  // namespace termhost::protocol
