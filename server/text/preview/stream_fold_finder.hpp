// Finds the folds of a streamed output: cuts the pieces of it into lines. Bounded: it reads lines up to a size that
// outputs of tests and builds seldom have; of the rest it reads only the end, when a preview is made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "text/position.hpp"
#include "text/preview/fold_finder.hpp"

namespace termhost::text {

class StreamFoldFinder {
 public:
  /// `window`: bytes kept of each end. `begin`: of what is folded.
  StreamFoldFinder(Folding folding, std::size_t window, Position begin)
      : finder_(folding, window), looked_at_until_(begin.offset + most_bytes) {}

  /// `text` continues the output at `at`.
  void append(std::string_view text, Position at);

  /// The output that ends here, with its folds. `tail`: its last bytes.
  [[nodiscard]] FoldedOutput finished(const Window& tail) &&;

 private:
  static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 20;

  void take_piece(std::string_view piece, Position at);
  void take_long(std::string_view part, Position at);
  void stop(Position at);
  void go_on(const Window& tail);

  FoldFinder finder_;
  std::string open_line_;  ///< the beginning of a line whose LF has not come yet
  Position open_begin_;
  bool long_line_ = false;  ///< the next bytes belong to a line that is too long
  std::uint64_t looked_at_until_;
  bool stopped_ = false;
  Position stop_;
};

}  // namespace termhost::text
