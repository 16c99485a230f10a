#include "text/secrets/base64.hpp"

#include <cstdint>

namespace termhost::text {
namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::size_t value_of(char digit) { return alphabet.find(digit == '-' ? '+' : digit == '_' ? '/' : digit); }

}  // namespace

std::string in_base64(std::string_view bytes) {
  std::string digits;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char byte : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(byte);
    for (count += 8; count >= 6; count -= 6) digits += alphabet[bits >> (count - 6) & 63U];
  }
  if (count > 0) digits += alphabet[bits << (6 - count) & 63U];
  return digits;
}

std::optional<std::string> from_base64(std::string_view digits) {
  std::string bytes;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char digit : digits) {
    const std::size_t value = value_of(digit);
    if (value == std::string_view::npos) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFFU);
  }
  return bytes;
}

}  // namespace termhost::text
