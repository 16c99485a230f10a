// What of an output is folded, and in which words.
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "text/errors/diagnostics.hpp"
#include "text/errors/likeness.hpp"
#include "text/preview/line_shapes.hpp"
#include "text/preview/preview.hpp"

namespace termhost::text {
namespace {

PreviewText compact(const std::string& output) {
  Preview preview(2048);
  preview.append(output);
  return preview.make();
}

std::vector<std::string> folds_of(const std::string& output) {
  std::vector<std::string> folds;
  for (const Gap& gap : compact(output).omitted) {
    if (!gap.folded.empty()) folds.push_back(gap.folded);
  }
  return folds;
}

std::string times(int count, const std::string& text) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("Lines are alike that differ in numbers and hashes alone") {
  struct Case {
    std::string_view a, b;
    Likeness expected;
  };
  using enum Likeness;
  const Case cases[] = {
      {"", "", Equal},
      {"same", "same", Equal},
      {"step 1 of 9", "step 2 of 9", Alike},
      {"  9% done", " 10% done", Alike},
      {"took 1.5 ms", "took 1,204.25 ms", Alike},
      {"took 12ms", "took 3ms", Alike},
      {"took 12ms", "took 3s", Different},
      {"12:30:01 ready", "12:31:59 ready", Alike},
      {"part_10.c", "part_11.c", Alike},
      {"commit 3f2a9bc of main", "commit 0011223 of main", Alike},
      {"commit 3f2a9bc of main", "commit defaced of main", Different},
      {"returned 0", "returned 1", Different},
      {"returned 2", "returned 1", Alike},
      {"status=0", "status=1", Different},
      {"GET /a 200 12 bytes", "GET /a 500 12 bytes", Different},
      {"GET /a 200 12 bytes", "GET /a 304 14 bytes", Alike},
      {"GET /a HTTP/1.1 200 0 ms", "GET /b HTTP/1.1 200 5 ms", Different},
      {"GET /7 HTTP/1.1 200 0 ms", "GET /8 HTTP/1.1 200 5 ms", Alike},
      {"built chunk 402 in 0 ms", "built chunk 403 in 5 ms", Alike},
      {"HTTP/1.1\" 200 12", "HTTP/1.1\" 503 12", Different},
      {"worker 3: exit code 0", "worker 4: exit code 1", Different},
      {"suite 1: 0 failed", "suite 2: 3 failed", Different},
      {"status=200", "status=404", Different},
      {"status=404", "status=503", Alike},
      {"part_200.c", "part_500.c", Alike},
      {"worker-0 ready", "worker-1 ready", Alike},
      {"a", "a b", Different},
      {"a 1", "a 1 2", Different},
      {"[1]", "(1)", Different},
      {"caf\u00e9 1", "caf\u00e9 2", Alike},
      {"caf\u00e9 1", "caf\u00e8 1", Different},
      {"1 2", "3 4", Alike},
      {"x1y", "x2z", Different},
  };
  for (const Case& c : cases) {
    CAPTURE(c.a, c.b);
    CHECK(likeness(c.a, c.b) == c.expected);
    CHECK(likeness(c.b, c.a) == c.expected);
  }
  CHECK(has_word("line 1"));
  CHECK_FALSE(has_word("1 2,3 x y"));
}

TEST_CASE("Warnings and errors are found by what follows their severity") {
  const auto message = [](std::string_view line) {
    const auto found = diagnostic_in(line);
    return found ? std::string(found->message) : "";
  };
  CHECK(message("a.c:3:5: warning: unused 'x' [-Wunused]") == "warning: unused 'x' [-Wunused]");
  CHECK(message("  3:1  error  'y' is not defined  no-undef") == "error  'y' is not defined  no-undef");
  CHECK(message("a.ts(1,2): error TS2304: Cannot find name") == "error TS2304: Cannot find name");
  CHECK(message("warning[E0001]: x") == "warning[E0001]: x");
  CHECK(message("[WARNING] old") == "WARNING] old");
  CHECK(message("3 warnings generated.").empty());
  CHECK(message("no error here").empty());
  CHECK(message("-Werror=x: y").empty());
  CHECK(message("src/error: x").empty());
}

TEST_CASE("What each line shape is") {
  const auto shape = [](std::string_view line) { return shape_of(line).kind; };
  const auto tests = [](std::string_view line) { return shape_of(line).tests; };
  for (const char* line : {
           "  \u2713 adds up (3 ms)",
           "    \u2714 adds up",
           "ok 12 - adds up",
           "--- PASS: TestX (0.00s)",
           "test a::b ... ok",
           "  1/41 Test  #1: module_1_behaves .................   Passed    0.01 sec",
           "[       OK ] Foo.Bar (0 ms)",
           "tests/test_a.py::test_x PASSED                     [ 12%]",
           "test_a (tests.T.test_a) ... ok",
           "PASS: check-1",
           "a.cpp:12: passed: x == 1 for: 1 == 1",
           "PriceTest > addsUp() PASSED",
           "TestPrice#test_adds = 0.01 s = .",
           "  Passed Shop.Tests.Adds [3 ms]",
           "Test Case '-[T x]' passed (0.001 seconds).",
           "(pass) adds [0.10ms]",
           " 1/40 unit / strings       OK              0.01s",
       }) {
    CAPTURE(line);
    CHECK(shape(line) == LineKind::Test);
    CHECK(tests(line) == 1);
  }
  CHECK(tests("tests/test_a.py .....s..                       [ 10%]") == 7);
  CHECK(tests("...............................................................  63 / 120 ( 52%)") == 63);
  CHECK(tests(" \u2713 test/a.test.ts (12 tests) 2ms") == 12);
  for (const char* line : {"PASS src/a.test.js", "ok      example.org/a    0.016s", "ok      example.org/a    (cached)",
                           "t/basic.t .... ok",
                           "[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: "
                           "0.01 s - in com.foo.BarTest"}) {
    CAPTURE(line);
    CHECK(shape(line) == LineKind::Suite);
  }
  for (const char* line : {"\u27a4 YN0013: \u2502 a@npm:1.0.0 will be fetched", "[12/240] Building CXX object a.o",
                           "[ 12%] Building C object b.o", "   Compiling foo v1.0.2", "gcc -O2 -c a.c -o a.o",
                           "npm warn deprecated a@1: use b", "Get:12 http://x y", "Setting up a (1)",
                           "> Task :compileJava UP-TO-DATE", "checking for gcc... yes", "go: downloading a v1",
                           "[INFO] Downloading from central: x", "#12 sha256:abc 1MB / 3MB"}) {
    CAPTURE(line);
    CHECK(shape(line) == LineKind::Progress);
  }
  for (const char* line : {"=== RUN   TestX", "[ RUN      ] Foo.Bar", "  ---", "  duration_ms: 0.5", "# Subtest: x",
                           "      Start  1: module_1", "running 3 tests", "a.c:3:1: note: declared here",
                           "ok      example.org/a    0.016s [no tests to run]"}) {
    CAPTURE(line);
    CHECK(shape(line) == LineKind::Companion);
  }
  for (const char* line : {
           "ok 121 - db test # SKIP no db",
           "    ok 3 - db test # TODO write it",
           "ok 4 # skip",
           "\u2714 db test # SKIP",
           " \u2713 src/b.test.ts (3 tests | 1 skipped) 5ms",
           " \u2713 src/b.test.ts (1 test | 1 todo)",
           "    1) does the failing thing",
           "    - pending thing",
           "    \u25cb skipped adds up",
           "    \u270e todo subtracts",
           "   \u2193 adds up",
           "  \ufe63 adds up (0.1ms) # SKIP",
           "    --- SKIP: TestX/db (0.00s)",
           "  3/41 Test  #3: db ......................***Skipped   0.01 sec",
           "  1/41 Test  #1: x ......***Failed 0.01 sec",
           "  3/400 unit / db       SKIP            0.01s",
           "  db ... ignored (0ms)",
           "> Task :test SKIPPED",
       }) {
    CAPTURE(line);
    CHECK(shape(line) == LineKind::Unpassed);
    CHECK(tests(line) == 0);
  }
  for (const char* line :
       {"", "   ", "not ok 3 - x", "--- FAIL: TestX (0.00s)", "test a ... FAILED", "[  FAILED  ] Foo.Bar",
        "tests/a.py::test_x FAILED [ 12%]", "ok then", "tests/test_a.py ..F..                          [ 10%]",
        "test result: FAILED. 1 passed", "[  PASSED  ] 12 tests.", "Tests:       80 passed, 80 total", "Loading....",
        "1 passed", "Ign:77 http://deb.example.org a",
        "\u27a4 YN0028: \u2502 The lockfile would have been modified by this install",
        "[INFO] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0"}) {
    CAPTURE(line);
    CHECK(shape(line) == LineKind::Ordinary);
  }
}

TEST_CASE("Passing tests are summed up with the headings between them, and the summary stays") {
  std::string output = "> jest --verbose\n";
  for (int i = 0; i < 60; ++i)
    output +=
        "PASS test/part_" + std::to_string(i) + ".test.js\n  part\n    \u2713 adds up\n    \u2713 survives (1 ms)\n\n";
  output += "Tests:       120 passed, 120 total\n";
  const PreviewText made = compact(output);
  CHECK(made.text.starts_with("> jest --verbose\n[… 120 passing tests, 60 passing suites: "));
  CHECK(made.text.ends_with("\n\nTests:       120 passed, 120 total\n"));
  CHECK(made.omitted.size() == 1);
}

TEST_CASE("A failing test stands between two folds, and what somebody printed stays") {
  const std::string passing = times(40, "ok 1 - adds up the prices\n");
  const PreviewText made =
      compact(passing + "not ok 2 - sums\n  expected: 3\n" + passing + "total is now 17\n" + passing + "# pass 120\n");
  CHECK(folds_of(passing + "not ok 2 - sums\n" + passing) ==
        std::vector<std::string>{"40 passing tests", "40 passing tests"});
  CHECK(made.text.find("\nnot ok 2 - sums\n  expected: 3\n") != std::string::npos);
  CHECK(made.text.find("\ntotal is now 17\n") != std::string::npos);
}

TEST_CASE("A test that did not pass is in no fold, and not counted") {
  struct Row {
    std::string passing, other;
  };
  const Row rows[] = {
      {"ok 1 - adds up the prices", "ok 121 - db test # SKIP no db"},
      {"    ok 1 - adds up the prices", "    ok 121 - db test # TODO"},
      {" \u2713 src/a.test.ts (1 test) 5ms", " \u2713 src/b.test.ts (3 tests | 1 skipped) 5ms"},
      {"    \u2714 adds up the prices", "    1) does the failing thing"},
      {"    \u2714 adds up the prices", "    - pending thing"},
  };
  for (const auto& [passing, other] : rows) {
    CAPTURE(other);
    const std::string output = times(100, passing + "\n") + other + "\n" + times(100, passing + "\n");
    CHECK(compact(output).text.find("\n" + other + "\n") != std::string::npos);
    CHECK(folds_of(output) == std::vector<std::string>{"100 passing tests", "100 passing tests"});
  }
}

TEST_CASE("Repeats are folded: lines, blocks, and what differs in numbers") {
  const std::string filler = times(3, std::string(900, 'f') + "\n");
  const std::string block = "connecting to the server\nit does not answer, waiting\n";
  CHECK(folds_of(filler + times(50, block)) == std::vector<std::string>{"the 2 lines above 49 more times"});
  std::string numbered;
  for (int i = 1; i <= 100; ++i)
    numbered += "downloaded " + std::to_string(i) + " of 100, 0.5" + std::to_string(i) + " MB\n";
  CHECK(folds_of(filler + numbered) == std::vector<std::string>{"98 more like the line above"});
  CHECK(compact(filler + numbered).text.find("downloaded 100 of 100, 0.5100 MB\n") != std::string::npos);
  std::string results;
  for (int i = 1; i <= 60; ++i) results += "suite " + std::to_string(i) + " returned " + (i == 30 ? "139" : "0") + "\n";
  CHECK(compact(filler + results).text.find("suite 30 returned 139\n") != std::string::npos);
  std::string attempts;
  for (int i = 1; i <= 60; ++i)
    attempts += "attempt " + std::to_string(i) + "\n  no answer after 5 s, waiting for more\n";
  CHECK(folds_of(filler + attempts) == std::vector<std::string>{"like the 2 lines above 58 more times"});
  std::string table;
  for (int i = 1; i <= 600; ++i) table += std::to_string(i) + ", " + std::to_string(i * i) + "\n";
  CHECK(folds_of(table).empty());
}

TEST_CASE("Rows of values are no repetition, and fill the room") {
  const std::string_view rows[] = {
      "epoch 3 loss 0.0041 acc 0.97",
      "| 3 | alice | 2.50 |",
      "BM_Sort/3   12.1 ns   12.3 ns   57",
      "64 bytes from 10.0.0.1: icmp_seq=3 ttl=64 time=12.1 ms",
      "query 3 took 12 ms",
  };
  for (const std::string_view row : rows) {
    CAPTURE(row);
    CHECK(is_row(row));
    std::string output;
    for (int i = 1; i <= 600; ++i) {
      std::string line(row);
      for (std::size_t at = line.find('3'); at != line.npos; at = line.find('3', at)) {
        line.replace(at, 1, std::to_string(i));
        at += 3;
      }
      output += line + "\n";
    }
    const PreviewText made = compact(output);
    CHECK(folds_of(output).empty());
    CHECK(made.text.size() > 1800);
  }
  for (const std::string_view line : {"2026-11-25 13:00:07 the store took 3 ms, 4 rows", "attempt 3 of 10",
                                      "chunk 3 took 4 ms", "downloaded 3 of 4", "GET /3 HTTP/1.1 200 0 ms"}) {
    CAPTURE(line);
    CHECK_FALSE(is_row(line));
  }
}

TEST_CASE("A warning between steps is in no fold") {
  const std::string step = "Collecting sample-package-of-some-length\n";
  const std::string warning = "  WARNING: The candidate selected for download is a yanked version\n";
  CHECK(compact(times(40, step) + warning + times(40, step)).text.find(warning) != std::string::npos);
}

TEST_CASE("Lines of progress are counted once") {
  CHECK(compact(times(200, "Collecting sample\n")).text ==
        "[… 200 lines of progress: 3,600 bytes; read_command_output offset=0 …]\n");
}

TEST_CASE("A warning is shown once, an error three times, whatever file they are of") {
  std::string warnings, errors;
  for (const char* name : {"alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"}) {
    const std::string file = std::string("src/") + name + ".c";
    warnings += file + ": In function 'f':\n" + file + ":7:3: warning: unused variable '" + name +
                "' [-Wunused-variable]\n    7 |   int " + name + ";\n      |       ^~~~~\n";
    errors += file + ":9:1: error: unknown type name 'Customer'\n    9 | Customer " + name + ";\n      | ^~~~~~~~\n";
  }
  const std::string filler = times(2, std::string(900, 'f') + "\n");
  CHECK(folds_of(filler + warnings) == std::vector<std::string>{"9 warnings like those above"});
  CHECK(folds_of(filler + errors) == std::vector<std::string>{"7 errors like those above"});
}

TEST_CASE("Without compact nothing but equal lines is folded") {
  Preview preview(2048, false);
  preview.append(times(200, "ok 1 - adds up the prices\n") + times(200, "[1/2] Building a\n[2/2] Building b\n"));
  const PreviewText made = preview.make();
  REQUIRE(made.omitted.size() == 2);
  CHECK(made.omitted[0].folded == "the line above 199 more times");
  CHECK(made.omitted[1].folded.empty());
}

}  // namespace termhost::text
