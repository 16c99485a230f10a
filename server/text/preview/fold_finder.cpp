#include "text/preview/fold_finder.hpp"

#include <utility>

#include "base/ascii.hpp"
#include "text/mask_bytes.hpp"

namespace termhost::text {
namespace {

constexpr std::size_t least_fold = 160;   // bytes: some more than it takes to say so
constexpr std::uint64_t least_alike = 3;  // repeats: fewer are worth to be read
constexpr std::size_t most_headings = 3;  // and blank lines, between two foldable lines
constexpr std::size_t most_held = 2048;   // bytes between them

/// True for a blank or indented line, or a path. Any other line at the margin between tests is some program's output.
bool is_heading(std::string_view line) {
  if (line.empty() || line.starts_with("  ") || line.front() == '\t') return true;
  return line.find(' ') == std::string_view::npos && line.find('/') != std::string_view::npos;
}

}  // namespace

void FoldFinder::take(std::string_view line, Position at) {
  if (begins_in_secret(line)) return take_hidden(line, at);
  const std::string_view text = base::without_line_end(line);
  if (folding_ == Folding::Repeats) return take_ordinary(line, at);
  const LineShape shape = shape_of(text);
  const Folded what = foldable(text, shape);
  if (what != Folded{} || explains_known_) return take_foldable(line, at, what);
  if (open_ != Open::Kinds || !goes_along(text, shape)) return take_ordinary(line, at);
  if (shape.kind != LineKind::Companion) ++headings_;
  hold(line, at);
}

/// The masks of one secret are alike, and nothing that repeats.
void FoldFinder::take_hidden(std::string_view line, Position at) {
  leave_out();
  output_.keep({at, line});
}

void FoldFinder::take_part(const Window& part) {
  leave_out();
  output_.keep(part);
}

void FoldFinder::leave_out() {
  close();
  repeats_.forget();
  explains_known_ = false;
}

/// The kind of a line that tells nothing new; empty for any other line.
Folded FoldFinder::foldable(std::string_view line, const LineShape& shape) {
  const bool explains = std::exchange(explains_known_, false);
  switch (shape.kind) {
    case LineKind::Test: return {.tests = shape.tests};
    case LineKind::Suite: return {.suites = 1};
    case LineKind::Progress:
      if (rank_error_line(line) == ErrorRank::None) return {.progress = 1};
      return {};
    case LineKind::Ordinary:
    case LineKind::Companion:
    case LineKind::Unpassed: break;
  }
  if (const auto diagnostic = diagnostic_in(line)) {
    explains_known_ = shown_.is_known(*diagnostic);
    if (!explains_known_) return {};
    return diagnostic->error ? Folded{.errors = 1} : Folded{.warnings = 1};
  }
  explains_known_ = explains && may_explain(line) && rank_error_line(line) == ErrorRank::None;
  return {};
}

/// True if a line of little content may be folded together with the foldable lines before and after it.
bool FoldFinder::goes_along(std::string_view line, const LineShape& shape) const {
  if (held_.size() + line.size() > most_held || shape.kind == LineKind::Unpassed) return false;
  if (shape.kind == LineKind::Companion) return true;
  return headings_ < most_headings && is_heading(line) && rank_error_line(line) <= ErrorRank::Hint &&
         !diagnostic_in(line);
}

void FoldFinder::take_foldable(std::string_view line, Position at, const Folded& what) {
  if (open_ != Open::Kinds) {
    close();
    repeats_.forget();
    open_ = Open::Kinds;
    fold_ = {at, at, {}};
  }
  hold(line, at);
  fold_.what += what;
  fold_.end = advance(at, line);
  headings_ = 0;
  settle();
}

void FoldFinder::take_ordinary(std::string_view line, Position at) {
  if (open_ == Open::Kinds) close();
  const auto match = repeats_.take(base::without_line_end(line));
  if (!match || match->begins) close();
  if (!match) return output_.keep({at, line});
  if (match->begins) {
    open_ = Open::Repeats;
    fold_ = {at, at, {.period = match->period}};
    blocks_ = 0;
    block_begin_ = at;
    block_alike_ = false;
  }
  hold(line, at);
  block_alike_ |= match->alike;
  if (match->completes) end_block(advance(at, line));
}

/// The last of blocks that are alike is shown: where it got to.
void FoldFinder::end_block(Position end) {
  fold_.what.alike |= block_alike_;
  fold_.end = fold_.what.alike ? block_begin_ : end;
  fold_.what.repeats = fold_.what.alike ? blocks_ : blocks_ + 1;
  ++blocks_;
  block_begin_ = end;
  settle();
}

void FoldFinder::hold(std::string_view line, Position at) {
  if (held_.empty()) held_begin_ = at;
  held_ += line;
}

/// Lets go of what will be folded, whatever comes.
void FoldFinder::settle() {
  worth_it_ = worth_it_ || (fold_.bytes() >= least_fold && (!fold_.what.alike || fold_.what.repeats >= least_alike));
  if (!worth_it_ || fold_.end.offset <= held_begin_.offset) return;
  held_.erase(0, fold_.end.offset - held_begin_.offset);
  held_begin_ = fold_.end;
}

void FoldFinder::close() {
  if (worth_it_) output_.fold(fold_);
  output_.keep({held_begin_, held_});
  held_.clear();
  open_ = Open::Nothing;
  worth_it_ = false;
  headings_ = 0;
}

}  // namespace termhost::text
