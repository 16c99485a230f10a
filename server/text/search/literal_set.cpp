#include "text/search/literal_set.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/ascii.hpp"

namespace termhost::text {
namespace {

constexpr std::size_t piece_bytes = LiteralPrefilter::piece_bytes;
constexpr std::size_t step = 4;                                ///< from one place to the next
constexpr std::size_t shortest_long = piece_bytes + step - 1;  ///< has a whole piece at one of them

/// Folds up to four bytes, with zeros after them.
std::uint32_t folded(std::string_view piece) {
  if (piece.size() >= piece_bytes) return folded_piece(piece.data());
  std::array<char, piece_bytes> bytes{};
  std::copy(piece.begin(), piece.end(), bytes.begin());
  return folded_piece(bytes.data());
}

bool stands(std::string_view text, std::size_t at, std::string_view literal, bool any_case) {
  const std::string_view there = text.substr(at, literal.size());
  return any_case ? base::equals_in_any_case(there, literal) : there == literal;
}

std::size_t index_of(char c) { return static_cast<unsigned char>(c); }
std::size_t folded_index_of(char c) { return index_of(c) | 0x20U; }

}  // namespace

LiteralSet::LiteralSet(std::vector<Literal> literals) : literals_(std::move(literals)) {
  std::vector<std::string_view> short_ones;
  for (std::size_t i = 0; i < literals_.size(); ++i) {
    const std::string& text = literals_[i].text;
    std::size_t& longest = text.find('\n') == std::string::npos ? longest_line_ : longest_lines_;
    longest = std::max(longest, text.size());
    if (text.size() >= shortest_long) {
      add_long(i);
    } else {
      add_short(i);
      short_ones.emplace_back(text);
    }
    all_by_first_byte_[index_of(text.front())].push_back(static_cast<std::uint32_t>(i));
  }
  filter_ = LiteralPrefilter(std::move(short_ones));
  std::sort(pieces_.begin(), pieces_.end(), [](const Piece& a, const Piece& b) { return a.bytes < b.bytes; });
}

/// Adds as many successive pieces as there are places between two searched ones: those around the rarest piece.
void LiteralSet::add_long(std::size_t literal) {
  const std::string& text = literals_[literal].text;
  const std::size_t first = std::min(rarest_piece(base::lowered(text)), text.size() - shortest_long);
  for (std::size_t offset = first; offset < first + step; ++offset) {
    const std::uint32_t bytes = folded_piece(text.data() + offset);
    pieces_.push_back({bytes, static_cast<std::uint32_t>(literal), offset});
    const std::size_t bit = piece_hash(bytes, hash_bits);
    known_pieces_[bit / 64] |= std::uint64_t{1} << bit % 64;
  }
}

void LiteralSet::add_short(std::size_t literal) {
  const std::string& text = literals_[literal].text;
  const std::uint32_t mask = folded(std::string(std::min(text.size(), piece_bytes), '\xff'));
  short_by_first_byte_[folded_index_of(text.front())].push_back(
      {folded(std::string_view(text)), mask, static_cast<std::uint32_t>(literal)});
}

void LiteralSet::find(std::string_view text, std::size_t from, std::vector<Place>& found) const {
  find_long(text, from, found);
  find_short(text, from, found);
}

void LiteralSet::find_long(std::string_view text, std::size_t from, std::vector<Place>& found) const {
  constexpr std::size_t at_once = 8;  // of which seldom one is known
  std::size_t at = from;
  for (; at + at_once * step <= text.size(); at += at_once * step) {
    bool any = false;
    for (std::size_t i = 0; i < at_once; ++i) any |= is_known(folded_piece(text.data() + at + i * step));
    for (std::size_t i = 0; any && i < at_once; ++i) find_long_around(text, from, at + i * step, found);
  }
  for (; at + piece_bytes <= text.size(); at += step) find_long_around(text, from, at, found);
}

bool LiteralSet::is_known(std::uint32_t piece) const {
  const std::size_t bit = piece_hash(piece, hash_bits);
  return (known_pieces_[bit / 64] >> bit % 64 & 1U) != 0;
}

void LiteralSet::find_long_around(std::string_view text, std::size_t from, std::size_t at,
                                  std::vector<Place>& found) const {
  const std::uint32_t bytes = folded_piece(text.data() + at);
  if (!is_known(bytes)) return;
  auto piece = std::lower_bound(pieces_.begin(), pieces_.end(), bytes,
                                [](const Piece& p, std::uint32_t wanted) { return p.bytes < wanted; });
  for (; piece != pieces_.end() && piece->bytes == bytes; ++piece) {
    const Literal& literal = literals_[piece->literal];
    if (at < from + piece->offset || !stands(text, at - piece->offset, literal.text, literal.any_case)) continue;
    found.push_back({at - piece->offset, piece->literal});
  }
}

void LiteralSet::find_short(std::string_view text, std::size_t from, std::vector<Place>& found) const {
  filter_.each_place(text, from, [&](std::size_t at) {
    find_short_at(text, at, found);
    return false;
  });
}

void LiteralSet::find_short_at(std::string_view text, std::size_t at, std::vector<Place>& found) const {
  const std::uint32_t bytes = folded(text.substr(at, piece_bytes));
  for (const Short& one : short_by_first_byte_[folded_index_of(text[at])]) {
    if (((bytes ^ one.bytes) & one.mask) != 0) continue;
    const Literal& literal = literals_[one.literal];
    if (stands(text, at, literal.text, literal.any_case)) found.push_back({at, one.literal});
  }
}

void LiteralSet::find_begun(std::string_view text, std::size_t from, std::vector<Place>& found) const {
  const std::size_t line = text.rfind('\n') + 1;
  const auto back = [&](std::size_t longest) { return std::max(from, text.size() - std::min(text.size(), longest)); };
  std::size_t at = std::min(back(longest_lines_), std::max(line, back(longest_line_)));
  for (; at < text.size(); ++at) {
    const std::size_t rest = text.size() - at;
    const auto look_at = [&](char first) {
      for (const std::uint32_t i : all_by_first_byte_[index_of(first)]) {
        const auto& [literal, any_case] = literals_[i];
        const bool longer = literal.size() > rest;
        if (longer && stands(text, at, std::string_view(literal).substr(0, rest), any_case)) found.push_back({at, i});
      }
    };
    look_at(text[at]);
    if (text[at] != base::lower(text[at])) look_at(base::lower(text[at]));
  }
}

}  // namespace termhost::text
