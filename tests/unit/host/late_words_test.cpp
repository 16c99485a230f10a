// What an editor says late, twice, in vain or not at all: nobody is told what is not so, and no terminal is lost by it.
#include <catch2/catch_test_macros.hpp>

#include "mirrored.hpp"

using namespace termhost;
using testing::Mirrored;
using testing::World;

namespace {

host::Settings one_terminal() {
  host::Settings settings = testing::everything_allowed();
  settings.max_terminals = 1;
  return settings;
}

host::Settings fallback_owned() {
  host::Settings settings = testing::everything_allowed();
  settings.fallback = host::Fallback::Owned;
  return settings;
}

/// `make` runs in the editor's terminal.
}  // namespace

TEST_CASE("a promised execution that starts after a doubtful one has ended is not ended by that one's grace") {
  World w;
  World::Answer answer;
  w.run("make", answer);
  const base::TerminalId t = w.integrated();
  w.shim.submissions[0].answer("promised");
  w.host.execution_started(t, "typed", "ls", "");
  w.host.execution_ended("typed", 0, true);
  w.clock.advance(base::Millis(100));
  w.host.execution_started(t, "promised", "make", "");
  w.host.execution_wrote("promised", "building\n", 0);
  w.clock.advance(base::Millis(1000));
  CHECK(answer.count == 0);
}

TEST_CASE("a terminal that the editor refuses too late takes nothing from a call that has another") {
  World w(fallback_owned());
  w.shim.hold_creations = true;
  World::Answer answer;
  w.run("make", answer);
  w.clock.advance(std::chrono::seconds(30));
  const base::TerminalId id = w.owned.opened[0].first;
  SECTION("whose shell is still starting") {}
  SECTION("that was submitted") { w.owned_prompt(id); }
  w.shim.held_creations[0](base::unexpected(std::string("too late")));
  CHECK(answer.count == 0);
}

TEST_CASE("a terminal whose cd the editor refused is idle") {
  World w(one_terminal());
  World::Answer made, listed, printed;
  const base::TerminalId t = w.started("make", made, "x");
  w.host.execution_ended("x", 0, true);
  w.run("ls", listed, {.cwd = "/elsewhere"});
  w.shim.submissions[1].answer(base::unexpected(std::string("no")));
  CHECK(listed.result->status == tool::Status::FailedToStart);
  CHECK(w.host.terminals().at(t).current().empty());
  w.run("pwd", printed);
  CHECK(w.shim.submissions.size() == 3);
}

TEST_CASE("a cd that is never reported holds its terminal as long as a start may take") {
  World w(one_terminal());
  World::Answer made, listed;
  w.started("make", made, "x");
  w.host.execution_ended("x", 0, true);
  w.run("ls", listed, {.cwd = "/elsewhere"});
  w.shim.submissions[1].answer("cd");
  w.clock.advance(std::chrono::seconds(12));
  REQUIRE(listed.count == 1);
  CHECK(listed.result->reason.find("never reported the `cd`") != std::string::npos);
  World::Answer printed;
  w.run("pwd", printed);
  CHECK(w.shim.creations.size() == 2);
}

TEST_CASE("a fish that did not leave takes commands again, though its prompt came before its end was known") {
  host::Settings settings = testing::everything_allowed();
  settings.terminals = host::TerminalsPreference::Owned;
  World w(settings);
  World::Answer served;
  w.run("npm exec serve &", served, {.shell = "/usr/bin/fish"});
  const base::TerminalId id = w.owned.opened[0].first;
  w.owned_prompt(id);
  w.owned_says(id, World::mark("C"));
  w.owned.held = {{.pid = 7, .name = "node"}};
  w.owned_says(id, World::mark("D;0") + World::mark("A") + "> " + World::mark("B"));
  w.clock.advance(std::chrono::seconds(5));
  CHECK(w.host.terminals().at(id).ready());
}

TEST_CASE("a terminal with another shell than was asked for serves who waits for any") {
  World w(one_terminal());
  World::Answer first, second;
  w.run("make", first, {.shell = "zsh"});
  w.run("ls", second);
  w.integrated("bash");
  CHECK(first.result->status == tool::Status::FailedToStart);
  CHECK(w.shim.submissions.size() == 1);
}

TEST_CASE("stopping a command that waits for a terminal is answered, whoever was told of it") {
  World w(one_terminal());
  World::Answer made, listed;
  w.started("make", made, "x");
  w.run("ls", listed);
  base::ExecutionId id;
  for (const auto& news : w.host.take_environment_details({}))
    if (news.command == "ls") id = news.execution;
  int stops = 0;
  w.host.stop(id, {}, host::StopCause::Tool, base::ToolCallId("s"), [&](const tool::CommandResult&) { ++stops; });
  CHECK(listed.count == 1);
  CHECK(stops == 1);
}

TEST_CASE("who waits for a command that the editor then refuses hears of it") {
  World w;
  World::Answer answer;
  w.run("make", answer);
  const base::TerminalId t = w.integrated();
  int waits = 0;
  w.host.wait_for(w.host.terminals().at(t).current(), base::Millis(5000), base::ToolCallId("w"),
                  [&](const tool::CommandResult&) { ++waits; });
  w.shim.submissions[0].answer(base::unexpected(std::string("no")));
  CHECK(waits == 1);
  CHECK(w.host.take_environment_details({}).empty());  // its call has said so
}

TEST_CASE("a call made behind the end of the session is answered") {
  World w;
  World::Answer late;
  w.owned.missing_shells.insert("nosuch");
  host::ExecuteRequest request;
  request.command = "x";
  request.shell = "nosuch";
  request.tool_call = base::ToolCallId("q");
  CHECK_NOTHROW(w.host.execute(request, [&](const tool::CommandResult&) {
    w.host.shut_down();
    w.run("ls", late);
  }));
  CHECK(late.count == 1);
}

TEST_CASE("a command on pipes needs no room among the terminals") {
  World w;
  for (int i = 0; i < 64; ++i) w.host.terminal_opened(base::TerminalId("p" + std::to_string(i)), {});
  World::Answer answer;
  w.run("ls", answer, {.pipes = true});
  CHECK(w.owned.opened.size() == 1);
}

TEST_CASE("integration that was told of before the terminal was known to be the one that was asked for") {
  World w(fallback_owned());
  w.shim.hold_creations = true;
  World::Answer answer;
  w.run("make", answer);
  w.host.terminal_opened(base::TerminalId("e"), {});
  w.host.integration_changed(base::TerminalId("e"), terminal::Integration::Rich, "/project", "bash");
  w.shim.held_creations[0](base::TerminalId("e"));
  CHECK(w.shim.submissions.size() == 1);
}

TEST_CASE("no key is sent to a command that has ended, though its start came with its end") {
  World w;
  World::Answer answer;
  const host::CallId call = w.run("make", answer);
  const base::TerminalId t = w.integrated();
  w.host.cancel(call);
  w.host.execution_started(t, "e1", "", "");
  w.host.execution_ended("e1", 0, true);
  CHECK(w.shim.interrupts.empty());
}

TEST_CASE("output that came behind the end of many commands makes no early output vanish") {
  World w;
  World::Answer answer;
  for (int i = 0; i < 40; ++i) w.host.execution_wrote("gone" + std::to_string(i), "late\n");
  w.run("make", answer);
  const base::TerminalId t = w.integrated();
  w.host.execution_wrote("x", "hello\n");
  w.host.execution_started(t, "x", "make", "");
  w.host.execution_ended("x", 0, true);
  REQUIRE(answer.count == 1);
  CHECK(answer.result->output.text == "hello");
}

TEST_CASE("a start without a text whose name the editor promises afterwards is the command's own") {
  World w;
  World::Answer answer;
  w.run("make", answer);
  const base::TerminalId t = w.integrated();
  w.host.execution_started(t, "e1", "", "");
  w.shim.submissions[0].answer("e1");
  w.host.execution_ended("e1", 0, true);
  CHECK(answer.count == 1);
  const host::ExecutionRecord* persons = w.host.execution(base::ExecutionId("2"));
  CHECK((persons == nullptr || persons->execution.ended()));
}

TEST_CASE("a size that is told with the terminal holds for what runs there") {
  World w;
  World::Answer answer;
  const base::TerminalId t = w.started("make", answer, "x");
  w.host.terminal_opened(t, {.columns = 200, .rows = 50});
  w.host.execution_wrote("x", "\x1b[1;150Hfar\r\n");
  w.host.execution_ended("x", 0, true);
  REQUIRE(answer.count == 1);
  CHECK(answer.result->output.text == std::string(149, ' ') + "far");
}

TEST_CASE("a start that is told behind its end, or once more, makes its terminal busy no more") {
  Mirrored w;
  SECTION("behind its end") {
    w.submit("make");
    w.promise("x1");
  }
  SECTION("once more") { w.start("make", "x1"); }
  w.host.execution_ended("x1", 0, true);
  REQUIRE(w.answer.count == 1);
  w.host.execution_started(w.id, "x1", "make", "");
  CHECK(w.host.terminals().at(w.id).idle());
}

TEST_CASE("an old start that is told once more is not the start of the next command") {
  Mirrored w;
  w.start("make", "x1");
  w.host.execution_ended("x1", 0, true);
  World::Answer next;
  w.run("ls", next);
  REQUIRE(w.shim.submissions.size() == 2);
  w.host.execution_started(w.id, "x1", "make", "");
  w.shim.submissions.back().answer("x2");
  w.host.execution_started(w.id, "x2", "ls", "");
  w.host.execution_ended("x2", 3, true);
  REQUIRE(next.count == 1);
  CHECK(next.result->completion.exit_code == 3);
  CHECK(next.result->completion.certainty == terminal::Certainty::Certain);
}

TEST_CASE("a name that is used again is another command's") {
  Mirrored w;
  w.start("make", "x1");
  w.host.execution_ended("x1", 0, true);
  SECTION("with another line") { w.host.execution_started(w.id, "x1", "vim", ""); }
  SECTION("after a while") {
    w.clock.advance(std::chrono::seconds(6));
    w.host.execution_started(w.id, "x1", "make", "");
  }
  CHECK_FALSE(w.host.terminals().at(w.id).idle());
}

TEST_CASE("what is told of a terminal behind its close opens none") {
  Mirrored w;
  w.start("make", "x1");
  w.host.terminal_closed(w.id, std::nullopt, "user");
  w.host.execution_started(w.id, "x2", "ls", "");
  w.host.integration_changed(w.id, terminal::Integration::Rich, "", "bash");
  CHECK(w.host.terminals().empty());
  w.host.terminal_opened(w.id, {.name = "again"});
  CHECK(w.host.terminals().size() == 1);
}

TEST_CASE("an end that is told before anybody knows whose it is counts") {
  Mirrored w;
  w.submit("make");
  SECTION("then the name") {
    w.host.execution_ended("x1", 3, true);
    w.promise("x1");
  }
  SECTION("then the start") {
    w.host.execution_wrote("x1", "made\r\n", 0);
    w.host.execution_ended("x1", 3, true);
    w.host.execution_started(w.id, "x1", "make", "");
    w.promise("x1");
  }
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->completion.exit_code == 3);
  CHECK(w.host.terminals().at(w.id).idle());
}

TEST_CASE("an old name that is promised for a new command has its own output") {
  Mirrored w;
  w.start("make", "x1");
  w.host.execution_wrote("x1", "first\r\n", 0);
  w.host.execution_ended("x1", 0, true);
  World::Answer next;
  w.run("make", next);
  w.shim.submissions.back().answer("x1");
  w.host.execution_started(w.id, "x1", "make", "");
  w.host.execution_wrote("x1", "second\r\n", 0);
  w.host.execution_ended("x1", 4, true);
  REQUIRE(next.count == 1);
  CHECK(next.result->output.text == "second");
  CHECK(next.result->completion.exit_code == 4);
}

TEST_CASE("a terminal that closes before the editor has named it is not waited for, and is none") {
  World w(testing::everything_allowed());
  World::Answer answer;
  w.shim.hold_creations = true;
  w.run("make", answer);
  w.host.terminal_closed(base::TerminalId("t1"), std::nullopt, "user");
  w.shim.held_creations.back()(base::TerminalId("t1"));
  CHECK_FALSE(w.host.terminals().contains(base::TerminalId("t1")));
}
