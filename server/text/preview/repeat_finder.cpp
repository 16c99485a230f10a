#include "text/preview/repeat_finder.hpp"

#include <algorithm>

#include "text/errors/error_lines.hpp"

namespace termhost::text {

/// The rows of a table are not a repetition, and what an error says of another place is another error.
bool RepeatFinder::has_own_say(std::string_view line) {
  if (!has_own_say_) has_own_say_ = !has_word(line) || is_row(line) || rank_error_line(line) > ErrorRank::Hint;
  return *has_own_say_;
}

Likeness RepeatFinder::compare(std::string_view line, std::string_view with) {
  if (only_equal_ || has_own_say_.value_or(false)) return line == with ? Likeness::Equal : Likeness::Different;
  const Likeness found = likeness(line, with);
  return found == Likeness::Alike && has_own_say(line) ? Likeness::Different : found;
}

const std::string& RepeatFinder::line_back(std::size_t distance) const {
  return recent_[(lines_ - distance) % longest_period];
}

void RepeatFinder::remember(std::string_view line) { recent_[lines_++ % longest_period] = line; }

std::optional<RepeatFinder::Match> RepeatFinder::take(std::string_view line) {
  if (line.size() > longest_line) {
    forget();
    return std::nullopt;
  }
  has_own_say_.reset();
  std::optional<Match> match = go_on(line);
  if (!match) match = begin(line);
  remember(line);
  return match;
}

std::optional<RepeatFinder::Match> RepeatFinder::go_on(std::string_view line) {
  if (period_ == 0) return std::nullopt;
  const Likeness found = compare(line, block_[at_]);
  if (found == Likeness::Different) {
    period_ = 0;
    return std::nullopt;
  }
  at_ = (at_ + 1) % period_;
  return Match{period_, false, at_ == 0, found == Likeness::Alike};
}

std::optional<RepeatFinder::Match> RepeatFinder::begin(std::string_view line) {
  const std::size_t longest = only_equal_ ? 1 : longest_period;
  for (std::size_t period = 1; period <= std::min(lines_, longest); ++period) {
    const Likeness found = compare(line, line_back(period));
    if (found == Likeness::Different) continue;
    for (std::size_t i = 0; i < period; ++i) block_[i] = line_back(period - i);
    period_ = period;
    at_ = 1 % period;
    return Match{period, true, at_ == 0, found == Likeness::Alike};
  }
  return std::nullopt;
}

}  // namespace termhost::text
