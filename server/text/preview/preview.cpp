#include "text/preview/preview.hpp"

#include <algorithm>
#include <utility>

#include "text/preview/preview_layout.hpp"

namespace termhost::text {

Preview::Preview(std::size_t budget, bool compact)
    : budget_(budget),
      compact_(compact),
      folder_(compact ? Folding::All : Folding::Repeats, budget),
      errors_(compact) {}

void Preview::append(std::string_view text) {
  const Position begin{total_bytes_, line_ends_};
  const Position end = advance(begin, text);
  if (!whole_with(text.size())) {
    if (whole()) folder_.append(head_, {});
    folder_.append(text, begin);
  }
  if (head_.size() < budget_) head_.append(text.substr(0, budget_ - head_.size()));
  roll_tail(text);
  errors_.scan(text, begin, end);
  total_bytes_ = end.offset;
  line_ends_ = end.lines;
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

std::uint64_t Preview::total_lines() const {
  const bool unterminated = !tail_.empty() && tail_.back() != '\n';
  return line_ends_ + (unterminated ? 1 : 0);
}

PreviewText Preview::make(std::size_t budget) const {
  if (total_bytes_ <= budget) return {head_, {}};
  const std::string_view tail =
      std::string_view(tail_).substr(tail_.size() - std::min<std::size_t>(tail_.size(), window_bytes()));
  const Position position{total_bytes_ - tail.size(), line_ends_ - count_line_ends(tail)};
  StreamFolder folder = folder_;
  if (whole()) folder.append(head_, {});
  const FoldedOutput folded = std::move(folder).finished({position, tail, position.offset == 0});
  return lay_out({.budget = budget,
                  .head = folded.head(),
                  .tail = folded.tail(),
                  .folds = folded.folds(),
                  .errors = errors_.blocks(),
                  .end = {total_bytes_, line_ends_},
                  .ends_with_line_end = tail.ends_with('\n'),
                  .brief = compact_});
}

}  // namespace termhost::text
