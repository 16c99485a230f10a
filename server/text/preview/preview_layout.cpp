#include "text/preview/preview_layout.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "text/preview/preview_lines.hpp"

namespace termhost::text {
namespace {

// Shares of the budget. The ends come first, so that what ran and how it ended is always there; what the errors leave
// goes to the tail, then to the head.
constexpr std::size_t head_divisor = 5;
constexpr std::size_t tail_divisor = 4;
constexpr std::size_t columns_divisor = 8;  ///< of a line, of the budget

/// Lines that the window begins or ends in the middle of are left to the gap, unless there is nothing else.
Window whole_lines(Window window, Position end) {
  if (!window.line_start) {
    const std::size_t part = window.text.find('\n') + 1;
    if (part == 0 || part == window.text.size()) return window;
    return {advance(window.position, window.text.substr(0, part)), window.text.substr(part), true};
  }
  const std::size_t whole = window.text.rfind('\n') + 1;
  if (whole > 0 && window.position.offset + window.text.size() < end.offset) window.text = window.text.substr(0, whole);
  return window;
}

std::vector<PreviewLine> lines_of_end(const Window& window, const LayoutInput& input) {
  const bool one_line = input.end.lines <= 1;
  const std::size_t columns = one_line ? window.text.size() : input.budget / columns_divisor;
  return preview_lines(whole_lines(window, input.end), columns, widest_mark(input.end));
}

class Chooser {
 public:
  explicit Chooser(const LayoutInput& input)
      : mark_(widest_mark(input.end)),
        left_(input.budget - std::min(input.budget, mark_)),
        head_(lines_of_end(input.head, input)),
        tail_(lines_of_end(input.tail, input)),
        tail_begin_(input.end.offset) {
    std::reverse(tail_.begin(), tail_.end());
  }

  enum class FirstLine { Whole, Split };  ///< what to do with a first line that is longer than the allowance

  void take_head(std::size_t allowance, FirstLine first = FirstLine::Whole) {
    allowance = std::min(allowance, left_);
    for (; head_taken_ < head_.size(); ++head_taken_) {
      PreviewLine& line = head_[head_taken_];
      if (line.end > tail_begin_) return;
      if (head_taken_ == 0 && first == FirstLine::Split && cost(line) > allowance) keep_begin(line, allowance);
      if (!spend(line, allowance)) return;
      head_end_ = line.end;
    }
  }

  void take_tail(std::size_t allowance, FirstLine first = FirstLine::Whole) {
    allowance = std::min(allowance, left_);
    for (; tail_taken_ < tail_.size(); ++tail_taken_) {
      PreviewLine& line = tail_[tail_taken_];
      if (line.begin.offset < head_end_) return;
      if (tail_taken_ == 0 && first == FirstLine::Split && cost(line) > allowance) keep_end(line, allowance);
      if (!spend(line, allowance)) return;
      tail_begin_ = line.begin.offset;
    }
  }

  void take_errors(const std::vector<ErrorBlock>& blocks, std::size_t allowance) {
    std::vector<const ErrorBlock*> order;
    for (const ErrorBlock& block : blocks) order.push_back(&block);
    std::stable_sort(order.begin(), order.end(), [](auto* a, auto* b) { return a->rank > b->rank; });
    allowance = std::min(allowance, left_);
    for (const ErrorBlock* block : order) {
      const std::vector<PreviewLine> lines = uncovered(*block);
      const std::size_t price = std::accumulate(lines.begin(), lines.end(), mark_,
                                                [](auto sum, auto& line) { return sum + line.text.size(); });
      if (lines.empty() || price > allowance) continue;
      allowance -= price;
      left_ -= price;
      errors_.insert(errors_.end(), lines.begin(), lines.end());
    }
  }

  [[nodiscard]] std::size_t left() const { return left_; }
  [[nodiscard]] bool empty() const { return head_taken_ + tail_taken_ + errors_.size() == 0; }

  [[nodiscard]] std::vector<PreviewLine> chosen() const {
    std::vector<PreviewLine> lines(head_.begin(), head_.begin() + static_cast<std::ptrdiff_t>(head_taken_));
    std::copy_if(errors_.begin(), errors_.end(), std::back_inserter(lines),
                 [&](const PreviewLine& p) { return between(p); });
    std::copy_n(tail_.begin(), tail_taken_, std::back_inserter(lines));
    std::sort(lines.begin(), lines.end(),
              [](const PreviewLine& a, const PreviewLine& b) { return a.begin.offset < b.begin.offset; });
    return lines;
  }

 private:
  [[nodiscard]] std::size_t cost(const PreviewLine& line) const {
    return line.text.size() + (line.complete() ? 0 : mark_);
  }

  bool spend(const PreviewLine& line, std::size_t& allowance) {
    if (cost(line) > allowance) return false;
    allowance -= cost(line);
    left_ -= cost(line);
    return true;
  }

  [[nodiscard]] bool between(const PreviewLine& line) const {
    return line.begin.offset >= head_end_ && line.end <= tail_begin_;
  }

  static void keep_begin(PreviewLine& line, std::size_t bytes) {
    line.text = code_point_prefix(line.text, bytes);
    line.end = line.begin.offset + line.text.size();
    line.folded = false;
  }

  void keep_end(PreviewLine& line, std::size_t bytes) const {
    if (!line.complete()) {
      line.text = code_point_prefix(line.text, bytes - std::min(bytes, mark_));
      return;
    }
    const std::string_view kept = code_point_suffix(line.text, bytes);
    line.begin = advance(line.begin, line.text.substr(0, line.text.size() - kept.size()));
    line.text = kept;
    line.line_start = false;
  }

  [[nodiscard]] std::vector<PreviewLine> uncovered(const ErrorBlock& block) const {
    std::vector<PreviewLine> lines = preview_lines({block.begin, block.text}, block.text.size(), block.text.size());
    if (!lines.empty()) lines.back().end = block.end.offset;
    std::erase_if(lines, [&](const PreviewLine& line) { return !between(line); });
    return lines;
  }

  std::size_t mark_;
  std::size_t left_;
  std::vector<PreviewLine> head_;
  std::vector<PreviewLine> tail_;  ///< last first
  std::vector<PreviewLine> errors_;
  std::size_t head_taken_ = 0;
  std::size_t tail_taken_ = 0;
  std::uint64_t head_end_ = 0;
  std::uint64_t tail_begin_;
};

}  // namespace

PreviewText lay_out(const LayoutInput& input) {
  Chooser chooser(input);
  chooser.take_head(input.budget / head_divisor);
  chooser.take_tail(input.budget / tail_divisor);
  chooser.take_errors(input.errors, input.budget);
  chooser.take_head(chooser.left() / 2, chooser.empty() ? Chooser::FirstLine::Split : Chooser::FirstLine::Whole);
  chooser.take_tail(input.budget, Chooser::FirstLine::Split);
  chooser.take_head(input.budget);
  return assemble(chooser.chosen(), input.end, input.tail.text.ends_with('\n'));
}

}  // namespace termhost::text
