#include "text/preview/keyword_scanner.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/ascii.hpp"
#include "text/preview/rarest_piece.hpp"

namespace termhost::text {
namespace {

constexpr std::size_t piece_bytes = LiteralPrefilter::piece_bytes;
constexpr std::size_t block_bytes = LiteralPrefilter::block_bytes;

std::size_t hash(const char* piece, std::size_t bits) {
  constexpr std::uint32_t lower_case_bits = 0x20202020U;  // folds more than letters: a useless comparison at worst
  constexpr std::uint32_t multiplier = 0x9E3779B1U;
  std::uint32_t value = 0;
  std::memcpy(&value, piece, piece_bytes);
  return ((value | lower_case_bits) * multiplier) >> (32 - bits);
}

bool equal_ignoring_case(std::string_view text, std::string_view keyword) {
  return std::equal(text.begin(), text.end(), keyword.begin(), keyword.end(),
                    [](char t, char k) { return base::lower(t) == k; });
}

}  // namespace

KeywordScanner::KeywordScanner(std::span<const std::string_view> keywords) : entries_(1) {
  std::vector<std::string_view> pieces;
  for (const std::string_view keyword : keywords) {
    if (keyword.size() < piece_bytes) {
      pieces.push_back(short_.emplace_back(keyword));
      continue;
    }
    const std::size_t at = rarest_piece(keyword);
    pieces.push_back(keyword.substr(at, piece_bytes));
    std::uint16_t& first = first_[hash(pieces.back().data(), hash_bits)];
    entries_.push_back({keyword, at, std::exchange(first, static_cast<std::uint16_t>(entries_.size()))});
  }
  filter_ = LiteralPrefilter(std::move(pieces));
}

std::size_t KeywordScanner::find(std::string_view text, std::size_t from) const {
  constexpr std::size_t most_blocks = 16;  // more would be marked in vain where the keyword comes early
  std::array<std::uint32_t, most_blocks> marks{};
  std::size_t at = from;
  while (at + block_bytes + LiteralPrefilter::reach <= text.size()) {
    const std::size_t blocks = std::min((text.size() - at - LiteralPrefilter::reach) / block_bytes, most_blocks);
    filter_.mark(text.data() + at, blocks, marks.data());
    for (std::size_t block = 0; block < blocks; ++block, at += block_bytes) {
      const std::size_t found = match_marked(text, at, marks[block], from);
      if (found != std::string_view::npos) return found;
    }
  }
  return find_at_end(text, at, from);
}

/// In the last bytes of the text, too few for a block: with blanks behind them.
std::size_t KeywordScanner::find_at_end(std::string_view text, std::size_t at, std::size_t from) const {
  constexpr std::size_t most = block_bytes + LiteralPrefilter::reach;
  std::array<char, 2 * block_bytes + LiteralPrefilter::reach> end{};
  std::array<std::uint32_t, 2> marks{};
  static_assert(most <= marks.size() * block_bytes);
  const std::size_t size = text.size() - std::min(at, text.size());
  if (size == 0) return std::string_view::npos;
  std::memcpy(end.data(), text.data() + at, size);
  filter_.mark(end.data(), marks.size(), marks.data());
  const std::uint64_t all = marks[0] | std::uint64_t{marks[1]} << block_bytes;
  return match_marked(text, at, all & ((std::uint64_t{1} << size) - 1), from);
}

/// `marks`: a bit for each byte from `at` on where a piece may begin.
std::size_t KeywordScanner::match_marked(std::string_view text, std::size_t at, std::uint64_t marks,
                                         std::size_t from) const {
  for (; marks != 0; marks &= marks - 1) {
    const std::size_t piece_at = at + static_cast<std::size_t>(std::countr_zero(marks));
    const bool whole = piece_at + piece_bytes <= text.size();
    if (short_.empty() && (!whole || first_[hash(text.data() + piece_at, hash_bits)] == 0)) continue;
    const std::size_t found = match(text, piece_at, from);
    if (found != std::string_view::npos) return found;
  }
  return std::string_view::npos;
}

std::size_t KeywordScanner::match(std::string_view text, std::size_t piece_at, std::size_t from) const {
  for (const std::string_view keyword : short_) {
    if (equal_ignoring_case(text.substr(piece_at, keyword.size()), keyword)) return piece_at;
  }
  if (entries_.size() == 1 || piece_at + piece_bytes > text.size()) return std::string_view::npos;
  std::size_t index = first_[hash(text.data() + piece_at, hash_bits)];
  for (; index != 0; index = entries_[index].next) {
    const Entry& entry = entries_[index];
    if (piece_at < from + entry.piece) continue;
    const std::size_t begin = piece_at - entry.piece;
    if (equal_ignoring_case(text.substr(begin, entry.keyword.size()), entry.keyword)) return begin;
  }
  return std::string_view::npos;
}

}  // namespace termhost::text
