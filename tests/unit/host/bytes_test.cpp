// Terminals of an editor whose raw bytes we see (Neovim, Emacs): with our own integration, with somebody else's, and
// with none.
#include <catch2/catch_test_macros.hpp>

#include "world.hpp"

using namespace termhost;
using testing::World;
using tool::Status;

namespace {

struct Bytes : World {
  explicit Bytes(host::Settings settings = testing::everything_allowed()) : World(std::move(settings)) {
    shim.can.source = terminal::Source::Bytes;
    shim.can.execute = false;
  }
  Answer answer;
  base::TerminalId id{"t1"};
  void says(const std::string& bytes) { host.terminal_wrote(id, bytes); }
};

}  // namespace

TEST_CASE("the editor starts the shell as told, and its marks with our nonce bound the command") {
  Bytes w;
  w.run("make", w.answer);
  REQUIRE(w.shim.creations.size() == 1);
  CHECK(w.shim.creations[0].argv == std::vector<std::string>{"/bin/bash", "-i"});
  w.says(World::mark("A") + "$ " + World::mark("B"));
  REQUIRE(w.shim.submissions.size() == 1);
  CHECK(w.shim.submissions[0].mode == shell::SubmitMode::Plain);
  CHECK(w.shim.submissions[0].text == "\x15 make\r");
  w.shim.submissions[0].answer("");
  w.says("make\r\n" + World::mark("C") + "built\r\n\x1b]633;D;9\x07" + World::mark("D;2") + World::mark("A"));
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->completion.exit_code == 2);
  CHECK(w.answer.result->completion.certainty == terminal::Certainty::Certain);
  CHECK(w.answer.result->output.text == "built");
}

TEST_CASE("what a terminal prints before the editor has answered that it is there is read all the same") {
  Bytes w;
  w.shim.hold_creations = true;
  w.run("make", w.answer);
  w.says(World::mark("A") + "$ " + World::mark("B"));
  CHECK(w.shim.submissions.empty());
  w.shim.held_creations[0](w.id);
  REQUIRE(w.shim.submissions.size() == 1);
}

TEST_CASE("what terminals print that nobody has told of is not kept for a later one of that name") {
  Bytes w;
  w.says(World::mark("A") + "$ " + World::mark("B"));  // nothing was asked for
  w.run("make", w.answer);
  REQUIRE(w.shim.creations.size() == 1);
  CHECK(w.shim.submissions.empty());
}

TEST_CASE("output cut anywhere gives the same result") {
  const std::string session = World::mark("A") + "$ " + World::mark("B") + "make\r\n" + World::mark("C") +
                              "gr\xC3\xBCn\r\n" + World::mark("D;2");
  for (std::size_t cut = 0; cut <= session.size(); ++cut) {
    Bytes w;
    w.run("make", w.answer);
    w.says(session.substr(0, cut));
    w.says(session.substr(cut));
    REQUIRE(w.answer.count == 1);
    CHECK(w.answer.result->output.text == "gr\xC3\xBCn");
    CHECK(w.answer.result->completion.exit_code == 2);
    CHECK(w.shim.printed.begin()->second == "gr\xC3\xBCn\r\n");
  }
}

TEST_CASE("no prompt ever shows: an owned terminal takes over, and nothing was typed") {
  Bytes w;
  w.run("make", w.answer);
  w.says("Last login: today\r\n");
  w.clock.advance(base::Millis(10'000));
  CHECK(w.shim.submissions.empty());
  CHECK(w.owned.opened.size() == 1);
}

TEST_CASE("the terminal's end ends the command") {
  Bytes w;
  w.run("make", w.answer);
  w.says(World::mark("A") + World::mark("B") + World::mark("C") + "half");
  w.host.terminal_closed(w.id, {}, "");
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->status == Status::Lost);
  CHECK(w.answer.result->output.text == "half");
}

TEST_CASE("the person says: go on, do not wait") {
  Bytes w;
  w.run("serve", w.answer, {.tool_call = base::ToolCallId("the call")});
  w.says(World::mark("A") + World::mark("B") + World::mark("C") + "listening\r\n");
  w.host.background(base::ToolCallId("the call"));
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->status == Status::Running);
  CHECK(w.shim.completes[base::ToolCallId("the call")] == 0);
  w.says(World::mark("D;0"));
  CHECK(w.shim.completes[base::ToolCallId("the call")] == 1);
}

TEST_CASE("input and stopping reach a running command, and say why not where they can't") {
  Bytes w;
  w.run("read x", w.answer, {.background = true});
  w.says(World::mark("A") + World::mark("B") + World::mark("C"));
  w.clock.advance(tool::background_settle);
  REQUIRE(w.answer.count == 1);
  const base::ExecutionId execution = w.answer.result->execution;
  const auto sent = [&](const base::ExecutionId& to, const std::string& text) {
    bool done = false;
    w.host.access().send_input({.execution = to, .action = host::ApprovalAction::Input, .text = text},
                               [&](const auto& typed) { done = typed.has_value(); });
    return done;
  };
  REQUIRE(sent(execution, "yes\r"));
  CHECK(w.shim.input.back().second == "yes\r");
  World::Answer stopped;
  w.host.stop(execution, {}, host::StopCause::Tool, base::ToolCallId("s"), [&](tool::CommandResult r) {
    ++stopped.count;
    stopped.result = std::move(r);
  });
  CHECK(w.shim.interrupts.size() == 1);
  w.says("^C\r\n" + World::mark("D;130"));
  REQUIRE(stopped.count == 1);
  CHECK(stopped.result->status == Status::Stopped);
  CHECK(stopped.result->completion.exit_code == 130);
  CHECK_FALSE(sent(execution, "more"));
  CHECK_FALSE(sent(base::ExecutionId("404"), "more"));
}

TEST_CASE("what is ended by a signal gets no Ctrl+C beside it, which could meet the shell before it tells the end") {
  Bytes w;
  w.run("make", w.answer);
  w.says(World::mark("A") + World::mark("B"));
  w.host.terminal_opened(w.id, {.pid = 7});
  w.shim.submissions[0].answer("");
  w.says(World::mark("C"));
  w.host.stop(w.host.terminals().at(w.id).current(), {}, host::StopCause::Tool, base::ToolCallId("s"),
              [](const auto&) {});
  CHECK(w.shim.interrupts.size() == 1);
  w.clock.advance(tool::interrupt_grace);
  CHECK(w.owned.tree_stops == std::vector{host::StopStep::Terminate});
  CHECK(w.shim.interrupts.size() == 1);
}

TEST_CASE("a prompt without its beginning ends the command too: a Ctrl+C met the shell before its marks") {
  Bytes w;
  w.run("make", w.answer);
  w.says(World::mark("A") + World::mark("B"));
  w.shim.submissions[0].answer("");
  w.says(World::mark("C") + "built\r\n");
  w.says("$ " + World::mark("B"));
  w.clock.advance(base::Millis(1000));
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->completion.evidence == terminal::Evidence::NextPrompt);
  CHECK_FALSE(w.answer.result->completion.exit_code);
  w.run("ls", w.answer);
  CHECK(w.shim.submissions.size() == 2);
}
