#include "cli/log.hpp"

#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <fmt/format.h>

namespace termhost::cli {

TEST_CASE("of each kind of line one is written in ten seconds, and how many more there were") {
  std::vector<std::string> written;
  {
    LimitedLog log([&](std::string_view line) { written.emplace_back(line); });
    base::Instant now{};
    for (int i = 0; i < 40'000; ++i) log.say(fmt::format("a notification was dropped: nonsense/{}", i), now);
    log.say("a line is longer than 64 bytes", now);
    CHECK(written ==
          std::vector<std::string>{"a notification was dropped: nonsense/0", "a line is longer than 64 bytes"});
    written.clear();
    now += base::Millis(10'000);
    log.say("a notification was dropped: nonsense/x", now);
    CHECK(written == std::vector<std::string>{"a notification was dropped … 39999 more of these",
                                              "a notification was dropped: nonsense/x"});
    written.clear();
    log.say("a line is longer than 64 bytes", now);
    log.say("a line is longer than 65 bytes", now);
    written.clear();
  }
  CHECK(written == std::vector<std::string>{"a line is longer than … 1 more of these"});
}

TEST_CASE("kinds without number cost no memory") {
  std::size_t written = 0;
  LimitedLog log([&](std::string_view) { ++written; });
  for (int i = 0; i < 10'000; ++i) log.say(std::string(static_cast<std::size_t>(i), 'x'), {});
  CHECK(written < 100);
}

}  // namespace termhost::cli
