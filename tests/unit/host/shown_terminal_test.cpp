// When the person is shown an agent's terminal, by the setting `showTerminal`.
#include <catch2/catch_test_macros.hpp>

#include "world.hpp"

using namespace termhost;
using testing::World;

namespace {

std::size_t shown_after(host::ShowTerminal setting, bool awaits_input, std::chrono::seconds time) {
  host::Settings settings = testing::everything_allowed();
  settings.show_terminal = setting;
  World w(settings);
  World::Answer answer;
  w.run("npm init", answer);
  const base::TerminalId id = w.integrated();
  w.host.terminal_opened(id, {.pid = 42});
  if (awaits_input) w.owned.reader = terminal::InputReader{.process = "npm init"};
  w.shim.submissions.back().answer("x1");
  w.host.execution_started(id, "x1", "npm init", "");
  w.clock.advance(time);
  return w.shim.shown.size();
}

}  // namespace

TEST_CASE("a terminal is shown when the setting says so, and once") {
  using enum host::ShowTerminal;
  struct Case {
    host::ShowTerminal setting;
    bool awaits_input;
    int seconds;
    std::size_t shown;
  };
  for (const Case& c : {Case{Never, true, 60, 0}, Case{WhenWaiting, false, 60, 0}, Case{WhenWaiting, true, 2, 0},
                        Case{WhenWaiting, true, 60, 1}, Case{WhenLong, false, 9, 0}, Case{WhenLong, false, 60, 1},
                        Case{WhenLong, true, 4, 1}}) {
    CAPTURE(static_cast<int>(c.setting), c.awaits_input, c.seconds);
    CHECK(shown_after(c.setting, c.awaits_input, std::chrono::seconds(c.seconds)) == c.shown);
  }
}
