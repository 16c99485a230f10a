// Stopping is bound to the execution: neither the line before it began, nor what runs there after it has ended, is met.
#include <catch2/catch_test_macros.hpp>

#include "world.hpp"

using namespace termhost;
using testing::World;
using tool::Status;

namespace {

struct Running : World {
  Answer answer;
  base::TerminalId id;
  host::CallId call = 0;

  void submit(const std::string& command) {
    answer = {};
    const std::size_t terminals = shim.creations.size();
    call = run(command, answer);
    if (shim.creations.size() > terminals) id = integrated();
  }
  void started(const std::string& name, const std::string& line) {
    shim.submissions.back().answer(name);
    host.execution_started(id, name, line, "");
  }
  [[nodiscard]] base::ExecutionId current() const { return host.terminals().at(id).current(); }
};

}  // namespace

TEST_CASE("a call cancelled right after its submission is interrupted when it has started, not before") {
  Running w;
  w.submit(": printf MANGLED");
  w.host.cancel(w.call);
  CHECK(w.shim.interrupts.empty());
  CHECK(w.answer.count == 0);
  w.started("x1", ": printf MANGLED");
  CHECK(w.shim.interrupts.size() == 1);
  w.host.execution_ended("x1", 130, true);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->status == Status::Stopped);
  CHECK(tool::format_text(*w.answer.result).starts_with("Stopped by the user (SIGINT)."));
}

TEST_CASE("an owned command that is cancelled at once is not interrupted before its mark C") {
  host::Settings settings = testing::everything_allowed();
  settings.terminals = host::TerminalsPreference::Owned;
  World w(settings);
  World::Answer answer;
  const host::CallId call = w.run("cd x; make", answer);
  const base::TerminalId id = w.owned.opened.back().first;
  w.owned_prompt(id);
  w.host.cancel(call);
  CHECK(w.owned.stops.empty());
  w.owned_says(id, World::mark("C"));
  CHECK(w.owned.stops.size() == 1);
}

TEST_CASE("stop_command of one that is not started yet waits for its start too, with a signal of its own as well") {
  Running w;
  w.submit("make");
  World::Answer stopped;
  w.host.stop(w.current(), host::StopStep::Kill, host::StopCause::Tool, base::ToolCallId("s"),
              [&](tool::CommandResult r) { ++stopped.count, stopped.result = std::move(r); });
  CHECK(w.shim.interrupts.empty());
  CHECK(w.shim.disposed.empty());
  w.started("x1", "make");
  CHECK(w.shim.interrupts.size() == 1);
  w.host.execution_ended("x1", 130, true);
  REQUIRE(stopped.count == 1);
  CHECK(tool::format_text(*stopped.result).starts_with("Stopped by stop_command (SIGINT)."));
}

TEST_CASE("stop_command of an ended command stops nothing, and what it had been told stays true") {
  Running w;
  w.submit("make");
  const base::ExecutionId first = w.current();
  w.started("x1", "make");
  w.host.execution_wrote("x1",
                         "\x1b]633;C\x07"
                         "built\r\n");
  w.host.execution_ended("x1", 0, true);
  REQUIRE(w.answer.count == 1);
  w.submit("npm start");
  w.started("x2", "npm start");
  for (const auto step : {std::optional<host::StopStep>(), std::optional(host::StopStep::Kill)}) {
    World::Answer stopped;
    w.host.stop(first, step, host::StopCause::Tool, base::ToolCallId("s"),
                [&](tool::CommandResult r) { ++stopped.count, stopped.result = std::move(r); });
    REQUIRE(stopped.count == 1);
    CHECK(stopped.result->status == Status::Completed);
    CHECK(stopped.result->completion.exit_code == 0);
    CHECK(tool::format_text(*stopped.result).starts_with("It had already ended (exit code 0); nothing was stopped."));
  }
  w.clock.advance(std::chrono::seconds(10));
  CHECK(w.shim.interrupts.empty());
  CHECK(w.shim.disposed.empty());
  CHECK(w.answer.count == 0);
}

namespace {

/// A command in a terminal of ours, and a stop_command of it.
struct OwnedRunning : World {
  static host::Settings settings() {
    host::Settings settings = testing::everything_allowed();
    settings.terminals = host::TerminalsPreference::Owned;
    return settings;
  }
  explicit OwnedRunning(const std::string& command) : World(settings()) {
    run(command, answer);
    id = owned.opened.back().first;
    owned_prompt(id);
    owned_says(id, mark("C"));
  }
  void stop(std::optional<host::StopStep> step = {}) {
    host.stop(host.terminals().at(id).current(), step, host::StopCause::Tool, base::ToolCallId("s"),
              [&](tool::CommandResult r) { ++stopped.count, stopped.result = std::move(r); });
  }
  [[nodiscard]] std::vector<host::StopStep> steps() const {
    std::vector<host::StopStep> taken;
    for (const auto& [terminal, step] : owned.stops) taken.push_back(step);
    return taken;
  }

  Answer answer, stopped;
  base::TerminalId id;
};

using enum host::StopStep;
using Steps = std::vector<host::StopStep>;

}  // namespace

TEST_CASE("a line whose shell ignores interrupts is ended with its shell: nothing behind it runs") {
  OwnedRunning w("sleep 52; touch F");
  w.owned.view = host::ShellView{.ignores_interrupt = true};
  w.stop();
  w.clock.advance(tool::interrupt_grace);
  CHECK(w.steps() == Steps{Interrupt, EndShell});
  w.host.owned_exited(w.id, {.code = {}, .signal = 9}, {}, w.clock.now());
  REQUIRE(w.stopped.count == 1);
  CHECK(w.stopped.result->status == Status::Stopped);
  CHECK(tool::format_text(*w.stopped.result).starts_with("Stopped by stop_command (SIGKILL) together with its shell"));
}

TEST_CASE("a line that sets a trap is ended with its shell when the interrupt has not ended it") {
  OwnedRunning w("trap 'echo no' INT; sleep 52; touch F");
  w.stop(Kill);
  CHECK(w.steps() == Steps{EndShell});
}

TEST_CASE("one program that ignores everything takes no shell with it") {
  OwnedRunning w("nohup sleep 52");
  w.owned.view = host::ShellView{.ignores_interrupt = true};
  w.stop();
  w.clock.advance(tool::interrupt_grace + tool::terminate_grace);
  CHECK(w.steps() == Steps{Interrupt, Terminate, Kill});
}

TEST_CASE("what goes on after a kill is the shell itself, or what it has become: it is ended too") {
  OwnedRunning w("exec sh");
  SECTION("step by step") { w.stop(); }
  SECTION("at once") { w.stop(Kill); }
  w.clock.advance(host::stop_patience - tool::end_shell_grace);
  CHECK(w.steps().back() == EndShell);
  w.host.owned_exited(w.id, {.code = {}, .signal = 9}, {}, w.clock.now());
  REQUIRE(w.stopped.count == 1);
  CHECK(w.stopped.result->status == Status::Stopped);
}

TEST_CASE("what can't be stopped at all is not said to be stopped") {
  OwnedRunning w("exec sh");
  w.stop();
  w.clock.advance(host::stop_patience);
  REQUIRE(w.stopped.count == 1);
  CHECK(w.stopped.result->status == Status::Running);
}

TEST_CASE("what the limit stopped timed out, also for one who asks later") {
  host::Settings settings = testing::everything_allowed();
  settings.command_execution_timeout = 5;
  Running w;
  w.host.set_settings(settings);
  w.submit("make");
  const base::ExecutionId execution = w.current();
  w.started("x1", "make");
  w.clock.advance(base::Millis(5000));
  w.host.execution_ended("x1", 130, true);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->status == Status::TimedOut);
  World::Answer later;
  w.host.wait_for(execution, {}, base::ToolCallId("w"),
                  [&](tool::CommandResult r) { ++later.count, later.result = std::move(r); });
  CHECK(later.result->status == Status::TimedOut);
}

TEST_CASE("at the end of the session every call is answered") {
  Running w;
  w.submit("make");
  w.started("x1", "make");
  World::Answer unapproved, waited;
  w.host.wait_for(w.current(), {}, base::ToolCallId("w"),
                  [&](tool::CommandResult r) { ++waited.count, waited.result = std::move(r); });
  w.host.set_settings(testing::asking());
  w.run("rm -rf x", unapproved);
  w.host.shut_down();
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->status == Status::Lost);
  CHECK(w.answer.result->reason == "termhost was shut down, with its editor or agent");
  REQUIRE(unapproved.count == 1);
  CHECK(unapproved.result->status == Status::FailedToStart);
  CHECK(w.shim.withdrawn.size() == 1);
  CHECK(waited.count == 1);
}
