#include "text/preview/folded_output.hpp"

namespace termhost::text {
namespace {

constexpr std::size_t most_folds_of_end = 96;

/// So that one mark can say both.
bool adjoin(const Fold& before, const Fold& fold) { return before.end == fold.begin && fold.what.repeats == 0; }

}  // namespace

void FoldedOutput::keep(Window window) {
  tail_.append(window);
  if (tail_.size() > 2 * window_) tail_.remove_prefix(tail_.size() - window_);
  if (head_.size() == window_) return;
  window.text = window.text.substr(0, window_ - head_.size());
  head_.append(window);
}

void FoldedOutput::fold(const Fold& fold) {
  if (!folds_.empty() && adjoin(folds_.back(), fold)) {
    folds_.back().end = fold.end;
    folds_.back().what += fold.what;
    return;
  }
  folds_.push_back(fold);
  if (folds_.size() > 2 * most_folds_of_end) folds_.erase(folds_.begin() + most_folds_of_end);
}

}  // namespace termhost::text
