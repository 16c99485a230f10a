#include "base/utf8.hpp"

#include <algorithm>
#include <cstdint>

#include "base/byte_block.hpp"

namespace termhost::base {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

struct Lead {
  std::size_t length = 0;  // of the sequence; 0: no sequence begins so
  std::uint8_t second_low = 0x80;
  std::uint8_t second_high = 0xBF;
};

Lead lead_of(std::uint8_t byte) {
  if (byte >= 0xC2 && byte <= 0xDF) return {2};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};  // no surrogates
  if (byte >= 0xE1 && byte <= 0xEF) return {3};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte >= 0xF1 && byte <= 0xF3) return {4};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {};
}

struct Sequence {
  std::size_t size;  // bytes that belong together, at least 1
  bool complete;
};

Sequence sequence_at(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  if (byte(0) < 0x80) return {1, true};
  const Lead lead = lead_of(byte(0));
  if (lead.length == 0) return {1, false};
  std::size_t size = 1;
  for (; size < lead.length && size < text.size(); ++size) {
    const std::uint8_t low = size == 1 ? lead.second_low : 0x80;
    const std::uint8_t high = size == 1 ? lead.second_high : 0xBF;
    if (byte(size) < low || byte(size) > high) break;
  }
  return {size, size == lead.length};
}

}  // namespace

/// Most texts are nothing else: 64 bytes at a time, then eight.
std::size_t ascii_prefix(std::string_view text) {
  const auto beyond = [&](std::size_t at) { return EightBytes(text.data() + at).beyond_ascii(); };
  constexpr std::size_t block = block_size;
  constexpr std::size_t word = EightBytes::size;
  std::size_t at = 0;
  for (; at + block <= text.size(); at += block) {
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < block; i += word) any |= beyond(at + i);
    if (any != 0) break;
  }
  while (at + word <= text.size() && beyond(at) == 0) at += word;
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

std::size_t well_formed_prefix(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    at += ascii_prefix(text.substr(at));
    if (at == text.size()) break;
    const Sequence sequence = sequence_at(text.substr(at));
    if (!sequence.complete) break;
    at += sequence.size;
  }
  return at;
}

std::string well_formed(std::string_view text) {
  std::string out;
  while (true) {
    const std::size_t good = well_formed_prefix(text);
    out += text.substr(0, good);
    text.remove_prefix(good);
    if (text.empty()) return out;
    out += replacement;
    text.remove_prefix(sequence_at(text).size);
  }
}

std::size_t utf8_length(char lead) {
  const auto byte = static_cast<std::uint8_t>(lead);
  return byte < 0x80 ? 1 : lead_of(byte).length;
}

std::size_t incomplete_utf8_suffix(std::string_view text) {
  const std::size_t reach = std::min<std::size_t>(text.size(), 3);
  for (std::size_t back = 1; back <= reach; ++back) {
    const char byte = text[text.size() - back];
    if (is_utf8_continuation(byte)) continue;
    return utf8_length(byte) > back ? back : 0;
  }
  return 0;
}

}  // namespace termhost::base
