#include "text/preview/preview_layout.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "base/ascii.hpp"
#include "text/preview/preview_lines.hpp"

namespace termhost::text {
namespace {

// Shares of the budget. The ends come first, so that what ran and how it ended is always there; what the errors leave
// goes to the tail, then to the head.
constexpr std::size_t head_divisor = 5;
constexpr std::size_t brief_head_divisor = 8;
constexpr std::size_t brief_hints_divisor = 4;  ///< of what is left for errors
constexpr std::size_t tail_divisor = 4;
constexpr std::size_t first_tail_divisor = 16;  ///< of the tail before the errors; the rest of it comes after them
constexpr std::size_t columns_divisor = 8;      ///< of a line, of the budget
constexpr std::size_t closed_gap = 300;  ///< bytes: a gap up to this size next to an error is closed if there is room

/// Lines that the window begins or ends in the middle of are left to the gap.
Window whole_lines(Window window, Position end) {
  if (!window.line_start) {
    const std::size_t part = window.text.find('\n') + 1;
    return {advance(window.position, window.text.substr(0, part)), part == 0 ? "" : window.text.substr(part), true};
  }
  if (window.position.offset + window.text.size() < end.offset)
    window.text = window.text.substr(0, window.text.rfind('\n') + 1);
  return window;
}

/// Part of a line is shown where there is nothing else.
std::vector<PreviewLine> lines_of_end(const std::vector<Window>& windows, const LayoutInput& input) {
  const bool one_line = input.end.lines - input.begin.lines <= 1;
  const std::size_t columns = one_line ? input.end.offset - input.begin.offset : input.budget / columns_divisor;
  std::vector<Window> whole;
  for (const Window& window : windows) whole.push_back(whole_lines(window, input.end));
  std::vector<PreviewLine> lines = preview_lines(whole, columns);
  return lines.empty() ? preview_lines(windows, columns) : lines;
}

class Chooser {
 public:
  explicit Chooser(const LayoutInput& input)
      : folds_(input.folds),
        mark_(widest_mark(input.end, input.folds)),
        left_(input.budget - std::min(input.budget, mark_)),
        head_(lines_of_end(input.head, input)),
        tail_(lines_of_end(input.tail, input)),
        head_end_(input.begin.offset),
        tail_begin_(input.end.offset) {
    const std::size_t folded_ends = (head_.empty() || head_.front().begin == input.begin ? 0 : 1) +
                                    (tail_.empty() || tail_.back().end == input.end.offset ? 0 : 1);
    left_ -= std::min(left_, folded_ends * mark_);
    std::reverse(tail_.begin(), tail_.end());
  }

  enum class FirstLine { Whole, Split };  ///< for a first line that is longer than the allowance

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
      if (tail_taken_ == 0 && first == FirstLine::Split && cost(line) > allowance)
        keep_end(line, line.complete() ? std::min<std::uint64_t>(allowance, behind_errors(line)) : allowance);
      if (!line.line_start && base::without_line_end(line.text).empty()) return;
      if (!spend(line, allowance)) return;
      tail_begin_ = line.begin.offset;
    }
  }

  /// Adds the errors; true if one of them tells the problem and its place. `brief`: hints then get little room.
  bool take_errors(const std::vector<ErrorBlock>& blocks, std::size_t allowance, bool brief) {
    bool explained = false;
    std::vector<const ErrorBlock*> order;
    for (const ErrorBlock& block : blocks) order.push_back(&block);
    std::stable_sort(order.begin(), order.end(), comes_before);
    allowance = std::min(allowance, left_);
    const std::size_t hints = allowance / brief_hints_divisor;
    for (const ErrorBlock* block : order) {
      if (brief && explained && block->rank == ErrorRank::Hint) allowance = std::min(allowance, hints);
      const std::vector<PreviewLine> lines = uncovered(*block);
      const std::size_t price = price_of(lines);
      if (lines.empty() || price > allowance) continue;
      allowance -= price;
      left_ -= price;
      errors_.insert(errors_.end(), lines.begin(), lines.end());
      explained |= block->rank == ErrorRank::Cause;
    }
    return explained;
  }

  [[nodiscard]] std::size_t left() const { return left_; }
  [[nodiscard]] bool has_end() const { return head_taken_ + tail_taken_ > 0; }
  [[nodiscard]] bool empty() const { return !has_end() && errors_.empty(); }

  /// The chosen lines, with those that are cheaper to show than to leave out.
  [[nodiscard]] std::vector<PreviewLine> chosen() const {
    std::vector<PreviewLine> lines(head_.begin(), head_.begin() + static_cast<std::ptrdiff_t>(head_taken_));
    std::copy_if(errors_.begin(), errors_.end(), std::back_inserter(lines),
                 [&](const PreviewLine& line) { return !is_taken(line); });
    std::copy_n(tail_.begin(), tail_taken_, std::back_inserter(lines));
    std::sort(lines.begin(), lines.end(), by_offset);
    std::vector<PreviewLine> closed;
    std::size_t room = left_;
    for (const PreviewLine& line : lines) {
      if (!closed.empty() && closed.back().complete() && line.line_start) {
        const bool beside_error = is_error(closed.back()) || is_error(line);
        const std::size_t more = beside_error && mark_ < closed_gap ? std::min(room, closed_gap - mark_) : 0;
        room -= std::min(room, close_gap(closed, line.begin.offset, mark_ + more));
      }
      closed.push_back(line);
    }
    return closed;
  }

 private:
  [[nodiscard]] std::size_t cost(const PreviewLine& line) const {
    const auto is_paid = [&](const PreviewLine& error) { return error.begin == line.begin && error.text == line.text; };
    if (std::any_of(errors_.begin(), errors_.end(), is_paid)) return 0;
    return line.text.size() + (line.complete() ? 0 : mark_) + (line.follows ? 0 : mark_);
  }

  bool spend(const PreviewLine& line, std::size_t& allowance) {
    if (cost(line) > allowance) return false;
    allowance -= cost(line);
    left_ -= cost(line);
    return true;
  }

  /// True if head or tail have taken the line. They reach over folds, and over text that was not read line by line: an
  /// error between two lines of the head is not taken.
  [[nodiscard]] bool is_taken(const PreviewLine& line) const {
    const auto overlaps = [&](const PreviewLine& taken) {
      return taken.begin.offset < line.end && line.begin.offset < taken.begin.offset + taken.text.size();
    };
    return std::any_of(head_.begin(), head_.begin() + static_cast<std::ptrdiff_t>(head_taken_), overlaps) ||
           std::any_of(tail_.begin(), tail_.begin() + static_cast<std::ptrdiff_t>(tail_taken_), overlaps);
  }

  /// With the marks of the gaps before them, between them, and after a part of a line.
  [[nodiscard]] std::size_t price_of(const std::vector<PreviewLine>& lines) const {
    std::size_t price = 0;
    const PreviewLine* before = nullptr;
    for (const PreviewLine& line : lines) {
      const bool follows = before != nullptr && before->end == line.begin.offset;
      price += line.text.size() + (follows ? 0 : mark_) + (line.line_start ? 0 : mark_);
      before = &line;
    }
    return price;
  }

  static bool comes_before(const ErrorBlock* a, const ErrorBlock* b) {
    return a->rank != b->rank ? a->rank > b->rank : b->explains && !a->explains;
  }

  /// Bytes at the end of the line that follow all errors in it.
  [[nodiscard]] std::uint64_t behind_errors(const PreviewLine& line) const {
    std::uint64_t begin = line.begin.offset;
    for (const PreviewLine& error : errors_) begin = std::max(begin, error.begin.offset + error.text.size());
    return line.end - std::min(begin, line.end);
  }

  [[nodiscard]] bool is_error(const PreviewLine& line) const {
    return std::any_of(errors_.begin(), errors_.end(),
                       [&](const PreviewLine& error) { return error.begin == line.begin; });
  }

  /// Adds the lines up to `to`, if they are known and no longer than `most`. Returns by how much that is more than the
  /// mark of the gap.
  std::size_t close_gap(std::vector<PreviewLine>& lines, std::uint64_t to, std::size_t most) const {
    const std::uint64_t from = lines.back().end;
    if (to <= from || to - from > most) return 0;
    std::vector<PreviewLine> between;
    for (const auto* end : {&head_, &tail_}) {
      if (!between.empty()) continue;
      std::copy_if(end->begin(), end->end(), std::back_inserter(between),
                   [&](const PreviewLine& l) { return l.begin.offset >= from && l.end <= to; });
    }
    const auto bytes = std::accumulate(between.begin(), between.end(), std::uint64_t{0},
                                       [](auto sum, const auto& l) { return sum + l.text.size(); });
    if (bytes != to - from) return 0;
    std::sort(between.begin(), between.end(), by_offset);
    lines.insert(lines.end(), between.begin(), between.end());
    return bytes - std::min<std::uint64_t>(bytes, mark_);
  }

  static bool by_offset(const PreviewLine& a, const PreviewLine& b) { return a.begin.offset < b.begin.offset; }

  static void keep_begin(PreviewLine& line, std::size_t bytes) {
    line.text = code_point_prefix(line.text, bytes);
    line.end = line.begin.offset + line.text.size();
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

  [[nodiscard]] bool is_folded(const PreviewLine& line) const {
    return std::any_of(folds_.begin(), folds_.end(), [&](const Fold& fold) {
      return fold.begin.offset <= line.begin.offset && line.begin.offset < fold.end.offset;
    });
  }

  [[nodiscard]] std::vector<PreviewLine> uncovered(const ErrorBlock& block) const {
    std::vector<PreviewLine> lines = preview_lines({{block.begin, block.text, block.line_start}}, block.text.size());
    if (!lines.empty()) lines.back().end = block.end.offset;
    std::erase_if(lines, [&](const PreviewLine& line) { return is_taken(line) || is_folded(line); });
    return lines;
  }

  const std::vector<Fold>& folds_;
  std::size_t mark_;
  std::size_t left_;
  std::vector<PreviewLine> head_;
  std::vector<PreviewLine> tail_;  ///< last first
  std::vector<PreviewLine> errors_;
  std::size_t head_taken_ = 0;
  std::size_t tail_taken_ = 0;
  std::uint64_t head_end_;
  std::uint64_t tail_begin_;
};

}  // namespace

PreviewText lay_out(const LayoutInput& input) {
  Chooser chooser(input);
  chooser.take_head(input.budget / (input.brief ? brief_head_divisor : head_divisor));
  const std::size_t before_tail = chooser.left(), tail = input.budget / tail_divisor;
  chooser.take_tail(input.budget / first_tail_divisor);
  const std::size_t first_tail = before_tail - chooser.left();
  const bool explained = chooser.take_errors(input.errors, input.budget, input.brief);
  chooser.take_tail(tail - std::min(tail, first_tail));
  if (input.brief && explained && !chooser.has_end()) {  // one line, which has the error
    chooser.take_head(input.budget / brief_head_divisor, Chooser::FirstLine::Split);
    chooser.take_tail(input.budget / brief_head_divisor, Chooser::FirstLine::Split);
  }
  if (!input.brief || !explained) {
    chooser.take_head(chooser.left() / 2, chooser.empty() ? Chooser::FirstLine::Split : Chooser::FirstLine::Whole);
    chooser.take_tail(input.budget, Chooser::FirstLine::Split);
    chooser.take_head(input.budget);
  }
  return assemble(chooser.chosen(), input.folds, {input.begin, input.end}, input.ends_with_line_end);
}

}  // namespace termhost::text
