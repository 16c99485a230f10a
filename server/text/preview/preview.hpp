// Preview: the part of a long output that a model gets. It has the head, the tail, and the lines in between that look
// like the error, within a fixed number of bytes, and states each gap. Lines that tell nothing new are folded first, so
// that more of the rest fits. Built while the output streams by; memory is a few times the budget, whatever the length.
//
// An output of up to `whole_share` budgets is shown whole if a preview would make the reader ask for the rest: little
// of it would be folded, and none of its lines looks like the error (bench/tokens measures the rule).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/errors/error_collector.hpp"
#include "text/position.hpp"
#include "text/preview/stream_fold_finder.hpp"

namespace termhost::text {

/// A part of the output that a preview leaves out.
struct Gap {
  std::uint64_t offset = 0;  ///< bytes from the start of the output
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;  ///< line ends in those bytes: 0 for a part of one line
  std::string folded;       ///< their kind, in words; empty: lines without room
  friend bool operator==(const Gap&, const Gap&) = default;
};

/// Shown + omitted = size, to the byte: text without its gap marks has size - sum(omitted.bytes) bytes.
struct PreviewText {
  std::string text;
  std::vector<Gap> omitted;  ///< in order, disjoint, one for each gap mark
};

class Preview {
 public:
  static constexpr std::size_t whole_share = 3;

  /// `budget`: the most bytes of a preview, gap marks included. `compact`: folds all that tells nothing new, and
  /// shows less of the ends where there is an error; else only lines that are equal to the one above are folded, and
  /// what is whole does not depend on them. `begin`: where the previewed part of the output begins.
  explicit Preview(std::size_t budget, bool compact = true, Position begin = {});

  void append(std::string_view text);

  [[nodiscard]] Position begin() const { return begin_; }
  [[nodiscard]] Position end() const { return end_; }
  /// True if the last appended byte ended a line, or there is none.
  [[nodiscard]] bool ends_line() const { return tail_.empty() || tail_.back() == '\n'; }

  /// The last bytes of the output, more than the budget.
  [[nodiscard]] std::string_view tail() const { return tail_; }

  [[nodiscard]] PreviewText make() const { return make(budget_); }
  /// A preview with a smaller budget.
  [[nodiscard]] PreviewText make(std::size_t budget) const;

 private:
  void roll_tail(std::string_view text);
  [[nodiscard]] std::uint64_t size() const { return end_.offset - begin_.offset; }
  [[nodiscard]] bool fits_with(std::size_t more_bytes) const { return size() + more_bytes <= budget_; }
  [[nodiscard]] bool is_whole(std::size_t budget, const FoldedOutput& folded,
                              const std::vector<ErrorBlock>& errors) const;
  [[nodiscard]] std::size_t window_bytes() const { return 2 * budget_; }

  std::size_t budget_;
  bool compact_;
  Position begin_, end_;
  std::string head_;         ///< the first bytes, as many as may be shown whole
  std::string tail_;         ///< the last ones, at least `window_bytes()` of them once there are as many
  StreamFoldFinder finder_;  ///< has got nothing as long as all fits
  ErrorCollector errors_;
};

}  // namespace termhost::text
