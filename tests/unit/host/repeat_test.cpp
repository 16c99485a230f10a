#include <catch2/catch_test_macros.hpp>

#include "host/ports/manual_scheduler.hpp"

namespace termhost::host {

TEST_CASE("What repeats runs after a first delay and then for days on end") {
  using std::chrono::hours;
  using std::chrono::seconds;
  ManualScheduler scheduler;
  int runs = 0;
  scheduler.repeat(seconds(10), hours(24), [&] { ++runs; });
  scheduler.advance(seconds(9));
  CHECK(runs == 0);
  scheduler.advance(seconds(1));
  CHECK(runs == 1);
  scheduler.advance(hours(24) * 7);
  CHECK(runs == 8);
}

}  // namespace termhost::host
