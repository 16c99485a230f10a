#include "text/secrets/literal_set.hpp"

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
constexpr std::size_t step = 4;                                ///< from one place to the next
constexpr std::size_t shortest_long = piece_bytes + step - 1;  ///< has a whole piece at one of them

std::uint32_t folded(const char* piece) {
  constexpr std::uint32_t lower_case_bits = 0x20202020U;  // folds more than letters: a useless comparison at worst
  std::uint32_t bytes = 0;
  std::memcpy(&bytes, piece, piece_bytes);
  return bytes | lower_case_bits;
}

std::size_t hash(std::uint32_t piece, std::size_t bits) {
  constexpr std::uint32_t multiplier = 0x9E3779B1U;
  return (piece * multiplier) >> (32 - bits);
}

bool stands(std::string_view text, std::size_t at, std::string_view literal, bool any_case) {
  const std::string_view there = text.substr(at, literal.size());
  if (!any_case) return there == literal;
  return std::equal(there.begin(), there.end(), literal.begin(), literal.end(),
                    [](char t, char l) { return base::lower(t) == l; });
}

std::size_t index_of(char c) { return static_cast<unsigned char>(c); }

}  // namespace

LiteralSet::LiteralSet(std::vector<Literal> literals) : literals_(std::move(literals)) {
  std::vector<std::size_t> short_ones;
  for (std::size_t i = 0; i < literals_.size(); ++i) {
    const std::string& text = literals_[i].text;
    std::size_t& longest = text.find('\n') == std::string::npos ? longest_line_ : longest_lines_;
    longest = std::max(longest, text.size());
    text.size() >= shortest_long ? add_long(i) : short_ones.push_back(i);
    all_by_first_byte_[index_of(text.front())].push_back(static_cast<std::uint32_t>(i));
  }
  add_short(std::move(short_ones));
  std::sort(pieces_.begin(), pieces_.end(), [](const Piece& a, const Piece& b) { return a.bytes < b.bytes; });
}

/// As many pieces in a row as there are places from one that is looked at to the next: those around the rarest one.
void LiteralSet::add_long(std::size_t literal) {
  const std::string& text = literals_[literal].text;
  const std::size_t first = std::min(rarest_piece(base::lowered(text)), text.size() - shortest_long);
  for (std::size_t offset = first; offset < first + step; ++offset) {
    const std::uint32_t bytes = folded(text.data() + offset);
    pieces_.push_back({bytes, static_cast<std::uint32_t>(literal), offset});
    const std::size_t bit = hash(bytes, hash_bits);
    known_pieces_[bit / 64] |= std::uint64_t{1} << bit % 64;
  }
}

/// Those without a whole piece have groups of the filter to themselves; neighbours in the alphabet share one.
void LiteralSet::add_short(std::vector<std::size_t> short_ones) {
  const auto text = [&](std::size_t literal) -> const std::string& { return literals_[literal].text; };
  std::sort(short_ones.begin(), short_ones.end(), [&](std::size_t a, std::size_t b) { return text(a) < text(b); });
  const auto is_whole = [&](std::size_t literal) { return text(literal).size() >= piece_bytes; };
  const auto whole = static_cast<std::size_t>(std::count_if(short_ones.begin(), short_ones.end(), is_whole));
  const std::size_t own_groups = std::min<std::size_t>(short_ones.size() - whole, LiteralPrefilter::groups / 2);
  const std::size_t shared = LiteralPrefilter::groups - own_groups;
  std::size_t of_whole = 0, of_others = 0;
  for (const std::size_t literal : short_ones) {
    const std::size_t group = is_whole(literal) ? of_whole++ * shared / whole : shared + of_others++ % own_groups;
    filter_.add(text(literal).substr(0, piece_bytes), group);
    short_by_first_byte_[index_of(text(literal).front())].push_back(static_cast<std::uint32_t>(literal));
  }
}

void LiteralSet::find(std::string_view text, std::size_t from, std::vector<Place>& found) const {
  find_long(text, from, found);
  find_short(text, from, found);
}

void LiteralSet::find_long(std::string_view text, std::size_t from, std::vector<Place>& found) const {
  for (std::size_t at = from; at + piece_bytes <= text.size(); at += step) {
    const std::uint32_t bytes = folded(text.data() + at);
    const std::size_t bit = hash(bytes, hash_bits);
    if ((known_pieces_[bit / 64] >> bit % 64 & 1U) == 0) continue;
    auto piece = std::lower_bound(pieces_.begin(), pieces_.end(), bytes,
                                  [](const Piece& p, std::uint32_t wanted) { return p.bytes < wanted; });
    for (; piece != pieces_.end() && piece->bytes == bytes; ++piece) {
      const Literal& literal = literals_[piece->literal];
      if (at < from + piece->offset || !stands(text, at - piece->offset, literal.text, literal.any_case)) continue;
      found.push_back({at - piece->offset, piece->literal});
    }
  }
}

void LiteralSet::find_short(std::string_view text, std::size_t from, std::vector<Place>& found) const {
  constexpr std::size_t most_blocks = 64;
  std::array<std::uint32_t, most_blocks> marks{};
  std::size_t at = from;
  const auto look_at = [&](std::uint64_t marked) {
    for (; marked != 0; marked &= marked - 1)
      find_short_at(text, at + static_cast<std::size_t>(std::countr_zero(marked)), found);
  };
  while (at + block_bytes + LiteralPrefilter::reach <= text.size()) {
    const std::size_t blocks = std::min((text.size() - at - LiteralPrefilter::reach) / block_bytes, most_blocks);
    filter_.mark(text.data() + at, blocks, marks.data());
    for (std::size_t block = 0; block < blocks; ++block, at += block_bytes) look_at(marks[block]);
  }
  // The last bytes are too few for a block: with zeros behind them.
  std::array<char, 2 * block_bytes + LiteralPrefilter::reach> end{};
  const std::size_t size = text.size() - std::min(at, text.size());
  if (size == 0) return;
  std::memcpy(end.data(), text.data() + at, size);
  filter_.mark(end.data(), 2, marks.data());
  const std::uint64_t all = marks[0] | std::uint64_t{marks[1]} << block_bytes;
  look_at(all & ((std::uint64_t{1} << size) - 1));
}

void LiteralSet::find_short_at(std::string_view text, std::size_t at, std::vector<Place>& found) const {
  for (const std::uint32_t literal : short_by_first_byte_[index_of(text[at])])
    if (stands(text, at, literals_[literal].text, literals_[literal].any_case)) found.push_back({at, literal});
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
