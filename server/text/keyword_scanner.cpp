#include "text/keyword_scanner.hpp"

#include <algorithm>
#include <cstring>

namespace termhost::text {
namespace {

constexpr std::size_t piece_bytes = 4;
constexpr std::size_t stride = KeywordScanner::shortest_keyword - piece_bytes + 1;
constexpr std::uint32_t lower_case_bits =
    0x20202020U;  // folds more than letters, which only makes a useless comparison
constexpr std::uint32_t multiplier = 0x9E3779B1U;

std::size_t hash_at(const char* bytes, std::size_t bits) {
  std::uint32_t piece = 0;
  std::memcpy(&piece, bytes, piece_bytes);
  return ((piece | lower_case_bits) * multiplier) >> (32 - bits);
}

bool equal_ignoring_case(std::string_view text, std::string_view keyword) {
  return std::equal(text.begin(), text.end(), keyword.begin(), keyword.end(),
                    [](char t, char k) { return t == k || (t >= 'A' && t <= 'Z' && t - 'A' + 'a' == k); });
}

}  // namespace

KeywordScanner::KeywordScanner(std::span<const std::string_view> keywords) : entries_(1) {
  for (const std::string_view keyword : keywords) {
    for (std::size_t offset = 0; offset + piece_bytes <= keyword.size(); ++offset) {
      std::uint16_t& first = first_[hash_at(keyword.data() + offset, table_bits)];
      entries_.push_back({keyword, offset, first});
      first = static_cast<std::uint16_t>(entries_.size() - 1);
    }
  }
}

std::size_t KeywordScanner::find(std::string_view text, std::size_t from) const {
  constexpr std::size_t unrolled = 4;
  const char* bytes = text.data();
  std::size_t probe = from;
  for (; probe + unrolled * stride + piece_bytes <= text.size(); probe += unrolled * stride) {
    unsigned any = 0;
    for (std::size_t i = 0; i < unrolled; ++i) any |= first_[hash_at(bytes + probe + i * stride, table_bits)];
    if (any == 0) continue;
    for (std::size_t i = 0; i < unrolled; ++i) {
      const std::size_t found = match(text, probe + i * stride, from);
      if (found != std::string_view::npos) return found;
    }
  }
  for (; probe + piece_bytes <= text.size(); probe += stride) {
    const std::size_t found = match(text, probe, from);
    if (found != std::string_view::npos) return found;
  }
  return std::string_view::npos;
}

std::size_t KeywordScanner::match(std::string_view text, std::size_t probe, std::size_t from) const {
  std::size_t index = first_[hash_at(text.data() + probe, table_bits)];
  for (; index != 0; index = entries_[index].next) {
    const Entry& entry = entries_[index];
    if (probe < from + entry.offset) continue;
    const std::size_t begin = probe - entry.offset;
    if (equal_ignoring_case(text.substr(begin, entry.keyword.size()), entry.keyword)) return begin;
  }
  return std::string_view::npos;
}

}  // namespace termhost::text
