// A regular expression as a nondeterministic automaton over bytes, made to be asked one thing: does a line match? RE2
// has said before that the expression is valid; what a search for lines seldom needs (Unicode classes, what is not some
// character beyond ASCII, characters by octal number) is left to RE2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tool/character_set.hpp"

namespace termhost::tool {

enum class LineAssertion : std::uint8_t { LineStart, LineEnd, WordBorder, NoWordBorder };

struct LineStep {
  enum class Kind : std::uint8_t { Bytes, Fork, Assertion, Match };
  Kind kind = Kind::Fork;
  LineAssertion assertion = LineAssertion::LineStart;
  std::uint16_t next = 0;   ///< number of the step that follows
  std::uint16_t other = 0;  ///< of a fork: follows as well
  ByteSet bytes;            ///< what the next byte may be
};

struct LineProgram {
  std::vector<LineStep> steps;
  std::uint16_t start = 0;
  bool regardless_of_case = true;  ///< all of it
};

/// `pattern`: RE2's syntax, taken regardless of case, line by line. Nothing where it has more than is understood here.
[[nodiscard]] std::optional<LineProgram> compile_line_pattern(std::string_view pattern);

}  // namespace termhost::tool
