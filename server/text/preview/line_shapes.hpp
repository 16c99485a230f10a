// Lines that test runners, builds and package managers print by the hundred when nothing is wrong. The table in
// line_shapes.cpp has all the knowledge; nothing here depends on the command that ran.
#pragma once

#include <cstdint>
#include <string_view>

namespace termhost::text {

enum class LineKind {
  Ordinary,
  Test,       ///< one or more tests that passed
  Suite,      ///< a file, package or class of tests that passed
  Progress,   ///< a step of a build, a download
  Companion,  ///< belongs to the lines around it: "=== RUN   TestX"
  Unpassed,   ///< a test that failed, was skipped or is to be written: never within a fold
};

struct LineShape {
  LineKind kind = LineKind::Ordinary;
  std::uint64_t tests = 0;  ///< that a Test line reports
};

/// `line` without its LF.
[[nodiscard]] LineShape shape_of(std::string_view line);

}  // namespace termhost::text
