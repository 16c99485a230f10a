// Commands in terminals of our own: marks with the nonce are believed, everything else is output.
#include <catch2/catch_test_macros.hpp>

#include "owned_world.hpp"

using namespace termhost;
using testing::Owned;
using testing::typed;
using testing::World;
using tool::Status;

TEST_CASE("a command in an owned terminal ends with its mark, its code and its output") {
  Owned w;
  w.start("echo hi");
  CHECK(w.owned.written[w.id] == typed("echo hi"));
  w.owned_says(w.id, "hi\r\n" + World::mark("D;3"));
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->status == Status::Completed);
  CHECK(w.answer.result->completion.exit_code == 3);
  CHECK(w.answer.result->completion.evidence == terminal::Evidence::EndMark);
  CHECK(w.answer.result->completion.certainty == terminal::Certainty::Certain);
  CHECK(w.answer.result->output.text == "hi");
}

TEST_CASE("the system is told if a shell starts, waits for a command, or runs one") {
  using enum host::ShellPhase;
  Owned w;
  w.start("echo hi");
  CHECK(w.owned.phases[w.id] == std::vector{Starting, Idle, RunsCommand});
  w.owned_says(w.id, "hi\r\n" + World::mark("D;3"));
  CHECK(w.owned.phases[w.id] == std::vector{Starting, Idle, RunsCommand, Idle});
}

TEST_CASE("a mark without the nonce is output of a program and does not end a command") {
  Owned w;
  w.start("cat recording");
  w.owned_says(w.id, "before\x1b]633;D;0\x07 \x1b]633;D;0;wrong\x07 \x1b]133;D;0\x07 after\r\n");
  CHECK(w.answer.count == 0);
  w.owned_says(w.id, World::mark("D;7"));
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->completion.exit_code == 7);
  CHECK(w.answer.result->output.text == "before   after");
}

TEST_CASE("a terminal that the person closed: the shell's exit code is not the command's") {
  Owned w;
  w.start("sleep 100");
  w.host.terminal_closed(w.id, {}, "closed by the user");
  CHECK(w.owned.closed == std::vector{w.id});
  w.host.owned_exited(w.id, {.code = 0, .signal = {}}, {}, w.clock.now());
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->status == Status::Lost);
  CHECK(w.answer.result->completion.evidence == terminal::Evidence::TerminalClosed);
  CHECK_FALSE(w.answer.result->completion.exit_code);
}

TEST_CASE("a command that the shell never began does not get the shell's exit code") {
  Owned w;
  w.run("echo still here", w.answer);
  w.owned_prompt(w.id);
  w.host.owned_exited(w.id, {.code = 3, .signal = {}}, {}, w.clock.now());
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->status == Status::Lost);
  CHECK_FALSE(w.answer.result->completion.exit_code);
}

TEST_CASE("a fish that was told to exit gets no command before it shows its next prompt") {
  Owned w;
  w.start("exit 3", {.shell = "fish"});
  w.owned_says(w.id, World::mark("D;3"));
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->completion.exit_code == 3);
  World::Answer second;
  w.run("echo still here", second, {.shell = "fish"});
  CHECK(w.owned.opened.size() == 1);
  CHECK(w.owned.written[w.id].find("still here") == std::string::npos);
  w.owned_prompt(w.id);
  CHECK(w.owned.written[w.id].find("still here") != std::string::npos);
}

TEST_CASE("a prompt that is drawn again while the line is read ends nothing") {
  World w(testing::everything_allowed(), false);
  w.owned.start_mark = "mark";
  World::Answer answer;
  w.run("echo x", answer, {.shell = "mksh"});
  const base::TerminalId id = w.owned.opened.back().first;
  w.owned_prompt(id);
  w.owned_says(id, "\r" + World::mark("D;0") + World::mark("A") + "# " + World::mark("B"));
  CHECK(answer.count == 0);
  w.owned_says(id, World::mark("C") + "x\r\n" + World::mark("D;0"));
  REQUIRE(answer.count == 1);
  CHECK(answer.result->output.text == "x");
}

TEST_CASE("the shell's own end is the end of the command") {
  Owned w;
  w.start("exit 9");
  w.host.owned_exited(w.id, {.code = 9, .signal = {}}, {}, w.clock.now());
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->completion.exit_code == 9);
  CHECK(w.answer.result->completion.evidence == terminal::Evidence::Wait);
  CHECK(w.host.terminals().empty());
}

TEST_CASE("a shell killed by a signal is reported as such, without a code") {
  Owned w;
  w.start("kill -9 $$");
  w.host.owned_exited(w.id, {.code = {}, .signal = 9}, {}, w.clock.now());
  REQUIRE(w.answer.count == 1);
  CHECK_FALSE(w.answer.result->completion.exit_code);
  CHECK(w.answer.result->completion.signal == 9);
  CHECK(tool::format_text(*w.answer.result).find("signal SIGKILL (9)") != std::string::npos);
}

TEST_CASE("whoever holds the output open at the end is named") {
  Owned w;
  w.owned.held = {{42, "sleep"}};
  w.start("sleep 300 & echo started");
  w.owned_says(w.id, "started\r\n" + World::mark("D;0"));
  w.owned_prompt(w.id);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->holders == std::vector<host::Holder>{{42, "sleep"}});
}

TEST_CASE("what an interrupted command leaves behind goes with it") {
  Owned w;
  const host::CallId call = w.start("(sleep 300 & wait)");
  w.host.cancel(call);
  REQUIRE(w.owned.stops.size() == 1);
  w.owned.held = {{42, "sleep"}};
  w.owned_says(w.id, World::mark("D;130"));
  w.owned_prompt(w.id);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->status == Status::Stopped);
  CHECK(w.owned.stops.back().second == host::StopStep::Kill);
  CHECK(w.answer.result->holders.empty());
}

TEST_CASE(
    "a hard limit interrupts, terminates and kills, with grace between, and is answered at the latest after the last") {
  Owned w;
  w.start("./stubborn", {.limit = base::Millis(1000)});
  w.clock.advance(base::Millis(999));
  CHECK(w.owned.stops.empty());
  w.clock.advance(base::Millis(1));
  REQUIRE(w.owned.stops.size() == 1);
  CHECK(w.owned.stops[0].second == host::StopStep::Interrupt);
  w.clock.advance(tool::interrupt_grace);
  CHECK(w.owned.stops.back().second == host::StopStep::Terminate);
  w.clock.advance(tool::terminate_grace);
  CHECK(w.owned.stops.back().second == host::StopStep::Kill);
  CHECK(w.answer.count == 0);
  SECTION("the command ends") {
    w.owned_says(w.id, World::mark("D;137"));
    REQUIRE(w.answer.count == 1);
    CHECK(w.answer.result->status == Status::TimedOut);
    CHECK(w.answer.result->completion.exit_code == 137);
  }
  SECTION("nothing helps") {
    w.clock.advance(tool::kill_grace);
    CHECK(w.owned.stops.back().second == host::StopStep::EndShell);
    w.clock.advance(tool::end_shell_grace);
    REQUIRE(w.answer.count == 1);
    CHECK(w.answer.result->status == Status::Running);
    CHECK_FALSE(w.answer.result->completion.exit_code);
  }
}

TEST_CASE("the agent's timeout answers with the output so far and lets the command go on; its end is told once") {
  Owned w;
  w.start("make", {.timeout = base::Millis(5000)});
  w.owned_says(w.id, "compiling\r\n");
  w.clock.advance(base::Millis(5000));
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->status == Status::Running);
  CHECK(w.answer.result->output.text == "compiling");
  const base::ExecutionId execution = w.answer.result->execution;

  World::Answer waited;
  w.host.wait_for(execution, {}, base::ToolCallId("w"), [&](tool::CommandResult r) {
    ++waited.count;
    waited.result = std::move(r);
  });
  w.owned_says(w.id, "done\r\n" + World::mark("D;2"));
  CHECK(w.answer.count == 1);
  REQUIRE(waited.count == 1);
  CHECK(waited.result->completion.exit_code == 2);
  CHECK(waited.result->output.text == "done");
  CHECK(w.host.take_environment_details({}).empty());
}

TEST_CASE("what finished in the background is told by environment details, once, with its exit code") {
  Owned w;
  w.start("server", {.background = true});
  w.clock.advance(tool::background_settle);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->status == Status::Running);
  w.owned_says(w.id, "bye\r\n" + World::mark("D;4"));
  const auto details = w.host.take_environment_details({});
  REQUIRE(details.size() == 1);
  CHECK(details[0].state == tool::ExecutionNewsState::Finished);
  CHECK(details[0].completion.exit_code == 4);
  CHECK(details[0].unread.text.find("bye") != std::string::npos);
  CHECK(w.host.take_environment_details({}).empty());
}

TEST_CASE("a second command in the same directory gets the same terminal; another directory gets a cd first") {
  Owned w;
  w.start("true");
  w.owned_says(w.id, World::mark("D;0") + World::mark("A") + "$ " + World::mark("B"));
  w.owned.written.clear();
  World::Answer second;
  SECTION("same directory") {
    w.run("pwd", second);
    CHECK(w.owned.written[w.id] == typed("pwd"));
  }
  SECTION("another directory") {
    w.run("pwd", second, {.cwd = "/other"});
    CHECK(
        w.owned.written[w.id].starts_with("\x15 "
                                          "builtin cd -- "));
    w.owned.written.clear();
    w.owned_says(w.id, World::mark("C") + World::mark("P;Cwd=/other") + World::mark("D;0") + World::mark("A") +
                           World::mark("B"));
    CHECK(w.owned.written[w.id] == typed("pwd"));
    w.owned_says(w.id, World::mark("C") + "/other\r\n" + World::mark("D;0"));
    REQUIRE(second.count == 1);
    CHECK(second.result->cwd == "/other");
    CHECK(second.result->output.text == "/other");
  }
  SECTION("a directory that is not there") {
    w.run("pwd", second, {.cwd = "/missing"});
    w.owned_says(w.id, World::mark("C") + "no such directory\r\n" + World::mark("D;1"));
    REQUIRE(second.count == 1);
    CHECK(second.result->status == Status::FailedToStart);
    CHECK(w.owned.written[w.id].find("pwd") == std::string::npos);
  }
  CHECK(w.owned.opened.size() == 1);
}

TEST_CASE("a directory that was removed and made again is entered anew, though it has the same name") {
  Owned w;
  w.start("true");
  w.owned_says(w.id, World::mark("D;0"));
  w.owned_prompt(w.id);
  w.owned.written.clear();
  w.owned.elsewhere = {"/project"};
  World::Answer second;
  w.run("pwd", second, {.cwd = "/project"});
  CHECK(w.owned.written[w.id].find("builtin cd -- /project") != std::string::npos);
  SECTION("it is there") {
    w.owned.elsewhere.clear();
    w.owned_says(w.id, World::mark("C") + World::mark("P;Cwd=/project") + World::mark("D;0"));
    w.owned_prompt(w.id);
    CHECK(w.owned.written[w.id].ends_with(typed("pwd")));
  }
  SECTION("it is gone") {
    w.owned_says(w.id, World::mark("C") + World::mark("D;1"));
    REQUIRE(second.count == 1);
    CHECK(second.result->status == Status::FailedToStart);
    CHECK(second.result->reason.find("'/project'") != std::string::npos);
  }
}

TEST_CASE("what the prompt does is after the end, also where it starts a program before the end is read") {
  Owned w;
  w.start("echo hi");
  w.owned.shell_has_terminal = false;  // `clear` of the prompt, by the time this is read
  w.owned_says(w.id, "hi\r\n" + World::mark("D;0") + "\x1b[H\x1b[2J\x1b[3J");
  w.owned.shell_has_terminal = true;
  w.owned_prompt(w.id);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->output.text == "hi");
}

TEST_CASE("with the pool full a command waits for the first terminal that becomes idle, and is run there once") {
  Owned w;
  std::array<World::Answer, 6> answers;
  for (int i = 0; i < 6; ++i)
    w.run("sleep " + std::to_string(i), answers[static_cast<std::size_t>(i)], {.cwd = "/project"});
  CHECK(w.owned.opened.size() == 5);
  for (int i = 1; i <= 5; ++i) w.owned_prompt(base::TerminalId("owned-" + std::to_string(i)));
  for (int i = 1; i <= 5; ++i) w.owned_says(base::TerminalId("owned-" + std::to_string(i)), World::mark("C"));
  const base::TerminalId third("owned-3");
  w.owned.written.clear();
  w.owned_says(third, World::mark("D;0") + World::mark("A") + World::mark("B"));
  CHECK(w.owned.written[third] == typed("sleep 5"));
  w.owned_says(third, World::mark("C") + World::mark("D;5"));
  REQUIRE(answers[5].count == 1);
  CHECK(answers[5].result->completion.exit_code == 5);
}

TEST_CASE("processes of the prompt are no holders; those that outlive the prompt's appearance are") {
  Owned w;
  w.start("server &");
  w.owned.held = {{7, "server"}, {8, "git"}};
  w.owned_says(w.id, World::mark("D;0"));
  CHECK(w.answer.count == 0);
  w.owned.held = {{7, "server"}, {9, "starship"}};
  w.owned_says(w.id, World::mark("A") + "$ " + World::mark("B"));
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->holders == std::vector<host::Holder>{{7, "server"}});
  CHECK(w.answer.result->completion.drained);
}

TEST_CASE("a job that had the shell's name when its command ended has its own in the answer, and is told once") {
  Owned w;
  w.start("sleep 100 &");
  w.owned.held = {{7, "bash"}};
  w.owned_says(w.id, World::mark("D;0"));
  w.owned.held = {{7, "sleep"}};
  w.owned_prompt(w.id);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->holders == std::vector<host::Holder>{{7, "sleep"}});

  w.owned.held = {{7, "sleep: on its way"}};
  w.start("true");
  w.owned_says(w.id, World::mark("C") + World::mark("D;0"));
  w.owned_prompt(w.id);
  REQUIRE(w.answer.count == 2);
  CHECK(w.answer.result->holders.empty());
}

TEST_CASE("what a command leaves behind is told by the name that it has when it has become its program") {
  Owned w;
  w.owned.tree = {{.pid = 1, .of_shell = true}};
  w.start("nohup server >/dev/null &");
  w.owned.tree.push_back({.pid = 7, .parent = 1, .name = "nohup"});
  w.owned_says(w.id, World::mark("D;0"));
  w.owned_prompt(w.id);
  w.owned.tree.back().name = "server";
  w.owned.tree.push_back({.pid = 8, .parent = 1, .name = "prompt-worker"});
  w.clock.advance(base::Millis(60));
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->left_running == std::vector<host::Holder>{{7, "server"}});
  CHECK(w.answer.result->completion.drained);
}

TEST_CASE("where nothing is left behind the answer waits for nothing") {
  Owned w;
  w.owned.tree = {{.pid = 1, .of_shell = true}};
  w.start("true");
  w.owned_says(w.id, World::mark("D;0"));
  CHECK(w.answer.count == 1);
}

TEST_CASE("a folder that was deleted below the shell is said") {
  Owned w;
  w.owned.tree = {{.pid = 1, .of_shell = true}};
  w.start("rm -r \"$PWD\"");
  w.owned.tree.front().folder_gone = true;
  w.owned_says(w.id, World::mark("D;0"));
  REQUIRE(w.answer.count == 1);
  CHECK(tool::format_text(*w.answer.result).find("the shell's current folder was deleted") != std::string::npos);
}

TEST_CASE("a prompt that hangs does not hold the answer for long") {
  Owned w;
  w.start("true");
  w.owned.held = {{8, "git"}};
  w.owned_says(w.id, World::mark("D;0"));
  w.clock.advance(base::Millis(500));
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->completion.exit_code == 0);
}

TEST_CASE("a line that runs nothing, such as a comment, ends with the next prompt") {
  Owned w;
  w.run("# nothing", w.answer);
  w.owned_prompt(w.id);
  w.owned_says(w.id, "# nothing\r\n" + World::mark("D;"));
  CHECK(w.answer.count == 0);
  w.owned_prompt(w.id);
  REQUIRE(w.answer.count == 1);
  CHECK_FALSE(w.answer.result->completion.exit_code);
}

TEST_CASE("bash's word on leaving is no output, wherever it is cut; the same word of a program is") {
  for (const std::string word : {"exit\r\n", "exit\r\nbye\r\n", "exile\r\n"}) {
    for (std::size_t cut = 0; cut <= word.size(); ++cut) {
      Owned w;
      w.start("exit 3");
      w.owned_says(w.id, "exit\r\n" + World::mark("P;Exit=1"));
      w.owned_says(w.id, word.substr(0, cut));
      w.owned_says(w.id, word.substr(cut));
      w.host.owned_exited(w.id, {.code = 3, .signal = {}}, {}, w.clock.now());
      REQUIRE(w.answer.count == 1);
      const std::string expected = word == "exit\r\n" ? "exit" : word == "exile\r\n" ? "exit\nexile" : "exit\nbye";
      CHECK(w.answer.result->output.text == expected);
    }
  }
}
