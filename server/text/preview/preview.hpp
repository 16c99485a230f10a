// Preview: what a model gets of an output that is too long for it. Head, tail, and the lines in between that look like
// the error, within a fixed number of bytes, with every gap stated; what tells nothing new is folded before, so that
// more of the rest fits. Built while the output streams by; memory is a few times the budget, whatever the length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/preview/error_collector.hpp"
#include "text/preview/stream_folder.hpp"

namespace termhost::text {

/// A part of the output that a preview leaves out.
struct Gap {
  std::uint64_t offset = 0;  ///< bytes from the start of the output
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;  ///< line ends in those bytes: 0 for a part of one line
  std::string folded;       ///< what they are, in words; empty: what there was no room for
  friend bool operator==(const Gap&, const Gap&) = default;
};

/// Shown + omitted = total, to the byte: text without its gap marks has total - sum(omitted.bytes) bytes.
struct PreviewText {
  std::string text;
  std::vector<Gap> omitted;  ///< in order, disjoint, one for each gap mark
};

class Preview {
 public:
  /// `budget`: the most bytes that make() returns, gap marks included. `compact`: folds all that tells nothing new, and
  /// shows less of the ends where there is an error; else only lines that are equal to the one above are folded.
  explicit Preview(std::size_t budget, bool compact = true);

  void append(std::string_view text);

  [[nodiscard]] std::uint64_t total_bytes() const { return total_bytes_; }
  [[nodiscard]] std::uint64_t total_lines() const;  ///< an unterminated last line counts
  /// All that was appended, while it fits the budget.
  [[nodiscard]] bool whole() const { return whole_with(0); }
  [[nodiscard]] bool whole_with(std::size_t more_bytes) const { return total_bytes_ + more_bytes <= budget_; }
  /// The first bytes of the output: all of it while whole().
  [[nodiscard]] std::string_view head() const { return head_; }

  /// The last bytes of the output, more than the budget.
  [[nodiscard]] std::string_view tail() const { return tail_; }

  [[nodiscard]] PreviewText make() const { return make(budget_); }
  /// With a smaller budget.
  [[nodiscard]] PreviewText make(std::size_t budget) const;

 private:
  void roll_tail(std::string_view text);
  [[nodiscard]] std::size_t window_bytes() const { return 2 * budget_; }

  std::size_t budget_;
  bool compact_;
  std::string head_;     ///< the first bytes, as many as the budget
  std::string tail_;     ///< the last ones, at least `window_bytes()` of them once there are as many
  StreamFolder folder_;  ///< has got nothing as long as all fits
  ErrorCollector errors_;
  std::uint64_t total_bytes_ = 0;
  std::uint64_t line_ends_ = 0;
};

}  // namespace termhost::text
