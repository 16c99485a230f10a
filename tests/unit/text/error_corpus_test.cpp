// Real failing logs of real tools (tests/fixtures/logs): the line that says why must be visible in the preview. Plain
// head + tail of the same size is counted beside it.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "text/errors/error_lines.hpp"
#include "text/preview/preview.hpp"

namespace termhost::text {
namespace {

constexpr std::size_t small = 2048, medium = 4096, large = 8192;
const std::string folder = TERMHOST_FIXTURES "/logs/";

struct FailingLog {
  std::string name;
  std::string cause;  ///< the whole line
};

std::vector<FailingLog> failing_logs() {
  std::vector<FailingLog> logs;
  std::ifstream table(folder + "causes.tsv");
  for (std::string row; std::getline(table, row);) {
    const std::size_t first = row.find('\t');
    const std::size_t second = row.find('\t', first + 1);
    logs.push_back({row.substr(0, first), row.substr(second + 1)});
  }
  return logs;
}

std::string content(const std::string& name) {
  std::ifstream file(folder + name + ".log", std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

PreviewText preview_of(const std::string& text, std::size_t budget, bool compact) {
  Preview preview(budget, compact);
  preview.append(text);
  return preview.make();
}

/// Long lines are cut: their beginning is what is looked for.
bool shows(const std::string& text, const std::string& cause) {
  return text.find(cause.substr(0, 160)) != std::string::npos;
}

}  // namespace

TEST_CASE("The causal line is visible in all failing logs, at small size too") {
  const std::vector<FailingLog> logs = failing_logs();
  std::set<std::string> tools;
  std::size_t seen_plainly = 0;
  for (const FailingLog& log : logs) {
    CAPTURE(log.name);
    const std::string text = content(log.name);
    REQUIRE(text.size() > medium);
    REQUIRE(shows(text, log.cause));
    tools.insert(log.name.substr(0, log.name.find('-')));
    for (const std::size_t budget : {small, medium, large}) {
      CAPTURE(budget);
      const PreviewText made = preview_of(text, budget, true);
      CHECK(made.text.size() <= budget);
      CHECK(shows(made.text, log.cause));
    }
    const std::string plain = text.substr(0, medium / 2) + text.substr(text.size() - medium / 2);
    seen_plainly += shows(plain, log.cause) ? 1 : 0;
  }
  std::cout << "causal line visible in all " << logs.size() << " logs of " << tools.size()
            << " tools; plain head and tail: " << seen_plainly << "\n";
  CHECK(logs.size() >= 110);
  CHECK(tools.size() >= 45);
}

TEST_CASE("Without compact the causal line is visible at medium size in at least 95 % of the failing logs") {
  const std::vector<FailingLog> logs = failing_logs();
  const auto is_seen = [](const FailingLog& log) {
    return shows(preview_of(content(log.name), medium, false).text, log.cause);
  };
  const auto seen = static_cast<std::size_t>(std::count_if(logs.begin(), logs.end(), is_seen));
  CHECK(seen * 100 >= logs.size() * 95);
}

TEST_CASE("Test runs and builds with hundreds of lines that tell nothing new do not fill a small preview") {
  for (const FailingLog& log : failing_logs()) {
    if (!log.name.ends_with("-suites")) continue;
    CAPTURE(log.name);
    const PreviewText made = preview_of(content(log.name), small, true);
    CHECK(made.text.size() < small * 5 / 6);
  }
}

TEST_CASE("How much a line says of an error") {
  struct Row {
    std::string_view line;
    ErrorRank rank;
  };
  const Row rows[] = {
      {"error: cannot find foo", ErrorRank::Cause},
      {"error: cannot find ok", ErrorRank::Cause},
      {"a.c:3:5: error: unknown word OK", ErrorRank::Cause},
      {"TypeError: it is not ok", ErrorRank::Cause},
      {"fatal: cannot read Passed", ErrorRank::Cause},
      {"test errors::are_said ... ok", ErrorRank::None},
      {"test_error_is_raised (tests.T) ... ok", ErrorRank::None},
      {"  1/41 error handling .......   Passed", ErrorRank::None},
      {"checking for the error function... ok", ErrorRank::None},
      {"all is well", ErrorRank::None},
  };
  for (const auto& [line, rank] : rows) {
    CAPTURE(line);
    CHECK(rank_error_line(line) == rank);
  }
}

namespace {

/// One error each, as its tool writes it.
constexpr std::string_view single_errors[] = {
    "src/a.c:3:5: error: 'x' undeclared\n",
    "src/a.ts(3,5): error TS2304: Cannot find name 'x'.\n",
    "src/a.ts:3:5 - error TS2304: Cannot find name 'x'.\n",
    "FAILED tests/test_a.py::test_b - AssertionError: assert 1 == 2\n",
    "E       assert 1 == 2\n",
    "error[E0425]: cannot find value `x` in this scope\n",
    "./main.go:12:5: undefined: x\n",
    "--- FAIL: TestAdd (0.00s)\n",
    "  \u25cf adds numbers\n",
    "[ERROR] /src/A.java:[3,5] cannot find symbol\n",
    "* What went wrong:\n",
    "e: file:///src/A.kt:3:5 Unresolved reference: x\n",
    "  3:5  error  'x' is not defined  no-undef\n",
    "npm ERR! code ERESOLVE\n",
    "     Failure/Error: expect(1).to eq(2)\n",
    "ValueError: bad x\n",
    "Exception in thread \"main\" java.lang.NullPointerException: x\n",
    "level=error msg=\"database is gone\" id=7\n",
    "{\"level\":\"error\",\"msg\":\"database is gone\"}\n",
    "2026-11-25 13:00:00,123 ERROR [main] c.a.App - database is gone\n",
    "[2026-11-25 13:00:00] ERROR: database is gone\n",
    "a.out: a.c:3: main: Assertion `x' failed.\n",
    "Segmentation fault (core dumped)\n",
    "FAIL src/a.test.js\n",
    "ERROR: failed to solve: process \"/bin/sh -c make\" did not complete successfully: exit code: 2\n",
    "a.rb:3:in `f': undefined method `x' for nil (NoMethodError)\n",
    "TypeError: Cannot read properties of undefined (reading 'x')\n",
    "12/40 Test #12: widget_test ......................***Failed    0.01 sec\n",
    "Program.cs(3,5): error CS0103: The name 'x' does not exist\n",
    "\u2502 Error: Invalid reference\n",
    "fatal: [host1]: FAILED! => {\"changed\": false, \"msg\": \"no space\"}\n",
    "ERROR in ./src/a.js 3:5\n",
    "Failed asserting that 3 matches expected 4.\n",
    "E1125 13:00:00.123456    4242 store.cc:12] the disk has gone\n",
    "F1125 13:00:00.123456       1 reflector.go:138] the watch has ended\n",
    "  1) [chromium] \u203a tests/a.spec.ts:3:5 \u203a adds numbers \u2500\u2500\u2500\n",
};

/// Lines that fold, lines that differ, lines with words of errors in them.
constexpr std::string_view noises[] = {
    "2026-11-25 13:00:07 INFO handled request # in # ms\n",
    "[#/40000] Building CXX object src/f#.o\n",
    "module # loaded error handler # with 0 errors\n",
    "cp /usr/share/missing/errors/file#.txt to /opt/fail#/\n",
    "attempt #: connection to db# timed out\n",
    "I1125 13:00:07.#    4242 store.cc:12] handled request #\n",
    "[#/400] [chromium] \u203a tests/a.spec.ts:3:5 \u203a adds numbers\n",
};

std::string with_number(std::string_view shape, int number) {
  std::string text;
  for (const char c : shape) c == '#' ? text += std::to_string(number) : text += c;
  return text;
}

}  // namespace

TEST_CASE("The only error is found at each tenth of an output of megabytes, whatever stands around it") {
  constexpr int lines = 40'000;
  std::size_t at_tenth = 0;
  for (const std::string_view noise : noises) {
    std::vector<std::string> parts(10);
    for (int i = 0; i < lines; ++i) parts[static_cast<std::size_t>(i) / (lines / 10)] += with_number(noise, i);
    for (const std::string_view error : single_errors) {
      const std::size_t tenth = at_tenth++ % 10;
      Preview preview(4096);
      for (std::size_t part = 0; part < 10; ++part) {
        preview.append(parts[part]);
        if (part == tenth) preview.append(error);
      }
      const PreviewText made = preview.make();
      CAPTURE(noise, error, tenth, made.text);
      CHECK(made.text.find(error) != std::string::npos);
    }
  }
}

TEST_CASE("What explains an error stays with it, in the middle of a log") {
  const std::string_view errors[] = {
      "Traceback (most recent call last):\n  File \"/srv/app.py\", line 14, in <module>\n    fetch()\n"
      "    ~~~~~^^\n  File \"/srv/app.py\", line 9, in fetch\n    raise UpstreamGone(\"host db-7 went away\")\n"
      "UpstreamGone: host db-7 went away\n",
      "error[E0382]: borrow of moved value: `v`\n  --> src/user.rs:42:7\n   |\n41 |     let w = v;\n"
      "   |             - value moved here\n42 |     v.len();\n   |     ^ value borrowed here after move\n",
      "  \u25cf user \u203a has a name\n\n    expect(received).toBe(expected)\n\n    Expected: 7\n    Received: 3\n\n"
      "      at Object.<anonymous> (src/user.test.js:42:7)\n",
      "Unhandled exception. System.NullReferenceException: Object reference not set.\n"
      "   at App.User.Name() in /srv/app/User.cs:line 42\n",
      "! Undefined control sequence.\nl.42 \\frob\n",
      "FAIL: test_name (test_user.UserTest)\n----------------------------------\nTraceback (most recent call last):\n"
      "  File \"/srv/test_user.py\", line 42, in test_name\n    self.assertEqual(3, 7)\nAssertionError: 3 != 7\n",
      "x509: certificate has expired or is not yet valid\n",
      "web-7d9f8   0/1     CrashLoopBackOff   7          3m\n",
      "./user.py:42:80: E501 line too long (99 > 79 characters)\n",
      "   ^-- SC2086 (info): Double quote to prevent globbing.\n",
  };
  std::string log;
  for (int i = 0; i < 400; ++i)
    log += "2026-11-25 13:00:07 INFO [" + std::string(1 + i * 7 % 5, 'a') + "] part " + std::string(1 + i % 9, 'b') +
           " done in " + std::to_string(i) + " ms\n";
  for (const std::string_view error : errors) {
    for (const std::size_t budget : {small, medium}) {
      const PreviewText made = preview_of(log + std::string(error) + log, budget, true);
      CAPTURE(error, budget, made.text);
      CHECK(made.text.find(error) != std::string::npos);
    }
  }
}

TEST_CASE("Of a trace with many frames the last are shown, and its cause") {
  std::string trace = "Traceback (most recent call last):\n";
  for (int i = 0; i < 200; ++i) trace += "  File \"/srv/part.py\", line " + std::to_string(i) + ", in f\n    f()\n";
  const std::string cause = "    f()\nNoHost: it is gone\n";
  std::string log;
  for (int i = 0; i < 400; ++i) log += std::string(1 + i * 7 % 50, 'a') + " is well\n";
  const PreviewText made = preview_of(log + trace + cause + log, small, true);
  CAPTURE(made.text);
  CHECK(made.text.find("line 199, in f\n    f()\n" + cause) != std::string::npos);
}

TEST_CASE("What is little longer than a preview is whole where little folds and nothing is wrong") {
  std::string listing;
  for (int i = 0; i < 90; ++i)
    listing += "src/part" + std::string(1 + i % 7, 'x') + ".c:" + std::to_string(i * 37 % 90) +
               ": the word that was searched for, and " + std::string(i % 11, 'y') + "\n";
  REQUIRE(listing.size() > 5000);
  CHECK(preview_of(listing, 4096, true).omitted.empty());
  CHECK_FALSE(preview_of(listing + "src/a.c:3:5: error: 'x' undeclared\n", 4096, true).omitted.empty());
  CHECK(preview_of(listing + "src/a.c:3:5: error: 'x' undeclared\n", 4096, false).omitted.empty());
  CHECK_FALSE(preview_of(listing + listing + listing, 4096, true).omitted.empty());
}

}  // namespace termhost::text
