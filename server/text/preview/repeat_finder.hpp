// Finds, line by line, repeats of the last few lines: one line or a block of them, equal or alike.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "text/errors/likeness.hpp"

namespace termhost::text {

class RepeatFinder {
 public:
  static constexpr std::size_t longest_period = 8;
  static constexpr std::size_t longest_line = 512;  ///< longer ones are never looked for

  /// `only_equal`: single lines that are equal to the one above.
  explicit RepeatFinder(bool only_equal) : only_equal_(only_equal) {}

  struct Match {
    std::size_t period = 0;  ///< lines
    bool begins = false;     ///< else it goes on with the repeats that the matches before it are of
    bool completes = false;  ///< the block, so that the next line begins another
    bool alike = false;      ///< not equal
  };

  /// The repeat that `line`, without its LF, belongs to. A line that reports an error repeats only lines equal to it.
  std::optional<Match> take(std::string_view line);
  /// Forgets all lines: the next line does not follow the last one directly.
  void forget() { lines_ = period_ = 0; }

 private:
  [[nodiscard]] const std::string& line_back(std::size_t distance) const;
  void remember(std::string_view line);
  std::optional<Match> go_on(std::string_view line);
  std::optional<Match> begin(std::string_view line);

  [[nodiscard]] Likeness compare(std::string_view line, std::string_view with);
  [[nodiscard]] bool has_own_say(std::string_view line);

  bool only_equal_;
  std::array<std::string, longest_period> recent_;  ///< a ring
  std::array<std::string, longest_period> block_;   ///< the repeated lines
  std::size_t lines_ = 0;                           ///< that came since all was forgotten
  std::size_t period_ = 0;                          ///< 0: nothing repeats now
  std::size_t at_ = 0;                              ///< the line of the block that is expected
  std::optional<bool> has_own_say_;                 ///< the line that is looked at, once that is known
};

}  // namespace termhost::text
