#include "text/search/keyword_scanner.hpp"

#include <utility>

#include "base/ascii.hpp"

namespace termhost::text {
namespace {

constexpr std::size_t piece_bytes = LiteralPrefilter::piece_bytes;

std::size_t hash(const char* piece, std::size_t bits) { return piece_hash(folded_piece(piece), bits); }

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
  std::size_t found = std::string_view::npos;
  filter_.each_place(text, from, [&](std::size_t piece_at) {
    const bool whole = piece_at + piece_bytes <= text.size();
    if (short_.empty() && (!whole || first_[hash(text.data() + piece_at, hash_bits)] == 0)) return false;
    found = match(text, piece_at, from);
    return found != std::string_view::npos;
  });
  return found;
}

std::size_t KeywordScanner::match(std::string_view text, std::size_t piece_at, std::size_t from) const {
  for (const std::string_view keyword : short_) {
    if (base::equals_in_any_case(text.substr(piece_at, keyword.size()), keyword)) return piece_at;
  }
  if (entries_.size() == 1 || piece_at + piece_bytes > text.size()) return std::string_view::npos;
  std::size_t index = first_[hash(text.data() + piece_at, hash_bits)];
  for (; index != 0; index = entries_[index].next) {
    const Entry& entry = entries_[index];
    if (piece_at < from + entry.piece) continue;
    const std::size_t begin = piece_at - entry.piece;
    if (base::equals_in_any_case(text.substr(begin, entry.keyword.size()), entry.keyword)) return begin;
  }
  return std::string_view::npos;
}

}  // namespace termhost::text
