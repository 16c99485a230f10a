// Live output as messages: at a bounded rate, rendered, rising, and a sign of life in silence.
#include "host/mcp/call_progress.hpp"

#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "host/ports/manual_scheduler.hpp"
#include "terminal/executions/output_log.hpp"

using namespace termhost;
using namespace std::chrono_literals;

namespace {

struct Heard {
  host::ManualScheduler clock;
  std::vector<double> seconds;
  std::vector<std::string> messages;
  terminal::OutputLog log{{}};
  terminal::Told told;
  host::CallProgress progress{clock, [this] { return log.take_newest(host::progress_bytes, told); },
                              [this](double at, std::string message) {
                                seconds.push_back(at);
                                messages.push_back(std::move(message));
                              }};

  void print(const std::string& bytes) {
    log.write(bytes, clock.now());
    progress.wrote();
  }
};

}  // namespace

TEST_CASE("what comes in one interval is one message, as a person would have seen it") {
  Heard h;
  h.clock.advance(1s);
  h.print("\x1b[32mone\x1b[0m\r\ntwo\r\n10%\r100%\r\n");
  CHECK(h.messages.empty());
  h.clock.advance(0s);
  CHECK(h.messages == std::vector<std::string>{"one\ntwo\n100%"});
  h.print("three\r\n");
  h.clock.advance(249ms);
  CHECK(h.messages.size() == 1);
  h.clock.advance(1ms);
  CHECK(h.messages.back() == "three");
}

TEST_CASE("a flood is told four times a second, its end only, and never goes back in time") {
  Heard h;
  for (int i = 0; i < 1000; ++i) {
    h.print("0123456789abcdef\r\n");
    h.clock.advance(2ms);
  }
  CHECK(h.messages.size() <= 9);
  for (const std::string& message : h.messages) CHECK(message.size() <= host::progress_bytes);
  for (std::size_t i = 1; i < h.seconds.size(); ++i) CHECK(h.seconds[i] > h.seconds[i - 1]);
}

TEST_CASE("silence has a sign of life") {
  Heard h;
  h.clock.advance(25s);
  CHECK(h.messages == std::vector<std::string>{"running for 10 s", "running for 20 s"});
}

TEST_CASE("nothing is armed when it is gone") {
  host::ManualScheduler clock;
  {
    host::CallProgress progress(
        clock, [] { return std::string(); }, [](double, std::string) {});
  }
  CHECK(clock.armed() == 0);
}
