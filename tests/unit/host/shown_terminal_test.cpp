// When the user sees that an agent's command waits for input, and when its terminal comes up (`showTerminal`).
#include <catch2/catch_test_macros.hpp>

#include "world.hpp"

using namespace termhost;
using testing::World;
using tool::InputKind;

namespace {

/// A command that has started, in a terminal of an editor whose user sees which commands run.
struct Started : World {
  Answer answer;
  base::TerminalId id;
  explicit Started(host::ShowTerminal setting = host::ShowTerminal::Never, bool agent_waits_for_input = false)
      : World(settings_with(setting)) {
    shim.can.status = true;
    run("npm init", answer, {.until = {.input = agent_waits_for_input}, .to_its_end = true});
    id = integrated();
    host.terminal_opened(id, {.pid = 42});
    shim.submissions.back().answer("x1");
    host.execution_started(id, "x1", "npm init", "");
  }
  static host::Settings settings_with(host::ShowTerminal setting) {
    host::Settings settings = testing::everything_allowed();
    settings.show_terminal = setting;
    return settings;
  }
  void reads(std::optional<InputKind> kind) {
    owned.reader.reset();
    if (kind) owned.reader = terminal::InputReader{.process = "npm", .echoes = kind != InputKind::Secret};
  }
  [[nodiscard]] std::optional<InputKind> told() const {
    const auto& input = shim.statuses.back().input;
    return input ? std::optional(input->kind) : std::nullopt;
  }
};

}  // namespace

TEST_CASE("a terminal is shown when the setting says so, and once") {
  using enum host::ShowTerminal;
  struct Case {
    host::ShowTerminal setting;
    std::optional<InputKind> awaited;
    int seconds;
    std::size_t shown;
  };
  const auto nothing = std::nullopt;
  for (const Case& c : {Case{Never, InputKind::Secret, 60, 0}, Case{WhenPassword, nothing, 60, 0},
                        Case{WhenPassword, InputKind::Line, 60, 0}, Case{WhenPassword, InputKind::Secret, 2, 1},
                        Case{WhenWaiting, nothing, 60, 0}, Case{WhenWaiting, InputKind::Secret, 2, 1},
                        Case{WhenWaiting, InputKind::Line, 9, 0}, Case{WhenWaiting, InputKind::Line, 60, 1},
                        Case{WhenLong, nothing, 9, 0}, Case{WhenLong, nothing, 60, 1},
                        Case{WhenLong, InputKind::Secret, 2, 1}, Case{WhenLong, InputKind::Secret, 60, 1}}) {
    CAPTURE(static_cast<int>(c.setting), c.awaited.has_value(), c.seconds);
    Started w(c.setting);
    w.reads(c.awaited);
    w.clock.advance(std::chrono::seconds(c.seconds));
    CHECK(w.shim.shown.size() == c.shown);
  }
}

TEST_CASE("the user is told of a password at once, though no agent waits for input, and when the wait is over") {
  Started w;
  w.clock.advance(std::chrono::seconds(5));
  CHECK_FALSE(w.told());
  w.reads(InputKind::Secret);
  w.clock.advance(std::chrono::seconds(2));
  REQUIRE(w.told() == InputKind::Secret);
  CHECK(w.shim.statuses.back().input->process == "npm");
  CHECK(w.shim.statuses.back().busy);
  w.clock.advance(std::chrono::seconds(60));
  CHECK(w.told() == InputKind::Secret);
  w.reads({});
  w.clock.advance(std::chrono::seconds(2));
  CHECK_FALSE(w.told());
  w.reads(InputKind::Secret);
  w.clock.advance(std::chrono::seconds(2));
  CHECK(w.told() == InputKind::Secret);
  w.host.execution_ended("x1", 0, true);
  CHECK_FALSE(w.told());
}

TEST_CASE("the user is told of other input once an agent has left it alone for ten seconds") {
  Started w;
  w.reads(InputKind::Line);
  w.clock.advance(std::chrono::seconds(9));
  CHECK_FALSE(w.told());
  w.clock.advance(std::chrono::seconds(3));
  CHECK(w.told() == InputKind::Line);
}

TEST_CASE("the user is told of it also after the agent was") {
  Started w(host::ShowTerminal::WhenWaiting, true);
  w.reads(InputKind::Line);
  w.clock.advance(std::chrono::seconds(9));
  REQUIRE(w.answer.result);
  CHECK(w.answer.result->status == tool::Status::WaitingForInput);
  w.clock.advance(std::chrono::seconds(3));
  CHECK(w.told() == InputKind::Line);
  CHECK(w.shim.shown.size() == 1);
}

TEST_CASE("the kernel is not asked for a user that nobody shows anything") {
  Started w;
  w.shim.can.status = false;
  w.reads(InputKind::Secret);
  w.clock.advance(std::chrono::seconds(60));
  CHECK_FALSE(w.told());
}
