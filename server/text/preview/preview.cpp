#include "text/preview/preview.hpp"

#include <algorithm>

#include "text/preview/preview_layout.hpp"

namespace termhost::text {
namespace {

constexpr std::size_t windows_per_budget = 2;

}  // namespace

Preview::Preview(std::size_t budget) : budget_(budget), window_(budget * windows_per_budget) {}

void Preview::append(std::string_view text) {
  if (head_.size() < window_) head_.append(text.substr(0, window_ - head_.size()));
  roll_tail(text);
  const Position begin{total_bytes_, line_ends_};
  const Position end = advance(begin, text);
  errors_.scan(text, begin, end);
  total_bytes_ = end.offset;
  line_ends_ = end.lines;
}

void Preview::roll_tail(std::string_view text) {
  if (text.size() >= window_) {
    tail_.assign(text.substr(text.size() - window_));
    return;
  }
  if (tail_.size() + text.size() > 2 * window_) tail_.erase(0, tail_.size() - window_);
  tail_.append(text);
}

std::uint64_t Preview::total_lines() const {
  const bool unterminated = !tail_.empty() && tail_.back() != '\n';
  return line_ends_ + (unterminated ? 1 : 0);
}

PreviewText Preview::make(std::size_t budget) const {
  if (total_bytes_ <= budget) return {head_, {}};
  const std::string_view tail =
      std::string_view(tail_).substr(tail_.size() - std::min<std::size_t>(tail_.size(), window_));
  const Position tail_position{total_bytes_ - tail.size(), line_ends_ - count_line_ends(tail)};
  return lay_out({.budget = budget,
                  .head = {{}, head_, true},
                  .tail = {tail_position, tail, tail_position.offset == 0},
                  .errors = errors_.blocks(),
                  .end = {total_bytes_, line_ends_}});
}

}  // namespace termhost::text
