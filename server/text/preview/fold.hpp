// A fold: a part of an output that a preview replaces by a few words, because it has no other information.
#pragma once

#include <cstdint>
#include <string>

#include "text/position.hpp"

namespace termhost::text {

/// The lines of a fold, counted by kind. A line without a count of its own belongs to the counted ones around it.
struct Folded {
  std::uint64_t tests = 0, suites = 0;     ///< that passed
  std::uint64_t progress = 0;              ///< lines
  std::uint64_t warnings = 0, errors = 0;  ///< that are shown above
  std::uint64_t repeats = 0;               ///< of the `period` lines above it
  std::uint64_t period = 0;
  bool alike = false;  ///< the repeats differ in numbers

  Folded& operator+=(const Folded& more);  ///< of which repeats can only be in one
  friend bool operator==(const Folded&, const Folded&) = default;
};

struct Fold {
  Position begin;
  Position end;
  Folded what;

  [[nodiscard]] std::uint64_t bytes() const { return end.offset - begin.offset; }
  friend bool operator==(const Fold&, const Fold&) = default;
};

/// "1,204 passing tests, 3 warnings like those above"; "the line above 412 more times"
[[nodiscard]] std::string in_words(const Folded& what);

}  // namespace termhost::text
