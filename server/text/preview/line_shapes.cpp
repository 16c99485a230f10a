#include "text/preview/line_shapes.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "base/ascii.hpp"
#include "text/search/keyword_scanner.hpp"

namespace termhost::text {
namespace {

/// A line, blanks at its start skipped. In `glob` a blank matches some blanks, # a number such as 1.5 or 1,204 or a #,
/// * anything; any other character matches itself.
struct Shape {
  std::string_view glob;
  LineKind kind;
};

constexpr auto Test = LineKind::Test;
constexpr auto Suite = LineKind::Suite;
constexpr auto Progress = LineKind::Progress;
constexpr auto Companion = LineKind::Companion;
constexpr auto Unpassed = LineKind::Unpassed;

/// The first that fits decides.
constexpr std::array shapes{
    // jest: packages/jest-reporters/src/getResultHeader.ts, VerboseReporter.ts. vitest: packages/vitest/src/node/
    // reporters/base.ts. mocha: lib/reporters/base.js. ava, Playwright's list, bats: the same marks.
    Shape{"PASS *", Suite},
    Shape{"\u2713 *", Test},
    Shape{"\u2714 *", Test},
    Shape{"\u221a *", Test},
    Shape{"#) *", Unpassed},
    Shape{"- *", Unpassed},
    Shape{"\u25cb *", Unpassed},
    Shape{"\u270e *", Unpassed},
    Shape{"\u2193 *", Unpassed},
    Shape{"\ufe63 *", Unpassed},
    // node:test, its spec reporter and TAP: lib/internal/test_runner/reporter in nodejs/node
    Shape{"\u25b6 *", Companion},
    Shape{"ok # *", Test},
    Shape{"ok #", Test},
    Shape{"# Subtest: *", Companion},
    Shape{"---", Companion},
    Shape{"...", Companion},
    Shape{"duration_ms: #", Companion},
    Shape{"type: 'test'", Companion},
    Shape{"type: 'suite'", Companion},
    Shape{"#..#", Companion},
    // bun: docs/test/reporters
    Shape{"(pass) *", Test},
    // Go: cmd/internal/test2json/test2json.go, cmd/go/internal/test/test.go
    Shape{"=== RUN *", Companion},
    Shape{"=== PAUSE *", Companion},
    Shape{"=== CONT *", Companion},
    Shape{"=== NAME *", Companion},
    Shape{"--- PASS: *", Test},
    Shape{"--- SKIP: *", Unpassed},
    Shape{"PASS", Companion},
    Shape{"ok * [no tests to run]", Companion},
    Shape{"ok * #s*", Suite},
    Shape{"ok * (cached)*", Suite},
    Shape{"? * [no test files]", Companion},
    // Rust: library/test/src/formatters/pretty.rs, cargo/src/cargo/ops/cargo_test.rs
    Shape{"test * ... ok", Test},
    Shape{"test_* (*) ... ok", Test},  // unittest -v: Lib/unittest/runner.py
    Shape{"running # test*", Companion},
    Shape{"Running *(target*", Companion},
    Shape{"Doc-tests *", Companion},
    Shape{"test result: ok. *", Companion},
    // CTest: Source/CTest/cmCTestRunTest.cxx
    Shape{"Start #: *", Companion},
    Shape{"#/# Test ##: * Passed *sec", Test},
    // GoogleTest: PrettyUnitTestResultPrinter in googletest/src/gtest.cc
    Shape{"[ RUN ] *", Companion},
    Shape{"[ OK ] *", Test},
    Shape{"[----------]*", Companion},
    // Meson: mesonbuild/mtest.py. Automake: lib/am/check.am. prove: TAP::Formatter::Session
    Shape{"#/# * OK #s*", Test},
    Shape{"#/# *", Unpassed},
    Shape{"PASS: *", Test},
    // Surefire: ConsoleReporter, TestSetStats. XCTest: XCTestLog. dotnet test: src/vstest.console ConsoleLogger.cs
    Shape{"[INFO] Running *", Companion},
    Shape{"[INFO] Tests run: #, Failures: 0, Errors: 0, *in *", Suite},
    Shape{"Test Case * started*", Companion},
    Shape{"Test Case * passed *", Test},
    Shape{"Passed * [* ms]", Test},
    Shape{"Passed * [* s]", Test},
    // CMake and Ninja: "[ 12%] Building", "[12/240] Building"; Bazel, Meson the same
    Shape{"[#%] *", Progress},
    Shape{"[ #%] *", Progress},
    Shape{"[#/#] *", Progress},
    Shape{"[#,# / #] *", Progress},
    Shape{"make[#]: Entering directory *", Progress},
    Shape{"make[#]: Leaving directory *", Progress},
    // Compilers as make shows them, Kbuild's and Automake's short forms (V=0)
    Shape{"gcc *-c *", Progress},
    Shape{"cc *-c *", Progress},
    Shape{"g++ *-c *", Progress},
    Shape{"c++ *-c *", Progress},
    Shape{"clang *-c *", Progress},
    Shape{"clang++ *-c *", Progress},
    Shape{"CC *.*o", Progress},
    Shape{"CXX *.*o", Progress},
    Shape{"LD *.*", Progress},
    Shape{"AR *.*", Progress},
    Shape{"checking *... *", Progress},  // Autoconf: AC_MSG_CHECKING
    Shape{"-- Looking for *", Progress},
    Shape{"-- Performing Test *", Progress},
    Shape{"-- Detecting *", Progress},
    // Cargo: src/cargo/core/compiler/job_queue, ops/registry
    Shape{"Compiling * v#*", Progress},
    Shape{"Checking * v#*", Progress},
    Shape{"Downloaded * v#*", Progress},
    Shape{"Downloading *", Progress},
    Shape{"Adding * v#*", Progress},
    Shape{"Fresh * v#*", Progress},
    Shape{"Dirty * v#*", Progress},
    // npm, yarn, pnpm, pip, Go, Maven, Gradle
    Shape{"npm warn deprecated *", Progress},
    Shape{"npm WARN deprecated *", Progress},
    Shape{"npm http *", Progress},
    Shape{"\u27a4 YN0000: *", Progress},  // yarn: packages/yarnpkg-core/sources/MessageName.ts
    Shape{"\u27a4 YN0007: *", Progress},  // must be built
    Shape{"\u27a4 YN0008: *", Progress},  // must be rebuilt
    Shape{"\u27a4 YN0013: *", Progress},  // is fetched
    Shape{"\u27a4 YN0019: *", Progress},  // is not needed in the cache any more
    Shape{"Progress: resolved *", Progress},
    Shape{"Collecting *", Progress},
    Shape{"Using cached *", Progress},
    Shape{"Requirement already satisfied: *", Progress},
    Shape{"go: downloading *", Progress},
    Shape{"[INFO] Download*", Progress},
    Shape{"Downloaded from *", Progress},
    Shape{"> Task :* SKIPPED", Unpassed},
    Shape{"> Task :*", Progress},
    Shape{"Download http*", Progress},
    // apt and dpkg
    Shape{"Get:# *", Progress},
    Shape{"Hit:# *", Progress},
    Shape{"Selecting previously unselected package *", Progress},
    Shape{"Preparing to unpack *", Progress},
    Shape{"Unpacking *", Progress},
    Shape{"Setting up *", Progress},
    Shape{"Processing triggers for *", Progress},
    // BuildKit, git, Python's compileall
    Shape{"## sha#:*", Progress},
    Shape{"## CACHED", Progress},
    Shape{"remote: Counting objects: *", Progress},
    Shape{"remote: Compressing objects: *", Progress},
    Shape{"Receiving objects: *", Progress},
    Shape{"Resolving deltas: *", Progress},
    Shape{"Updating files: *", Progress},
    Shape{"Listing '*'...", Progress},
    Shape{"Compiling '*'...", Progress},
};

/// Shapes that begin with anything. A line without any of `open_words` is none of them.
constexpr std::array open_shapes{
    Shape{"*::* PASSED", Test},       // pytest -v: src/_pytest/terminal.py
    Shape{"*::* PASSED [*%]", Test},  //
    Shape{"* ... ok (#ms)", Test},    // Deno: cli/tools/test/reporters/pretty.rs
    Shape{"* ... ok", Progress},
    Shape{"* ... ignored *", Unpassed},
    Shape{"*.t .*. ok*", Suite},     // prove
    Shape{"* > * PASSED", Test},     // Gradle: TestEventLogger
    Shape{"*:#: passed: *", Test},   // Catch2: reporters/catch_reporter_compact.cpp
    Shape{"*#* = # s = .", Test},    // minitest -v: lib/minitest.rb, ProgressReporter
    Shape{"*: note: *", Companion},  // a compiler's note about the warning before it
    Shape{"*: In function *:", Companion},
    Shape{"*: In member function *:", Companion},
    Shape{"*: Pulling fs layer", Progress},  // docker pull: pkg/jsonmessage
    Shape{"*: Pull complete", Progress},
    Shape{"*: Download complete", Progress},
    Shape{"*: Verifying Checksum", Progress},
    Shape{"*: Still creating... *", Progress},  // Terraform: internal/command/views/hook_ui.go
};
constexpr auto open_words = std::to_array<std::string_view>({
    " passed",
    " ... ok",
    " ... ignored",
    ".t .",
    ": passed: ",
    " s = .",
    ": note: ",
    ": in function",
    ": in member function",
    ": pulling fs",
    ": pull complete",
    ": download complete",
    ": verifying checksum",
    ": still creating",
});

std::size_t end_of_number(std::string_view text, std::size_t at) {
  while (at < text.size() && (base::is_digit(text[at]) || text[at] == '.' || text[at] == ',')) ++at;
  while (at > 0 && !base::is_digit(text[at - 1])) --at;
  return at;
}

/// The number of bytes of `text` that the first character of `glob` (not a `*`) matches; 0: they differ.
std::size_t taken_by(char glob, std::string_view text) {
  if (text.empty()) return 0;
  if (glob == ' ') return std::min(text.find_first_not_of(" \t"), text.size());
  if (glob == '#') return base::is_digit(text.front()) ? end_of_number(text, 0) : text.front() == '#' ? 1 : 0;
  return glob == text.front() ? 1 : 0;
}

bool matches(std::string_view glob, std::string_view text) {
  std::size_t star = std::string_view::npos, resume = 0, g = 0, t = 0;
  while (t < text.size() || (g < glob.size() && glob[g] == '*')) {
    if (g < glob.size() && glob[g] == '*') {
      star = ++g;
      resume = t;
      if (g == glob.size()) return true;
      continue;
    }
    const std::size_t taken = g < glob.size() ? taken_by(glob[g], text.substr(t)) : 0;
    if (taken > 0) {
      ++g;
      t += taken;
    } else {
      if (star == std::string_view::npos || resume >= text.size()) return false;
      g = star;
      t = ++resume;
    }
  }
  return g == glob.size();
}

/// The shapes that a line with a given first byte may have.
class ByFirstByte {
 public:
  ByFirstByte() {
    for (const Shape& shape : shapes) {
      add(shape.glob.front(), shape);
      if (shape.glob.front() != '#') continue;
      for (char digit = '0'; digit <= '9'; ++digit) add(digit, shape);
    }
  }

  [[nodiscard]] const std::vector<Shape>& of(char first) const { return lists_[static_cast<unsigned char>(first)]; }

 private:
  void add(char first, const Shape& shape) { lists_[static_cast<unsigned char>(first)].push_back(shape); }

  std::array<std::vector<Shape>, 256> lists_;
};

/// pytest, unittest, PHPUnit, RSpec, minitest: a dot for each test that passed, s and x for what was skipped, after a
/// file's name and before "[ 12%]" or "61 / 120 ( 50%)". Dots alone may be anything's.
LineShape dotted(std::string_view line) {
  constexpr std::string_view marks = ".sSx";
  constexpr std::size_t fewest = 4;
  const bool counted = line.ends_with("%]") || line.ends_with("%)");
  if (!counted && marks.find(line.back()) == std::string_view::npos) return {};
  const std::string_view body = line.substr(0, counted ? line.find_last_of("[(") : line.size());
  const std::size_t end = body.find_last_of(marks) + 1;
  if (end == 0 || (!counted && end != line.size())) return {};
  const std::size_t begin = body.substr(0, end).find_last_not_of(marks) + 1;
  const bool named = body.substr(0, begin).ends_with(".py ");
  const std::string_view run = body.substr(begin, end - begin);
  const auto dots = static_cast<std::uint64_t>(std::count(run.begin(), run.end(), '.'));
  if ((begin > 0 && !named) || dots < fewest) return {};
  return counted ? LineShape{LineKind::Test, dots} : LineShape{LineKind::Progress, 0};
}

/// "✓ test/a.test.js (3 tests) 2ms"
std::uint64_t tests_in(std::string_view line) {
  const std::size_t open = line.rfind(" test");
  const std::size_t digits = open == std::string_view::npos ? open : line.find_last_not_of("0123456789", open - 1);
  if (digits == std::string_view::npos || line[digits] != '(' || digits + 1 == open) return 1;
  std::uint64_t number = 0;
  std::from_chars(line.data() + digits + 1, line.data() + open, number);
  return number;
}

/// Words in the line of a test for an exception: it did not run, need not pass, or others of its file did not.
constexpr auto reservations = std::to_array<std::string_view>({
    "# skip",     // TAP 14, directives
    "# todo",     //
    " tests | ",  // vitest: "(3 tests | 1 skipped)"
    " test | ",   //
});

LineShape as_shape(const Shape& shape, std::string_view line) {
  static const KeywordScanner scanner(reservations);
  if (shape.kind != LineKind::Test) return {shape.kind, 0};
  if (scanner.find(line, 0) != std::string_view::npos) return {LineKind::Unpassed, 0};
  return {LineKind::Test, tests_in(line)};
}

}  // namespace

LineShape shape_of(std::string_view line) {
  static const ByFirstByte by_first_byte;
  static const KeywordScanner scanner(open_words);
  const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  const std::string_view text = line.substr(begin);
  if (text.empty()) return {};
  for (const Shape& shape : by_first_byte.of(text.front())) {
    if (matches(shape.glob, text)) return as_shape(shape, text);
  }
  if (const LineShape dots = dotted(text); dots.kind != LineKind::Ordinary) return dots;
  if (scanner.find(text, 0) == std::string_view::npos) return {};
  const auto* const found = std::find_if(open_shapes.begin(), open_shapes.end(),
                                         [&](const Shape& shape) { return matches(shape.glob, text); });
  return found == open_shapes.end() ? LineShape{} : as_shape(*found, text);
}

}  // namespace termhost::text
