#include "protocol/base64.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "simd/base64_blocks.hpp"

namespace termhost::protocol {
namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint32_t no_digit = 1U << 24U;

/// The contribution of each of a group's four digits to its three bytes, the first byte lowest.
constexpr auto digit_tables = [] {
  std::array<std::array<std::uint32_t, 256>, 4> tables{};
  for (std::uint32_t place = 0; place < 4; ++place) {
    tables[place].fill(no_digit);
    for (std::uint32_t value = 0; value < alphabet.size(); ++value) {
      const std::uint32_t bits = value << (18U - 6U * place);
      tables[place][static_cast<unsigned char>(alphabet[value])] =
          bits >> 16U | (bits & 0xFF00U) | (bits & 0xFFU) << 16U;
    }
  }
  return tables;
}();

/// The bytes of a group whose missing digits are zeros; no_digit or more if a character is not a digit.
std::uint32_t bytes_of(const char* group) {
  const auto digit = [group](std::size_t i) { return digit_tables[i][static_cast<unsigned char>(group[i])]; };
  return digit(0) | digit(1) | digit(2) | digit(3);
}

}  // namespace

bool decode_base64(std::string_view text, std::string& out) {
  static_assert(std::endian::native == std::endian::little, "the first byte is the lowest");
  for (int padding = 0; padding < 2 && !text.empty() && text.back() == '='; ++padding) text.remove_suffix(1);
  const std::size_t tail = text.size() % 4;
  if (tail == 1) return false;
  const std::size_t size = text.size() * 3 / 4;
  out.resize(text.size() / 4 * 3 + 4);  // each group is written as four bytes
  char* to = out.data();
  std::uint32_t all = 0;
  const auto put = [&](const char* group) {
    const std::uint32_t bytes = bytes_of(group);
    all |= bytes;
    std::memcpy(to, &bytes, sizeof bytes);
    to += 3;
  };
  const std::size_t in_blocks = simd::decode_base64_blocks(text.data(), text.size() - tail, to);
  const char* at = text.data() + in_blocks;
  to += in_blocks / 4 * 3;
  for (const char* const end = text.data() + (text.size() - tail); at != end; at += 4) put(at);
  if (tail != 0) {
    std::array<char, 4> group{'A', 'A', 'A', 'A'};
    std::memcpy(group.data(), at, tail);
    put(group.data());
  }
  out.resize(size);
  return all < no_digit;
}

std::string encode_base64(std::string_view bytes) {
  std::string out((bytes.size() + 2) / 3 * 4, '=');
  char* to = out.data();
  const auto put = [&](std::uint32_t group, int digits) {
    for (int i = 0; i < digits; ++i) *to++ = alphabet[group >> (18 - 6 * i) & 63U];
  };
  const auto byte = [&](std::size_t at) -> std::uint32_t { return static_cast<unsigned char>(bytes[at]); };
  std::size_t at = 0;
  for (; at + 3 <= bytes.size(); at += 3) put(byte(at) << 16U | byte(at + 1) << 8U | byte(at + 2), 4);
  if (at + 1 == bytes.size()) put(byte(at) << 16U, 2);
  if (at + 2 == bytes.size()) put(byte(at) << 16U | byte(at + 1) << 8U, 3);
  return out;
}

}  // namespace termhost::protocol
