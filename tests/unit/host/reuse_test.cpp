// Which terminal the next command may go to, where the editor's events alone do not tell.
#include <catch2/catch_test_macros.hpp>

#include "world.hpp"

using namespace termhost;
using testing::World;

TEST_CASE("the person types at the same moment: the promised execution that still starts is ours") {
  World w;
  World::Answer answer;
  w.run("echo mine", answer);
  const base::TerminalId id = w.integrated();
  w.shim.submissions.back().answer("x1");
  w.host.execution_started(id, "x2", "echo typed >> typed", "");
  w.host.execution_ended("x2", 0, true);
  CHECK(answer.count == 0);
  w.host.execution_started(id, "x1", "echo mine", "");
  w.host.execution_wrote("x1", "\x1b]633;C\x07mine\r\n");
  w.host.execution_ended("x1", 0, true);
  REQUIRE(answer.count == 1);
  CHECK(answer.result->output.text == "mine");
  CHECK(answer.result->completion.certainty == terminal::Certainty::Certain);
}

TEST_CASE("with terminals set to owned, an idle terminal of the editor is not used again") {
  World w;
  World::Answer first, second;
  w.run("echo one", first);
  const base::TerminalId id = w.integrated();
  w.shim.submissions.back().answer("x1");
  w.host.execution_started(id, "x1", "echo one", "");
  w.host.execution_wrote("x1", "\x1b]633;C\x07one\r\n");
  w.host.execution_ended("x1", 0, true);
  REQUIRE(first.count == 1);
  host::Settings settings = w.host.settings();
  settings.terminals = host::TerminalsPreference::Owned;
  w.host.set_settings(settings);
  w.run("echo two", second);
  CHECK(w.shim.submissions.size() == 1);
  CHECK(w.owned.opened.size() == 1);
}

TEST_CASE("a fish that was told to exit gets no command while its terminal closes") {
  World w;
  World::Answer first, second;
  host::ExecuteRequest request;
  request.shell = "fish";
  w.run("exit 3", first, request);
  const base::TerminalId id = w.integrated("fish");
  w.shim.submissions.back().answer("x1");
  w.host.execution_started(id, "x1", "exit 3", "");
  w.host.execution_ended("x1", 3, true);
  REQUIRE(first.count == 1);
  w.run("echo next", second, request);
  CHECK(w.shim.submissions.size() == 1);
  CHECK(w.shim.creations.size() == 1);
  w.host.terminal_closed(id, 3, "process");
  CHECK(w.shim.creations.size() == 2);
}

TEST_CASE("a fish command with the word exit in it costs a moment, not a second terminal") {
  World w;
  World::Answer first, second;
  host::ExecuteRequest request;
  request.shell = "fish";
  w.run("echo exit", first, request);
  const base::TerminalId id = w.integrated("fish");
  w.shim.submissions.back().answer("x1");
  w.host.execution_started(id, "x1", "echo exit", "");
  w.host.execution_ended("x1", 0, true);
  REQUIRE(first.count == 1);
  request.background = true;
  w.run("echo next", second, request);
  w.clock.advance(base::Millis(499));
  CHECK(second.count == 0);  // not "waiting": it is about to start
  w.clock.advance(base::Millis(1));
  CHECK(w.shim.submissions.size() == 2);
  CHECK(w.shim.creations.size() == 1);
}

TEST_CASE("a shell that does not exist is refused, whatever terminals are idle") {
  World w;
  World::Answer first, second;
  w.run("echo one", first);
  const base::TerminalId id = w.integrated();
  w.shim.submissions.back().answer("x1");
  w.host.execution_started(id, "x1", "echo one", "");
  w.host.execution_ended("x1", 0, true);
  REQUIRE(first.count == 1);
  w.owned.missing_shells = {"/no/such/shell"};
  w.run("echo two", second, {.shell = "/no/such/shell"});
  REQUIRE(second.count == 1);
  CHECK(second.result->status == tool::Status::FailedToStart);
  CHECK(second.result->reason == "there is no shell '/no/such/shell'");
  CHECK(w.shim.submissions.size() == 1);
}

TEST_CASE("a line of the person's keeps its terminal until it has been entered and has ended") {
  World w;
  World::Answer first, second, third;
  w.run("echo one", first);
  const base::TerminalId id = w.integrated();
  w.shim.submissions.back().answer("x1");
  w.host.execution_started(id, "x1", "echo one", "");
  w.host.execution_ended("x1", 0, true);
  w.host.terminal_interacted(id);  // half a line
  w.run("echo two", second);
  CHECK(w.shim.creations.size() == 2);
  w.host.execution_started(id, "p1", "vim notes", "");
  w.host.execution_ended("p1", 0, true);
  w.run("echo three", third);
  CHECK(w.shim.creations.size() == 2);
  CHECK(w.shim.submissions.back().terminal == id);
}

TEST_CASE("an editor that calls each new terminal typed into is not asked for terminals for ever") {
  World w;
  World::Answer answer;
  w.run("echo one", answer);
  for (int opened = 1; opened <= 20 && answer.count == 0; ++opened) {
    const base::TerminalId id("t" + std::to_string(opened));
    w.host.terminal_interacted(id);
    w.host.integration_changed(id, terminal::Integration::Rich, "/project", "bash");
  }
  CHECK(w.shim.creations.size() == 4);
  REQUIRE(answer.count == 1);
  CHECK(answer.result->status == tool::Status::FailedToStart);
  CHECK(answer.result->reason == "the editor says that the user types in each terminal that it opens");
  CHECK(w.shim.submissions.empty());
}

TEST_CASE("a shell whose grammar is not known gets one line as it is, and no other") {
  for (const char* command : {"ls | where size > 1kb", "ls\nls"}) {
    World w;
    World::Answer answer;
    w.run(command, answer, {.shell = "nu"});
    const base::TerminalId id("t1");
    w.host.integration_changed(id, terminal::Integration::Rich, "/project", "nu");
    const bool one_line = std::string(command).find('\n') == std::string::npos;
    REQUIRE(w.shim.submissions.size() == (one_line ? 1 : 0));
    if (one_line) CHECK(w.shim.submissions[0].text == command);
    if (!one_line) CHECK(answer.result->reason.find("one line at a time") != std::string::npos);
  }
}

TEST_CASE("what the person types while an agent's command runs is for it only where it waits for input") {
  for (const bool waits : {false, true}) {
    CAPTURE(waits);
    World w;
    World::Answer first, second;
    w.run("npm init", first);
    const base::TerminalId id = w.integrated();
    w.host.terminal_opened(id, {.pid = 42});
    w.owned.view = host::ShellView{.has_children = true, .program_awaits_input = waits, .cwd = "/project"};
    w.shim.submissions.back().answer("x1");
    w.host.execution_started(id, "x1", "npm init", "");
    w.host.terminal_interacted(id);
    w.host.execution_ended("x1", 0, true);
    w.run("echo two", second);
    CHECK(w.shim.creations.size() == (waits ? 1 : 2));
  }
}

TEST_CASE("an editor that opens another shell than the one asked for is told so, and its terminal serves others") {
  World w;
  World::Answer first, second;
  w.run("echo one", first, {.shell = "zsh"});
  w.integrated();  // bash
  REQUIRE(first.count == 1);
  CHECK(first.result->status == tool::Status::FailedToStart);
  CHECK(first.result->reason == "the editor opened bash instead of zsh");
  CHECK(w.shim.submissions.empty());
}

TEST_CASE("terminals of calls that were cancelled before they were there do not pile up") {
  World w;
  w.shim.hold_creations = true;
  std::vector<World::Answer> answers(12);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const host::CallId call = w.run("make", answers[i]);
    if (i % 2 == 1) w.host.cancel(call);
  }
  for (int number = 1; !w.shim.held_creations.empty(); ++number) {
    auto created = std::move(w.shim.held_creations.front());
    w.shim.held_creations.erase(w.shim.held_creations.begin());
    created(base::TerminalId(fmt::format("e{}", number)));
  }
  std::size_t open = 0;
  for (const auto& [id, t] : w.host.terminals()) open += t.closed() ? 0 : 1;
  CHECK(open <= 5);
}

TEST_CASE("the name of what runs in a terminal is not taken for its shell") {
  World w;
  World::Answer first, second;
  w.run("echo one", first);
  const base::TerminalId id = w.integrated("zsh");
  w.shim.submissions.back().answer("x1");
  w.host.execution_started(id, "x1", "echo one", "");
  for (const char* name : {"sleep", "sh", "node"})
    w.host.integration_changed(id, terminal::Integration::Rich, "", name);
  w.host.execution_ended("x1", 0, true);
  w.run("echo a\necho b", second);
  REQUIRE(w.shim.submissions.size() == 2);
  CHECK(w.shim.submissions.back().text == "eval 'echo a; echo b'");
  CHECK(w.host.terminals().at(id).shell() == shell::ShellKind::Zsh);
}

TEST_CASE("a shell that another task has taken to another folder takes no task with it") {
  World w;
  World::Answer first, moved, next;
  const base::TaskId one("one"), other("other");
  const base::TerminalId id = w.started("echo", first, "x1", {.task = one});
  w.host.execution_ended("x1", 0, true);
  REQUIRE(first.count == 1);
  w.run("cd /other", moved, {.task = other});
  REQUIRE(w.shim.creations.size() == 1);
  w.shim.submissions.back().answer("x2");
  w.host.execution_started(id, "x2", "cd /other", "");
  w.host.integration_changed(id, terminal::Integration::Rich, "/other", "");
  w.host.execution_ended("x2", 0, true);
  REQUIRE(moved.count == 1);
  w.run("pwd", next, {.task = one});
  REQUIRE(w.shim.submissions.size() == 3);
  CHECK(w.shim.submissions.back().text.find("builtin cd -- /project") != std::string::npos);
}

TEST_CASE("an agent's task begins in the folder in which the agent was started, wherever the user goes") {
  World w;
  World::Answer first;
  const base::TaskId task("agent");
  w.host.task_began(task, "/project/b");
  w.host.set_workspace_folders({"/elsewhere"});
  w.run("pwd", first, {.task = task});
  REQUIRE(w.shim.creations.size() == 1);
  CHECK(w.shim.creations[0].cwd == "/project/b");
}
