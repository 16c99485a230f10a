#include "base/utf8.hpp"

#include <algorithm>
#include <cstdint>

#include "base/byte_block.hpp"

namespace termhost::base {

/// Most texts are only ASCII: 64 bytes at a time, then eight.
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
    const Decoded decoded = decode_utf8(text.substr(at));
    if (decoded.taken == 0 || decoded.malformed) break;
    at += decoded.taken;
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
    out += replacement_bytes;
    const std::size_t taken = decode_utf8(text).taken;
    text.remove_prefix(taken == 0 ? text.size() : taken);
  }
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
