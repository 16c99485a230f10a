#include "text/preview/preview.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "text/preview/preview_layout.hpp"

namespace termhost::text {
namespace {

constexpr std::uint64_t little_divisor = 4;  ///< of the output: folds that leave out less are little

bool says_what_is_wrong(const std::vector<ErrorBlock>& errors) {
  return std::any_of(errors.begin(), errors.end(),
                     [](const ErrorBlock& block) { return block.rank == ErrorRank::Cause; });
}

std::uint64_t bytes_in(const std::vector<Fold>& folds) {
  return std::accumulate(folds.begin(), folds.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const Fold& fold) { return sum + fold.bytes(); });
}

}  // namespace

Preview::Preview(std::size_t budget, bool compact, Position begin)
    : budget_(budget),
      compact_(compact),
      begin_(begin),
      end_(begin),
      finder_(compact ? Folding::All : Folding::Repeats, budget, begin),
      errors_(compact) {}

void Preview::append(std::string_view text) {
  const Position from = end_;
  const Position to = advance(from, text);
  if (!fits_with(text.size())) {
    if (fits_with(0)) finder_.append(head_, begin_);
    finder_.append(text, from);
  }
  const std::size_t kept = whole_share * budget_;
  if (head_.size() < kept) head_.append(text.substr(0, kept - head_.size()));
  roll_tail(text);
  errors_.scan(text, from, to);
  end_ = to;
}

void Preview::roll_tail(std::string_view text) {
  const std::size_t window = window_bytes();
  if (text.size() >= window) {
    tail_.assign(text.substr(text.size() - window));
    return;
  }
  if (tail_.size() + text.size() > 2 * window) tail_.erase(0, tail_.size() - window);
  tail_.append(text);
}

bool Preview::is_whole(std::size_t budget, const FoldedOutput& folded, const std::vector<ErrorBlock>& errors) const {
  if (size() > whole_share * budget) return false;
  return bytes_in(folded.folds()) * little_divisor < size() && (!compact_ || !says_what_is_wrong(errors));
}

PreviewText Preview::make(std::size_t budget) const {
  if (size() <= budget) return {head_, {}};
  const std::string_view tail =
      std::string_view(tail_).substr(tail_.size() - std::min<std::size_t>(tail_.size(), window_bytes()));
  const Position position{end_.offset - tail.size(), end_.lines - count_line_ends(tail)};
  StreamFoldFinder finder = finder_;
  if (fits_with(0)) finder.append(head_, begin_);
  const FoldedOutput folded = std::move(finder).finished({position, tail, position == begin_});
  const std::vector<ErrorBlock> errors = errors_.blocks();
  if (is_whole(budget, folded, errors)) return {head_, {}};
  return lay_out({.budget = budget,
                  .head = folded.head(),
                  .tail = folded.tail(),
                  .folds = folded.folds(),
                  .errors = errors,
                  .begin = begin_,
                  .end = end_,
                  .ends_with_line_end = tail.ends_with('\n'),
                  .brief = compact_});
}

}  // namespace termhost::text
