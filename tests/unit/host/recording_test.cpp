#include <catch2/catch_test_macros.hpp>

#include "host/ports/manual_scheduler.hpp"
#include "host/recording/recorded_events.hpp"

namespace termhost::host {
namespace {

using namespace std::chrono_literals;

TEST_CASE("A recording says which timers fell due, in which order") {
  ManualScheduler clock;
  std::vector<std::string> said;
  RecordedScheduler scheduler(clock, [&](std::string_view what, const protocol::OrderedJson& value) {
    said.push_back(std::string(what) + protocol::to_text(value));
  });
  int fired = 0;
  scheduler.after(20ms, [&] { ++fired; });
  scheduler.after(10ms, [&] { ++fired; });
  scheduler.cancel(scheduler.after(15ms, [&] { ++fired; }));
  clock.advance(30ms);
  CHECK(fired == 2);
  CHECK(said == std::vector<std::string>{"timer0", "timer2", "timer1"});
}

TEST_CASE("In a replay a timer falls due when it did, not when the clock says so") {
  ManualScheduler clock;
  std::vector<int> fired;
  clock.after(20ms, [&] { fired.push_back(1); });
  clock.after(10ms, [&] { fired.push_back(2); });
  clock.pass(30ms);
  CHECK(fired.empty());
  clock.fire(1);
  clock.fire(1);
  clock.fire(2);
  clock.fire(77);
  CHECK(fired == std::vector{1, 2});
}

}  // namespace
}  // namespace termhost::host
