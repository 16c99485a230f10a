// Both ends of an output, without its folds, and a list of the folds.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "text/preview/fold.hpp"
#include "text/preview/strip.hpp"

namespace termhost::text {

class FoldedOutput {
 public:
  /// `window`: bytes kept of each end.
  explicit FoldedOutput(std::size_t window) : window_(window) {}

  /// Each must come after all parts that were kept or folded before.
  void keep(Window window);
  void fold(const Fold& fold);

  [[nodiscard]] std::vector<Window> head() const { return head_.windows(window_); }
  [[nodiscard]] std::vector<Window> tail() const { return tail_.windows(window_); }
  /// In order. Of very many those in the middle are missing: no preview reaches them.
  [[nodiscard]] const std::vector<Fold>& folds() const { return folds_; }

 private:
  std::size_t window_;
  Strip head_;
  Strip tail_;
  std::vector<Fold> folds_;
};

}  // namespace termhost::text
