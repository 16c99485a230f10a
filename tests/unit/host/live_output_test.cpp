// Live events are for people: at once after a pause, then 60 a second at most, and every byte once and in order.
#include "host/executions/live_output.hpp"

#include "mirrored.hpp"

using namespace termhost;
using testing::Mirrored;

namespace {

struct Watched : Mirrored {
  base::ToolCallId call{"live"};

  Watched() {
    submit("make", {.tool_call = call});
    promise("x1");
    host.execution_started(id, "x1", "make", "");
    print(testing::start_mark);
    clock.advance(std::chrono::seconds(1));
    shim.printed.clear();
    told = shim.live_events;
  }
  void print(const std::string& bytes) { host.execution_wrote("x1", bytes); }
  [[nodiscard]] int events() const { return shim.live_events - told; }
  [[nodiscard]] const std::string& printed() { return shim.printed[call]; }

  int told = 0;
};

}  // namespace

TEST_CASE("output after a pause is told at once, what follows within the interval in one event at its end") {
  Watched w;
  w.print("one\n");
  CHECK(w.events() == 1);
  w.print("two\n");
  w.print("three\n");
  CHECK(w.printed() == "one\n");
  w.clock.advance(host::live_interval);
  CHECK(w.events() == 2);
  CHECK(w.printed() == "one\ntwo\nthree\n");
  w.clock.advance(host::live_interval);
  w.print("four\n");
  CHECK(w.events() == 3);
  CHECK(w.shim.disorder.empty());
}

TEST_CASE("much output is told in large events, without waiting for the clock") {
  Watched w;
  const std::string line(1024, 'x');
  w.print(line);
  for (std::size_t bytes = 0; bytes < host::live_bytes; bytes += line.size()) w.print(line);
  CHECK(w.events() == 2);
  CHECK(w.printed().size() == host::live_bytes + line.size());
  CHECK(w.shim.disorder.empty());
}

TEST_CASE("what waits is told before complete, and nothing after it") {
  Watched w;
  w.print("one\n");
  w.print("two\n");
  SECTION("at the end of the command") { w.host.execution_ended("x1", 0, true); }
  SECTION("when the session ends") { w.host.shut_down(); }
  CHECK(w.printed() == "one\ntwo\n");
  CHECK(w.shim.completes[w.call] == 1);
  w.print("three\n");
  w.clock.advance(std::chrono::seconds(1));
  CHECK(w.printed() == "one\ntwo\n");
  CHECK(w.shim.disorder.empty());
}

TEST_CASE("a character that a chunk cuts waits for its other half, or for the end") {
  Watched w;
  w.print("caf\xc3");
  CHECK(w.printed() == "caf");
  w.clock.advance(host::live_interval);
  CHECK(w.events() == 1);
  w.print("\xa9\xe2\x82");
  CHECK(w.printed() == "caf\u00e9");
  w.host.execution_ended("x1", 0, true);
  CHECK(w.printed() == "caf\u00e9\xe2\x82");
}

TEST_CASE("what nobody wishes for is not told, and counts in the offsets of what is told later") {
  Watched w;
  w.shim.wish = {};
  w.print("unseen\n");
  w.clock.advance(host::live_interval);
  CHECK(w.events() == 0);
  w.shim.wish = {.bytes = true};
  w.shim.missed = std::string("unseen\n").size();
  w.print("seen\n");
  CHECK(w.printed() == "seen\n");
  w.shim.wish = {};
  w.host.execution_ended("x1", 0, true);
  CHECK(w.shim.completes[w.call] == 1);
  CHECK(w.shim.disorder.empty());
}
