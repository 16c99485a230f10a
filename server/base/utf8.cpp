#include "base/utf8.hpp"

#include <algorithm>

namespace termhost::base {
namespace {

std::size_t length_from_lead(unsigned char lead) {
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  if (lead >= 0xF0 && lead <= 0xF4) return 4;
  return 1;
}

}  // namespace

std::size_t incomplete_utf8_suffix(std::string_view text) {
  const std::size_t reach = std::min<std::size_t>(text.size(), 3);
  for (std::size_t back = 1; back <= reach; ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xC0) == 0x80) continue;
    return length_from_lead(byte) > back ? back : 0;
  }
  return 0;
}

}  // namespace termhost::base
