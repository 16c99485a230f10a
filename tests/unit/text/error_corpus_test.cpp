// Real failing logs of real tools (tests/fixtures/logs): the line that says why must be visible in the preview. Plain
// head + tail of the same size is counted beside it.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

#include <catch2/catch_test_macros.hpp>

#include "text/preview/error_lines.hpp"
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
    CHECK(made.text.size() < small * 4 / 5);
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

}  // namespace termhost::text
