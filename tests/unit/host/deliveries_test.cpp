// A command on its way into a shell whose line editor has our keys: asked where something was typed, handed over at the
// prompt, told once.
#include <catch2/catch_test_macros.hpp>

#include "owned_world.hpp"
#include "shell/launch/line_keys.hpp"

using namespace termhost;
using testing::World;
using tool::Status;

namespace {

const std::string asks(shell::ask_key), takes(shell::take_key);
const std::string file = "/private/next";

std::string editor(std::string_view word) { return World::mark("P;Editor=" + std::string(word)); }

struct Keyed : testing::Owned {
  /// Of a new terminal: its shell has the keys, and the editor has said so.
  void first_prompt(const base::TerminalId& terminal) {
    owned_says(terminal, editor("keys"));
    owned_prompt(terminal);
    owned_says(terminal, editor("ready"));
  }
  /// What was typed since the last time.
  std::string typed_now() { return std::exchange(owned.written[id], {}); }
  void takes_it(const std::string& line) {
    owned_says(id, World::mark("E;" + line) + editor("taken") + line + "\r\n" + World::mark("C"));
  }
  void ends_it(const std::string& code = "0") { owned_says(id, World::mark("D;" + code)); }
  void first_command() {
    run("true", answer);
    first_prompt(id);
    takes_it("true");
    ends_it();
    owned_prompt(id);
    (void)typed_now();
  }
};

}  // namespace

TEST_CASE("the first prompt of a shell with our keys is asked, and the command goes by its file") {
  Keyed w;
  w.run("echo hi", w.answer);
  w.owned_says(w.id, editor("keys"));
  w.owned_prompt(w.id);
  CHECK(w.typed_now() == asks);
  CHECK(w.owned.envelopes.empty());
  w.owned_says(w.id, editor("ready"));
  CHECK(w.typed_now() == takes);
  CHECK(w.owned.envelopes[file] == "n0nce - echo\n echo hi");
  w.takes_it("echo hi");
  CHECK(w.owned.envelopes.empty());
  w.owned_says(w.id, "hi\r\n");
  w.ends_it("3");
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->completion.exit_code == 3);
  CHECK(w.answer.result->output.text == "hi");
  CHECK(w.answer.result->submitted == "echo hi");
  CHECK(w.typed_now().empty());
}

TEST_CASE("a command that is there at the end of the one before it waits for the prompt, and is not asked for") {
  Keyed w;
  w.first_command();
  World::Answer second, third;
  w.run("echo 2", second);
  CHECK(w.typed_now() == takes);
  w.takes_it("echo 2");
  w.run("echo 3", third);
  w.ends_it();
  w.run("echo 3", third);
  CHECK(w.typed_now().empty());
  w.owned_says(w.id, "the hooks of the prompt\r\n" + World::mark("D;7") + World::mark("A") + "$ ");
  CHECK(w.typed_now().empty());
  w.owned_says(w.id, World::mark("B"));
  CHECK(w.typed_now() == takes);
}

TEST_CASE("a line editor on .NET is asked before each command, whatever the terminal's modes say meanwhile") {
  Keyed w;
  w.run("'one'", w.answer, {.shell = "pwsh"});
  w.first_prompt(w.id);
  w.takes_it("'one'");
  w.ends_it();
  w.owned_prompt(w.id);
  (void)w.typed_now();
  World::Answer second;
  w.run("'two'", second, {.shell = "pwsh"});
  CHECK(w.typed_now() == asks);
  w.owned.side = {.reads_keys = false, .shell_has_it = true};
  w.clock.advance(base::Millis(shell::editor_calls[0].patience_ms));
  CHECK(w.typed_now() == asks);  // the terminal took the first for its answer
  w.owned_says(w.id, editor("ready"));
  CHECK(w.typed_now() == takes);
  CHECK(w.owned.envelopes[file] == "n0nce\n'two'");
}

TEST_CASE("the end of a command that is told twice, before the prompt or behind it, ends the next one not") {
  Keyed w;
  w.first_command();
  World::Answer second;
  w.run("echo 2", second);
  w.ends_it("9");
  w.owned_says(w.id, World::mark("D"));
  w.owned_prompt(w.id);
  CHECK(second.count == 0);
  w.takes_it("echo 2");
  w.ends_it("4");
  REQUIRE(second.count == 1);
  CHECK(second.result->completion.exit_code == 4);
}

TEST_CASE("a line that the shell refuses ends with the code that it gives, once it has the line") {
  Keyed w;
  w.first_command();
  World::Answer second;
  w.run("echo )", second);
  w.owned_says(w.id, editor("taken") + World::mark("D;7") + World::mark("A") + "$ " + World::mark("B"));
  CHECK(second.count == 0);  // the prompt, drawn again
  w.owned_says(w.id, "echo )\r\nsyntax error\r\n" + World::mark("P;Cwd=/project"));
  w.ends_it("2");
  REQUIRE(second.count == 1);
  CHECK(second.result->completion.exit_code == 2);
}

TEST_CASE("what was typed into the command before makes the editor be asked, again and with stronger words") {
  Keyed w;
  w.first_command();
  World::Answer second, third;
  w.run("cat", second);
  w.takes_it("cat");
  CHECK(w.typed_now() == takes);
  w.host.access().send_input({.execution = w.host.terminals().at(w.id).current(), .text = "x"}, [](const auto&) {});
  w.ends_it();
  w.owned_prompt(w.id);
  (void)w.typed_now();
  w.run("echo 3", third);
  std::string expected = asks;
  CHECK(w.typed_now() == expected);
  for (std::size_t i = 1; i < shell::editor_calls.size(); ++i) {
    w.clock.advance(base::Millis(shell::editor_calls[i - 1].patience_ms));
    CHECK(w.typed_now() == std::string(shell::editor_calls[i].keys_before) + asks);
  }
  w.owned_says(w.id, editor("ready") + editor("ready"));
  CHECK(w.typed_now() == takes);
  w.owned_says(w.id, editor("ready"));
  CHECK(w.typed_now().empty());
}

TEST_CASE("an editor that is not ours gets no command, and the call hears that nothing ran") {
  Keyed w;
  w.first_command();
  World::Answer second;
  w.run("echo 2", second);
  CHECK(w.typed_now() == takes);
  w.clock.advance(base::Millis(5000));
  for (const shell::EditorCall& call : shell::editor_calls) w.clock.advance(base::Millis(call.patience_ms));
  REQUIRE(second.count == 1);
  CHECK(second.result->status == Status::FailedToStart);
  CHECK(second.result->reason.find("nothing was run") != std::string::npos);
  CHECK(w.owned.envelopes.empty());
  CHECK(w.typed_now().find(takes) == std::string::npos);
  CHECK(w.owned.closed == std::vector{w.id});
}

TEST_CASE("a shell that has not read the key yet is slow, and hears nothing else") {
  Keyed w;
  w.first_command();
  World::Answer second;
  w.run("echo 2", second);
  w.owned.side.unread = 8;
  w.clock.advance(base::Millis(10000));
  CHECK(w.typed_now() == takes);
  w.owned.side.unread = 0;
  w.takes_it("echo 2");
  w.ends_it("6");
  REQUIRE(second.count == 1);
  CHECK(second.result->completion.exit_code == 6);
}

TEST_CASE("a new shell whose editor does not answer is started again without startup files, and that is told") {
  Keyed w;
  w.run("echo hi", w.answer);
  w.owned_says(w.id, editor("keys"));
  w.owned_prompt(w.id);
  for (const shell::EditorCall& call : shell::editor_calls) w.clock.advance(base::Millis(call.patience_ms));
  REQUIRE(w.owned.opened.size() == 2);
  CHECK_FALSE(w.owned.opened.back().second.startup_files);
  w.id = w.owned.opened.back().first;
  w.first_prompt(w.id);
  w.takes_it("echo hi");
  w.ends_it();
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->startup_problem.find("replace its line editor") != std::string::npos);
}

TEST_CASE("variables that are read-only are an obstacle of the startup files") {
  Keyed w;
  w.run("echo hi", w.answer);
  w.owned_says(w.id, World::mark("P;ReadOnly=PS1"));
  REQUIRE(w.owned.opened.size() == 2);
  CHECK_FALSE(w.owned.opened.back().second.startup_files);
}

TEST_CASE("a file that the shell refuses is handed over again with the nonce of the moment, three times at most") {
  Keyed w;
  w.first_command();
  World::Answer second;
  w.run("echo 2", second);
  for (int i = 0; i < 2; ++i) {
    CHECK(w.typed_now() == takes);
    w.owned_says(w.id, editor("refused"));
    CHECK(w.typed_now() == asks);
    w.owned_says(w.id, editor("ready"));
  }
  CHECK(w.typed_now() == takes);
  w.owned_says(w.id, editor("refused") + editor("ready"));
  REQUIRE(second.count == 1);
  CHECK(second.result->status == Status::FailedToStart);
}

TEST_CASE("a shell whose line editor was turned off gets its line typed") {
  Keyed w;
  w.first_command();
  World::Answer second;
  w.run("echo 2", second);
  CHECK(w.typed_now() == takes);
  w.owned.side = {.reads_keys = false, .shell_has_it = true};
  w.clock.advance(base::Millis(5000));
  CHECK(w.typed_now() == testing::typed("echo 2"));
  CHECK(w.owned.envelopes.empty());
}

TEST_CASE("a line that the shell takes for the beginning of more is given up") {
  Keyed w;
  w.first_command();
  World::Answer second;
  w.run("echo 2", second);
  w.owned_says(w.id, editor("taken") + "\r\n" + World::mark("F") + "> " + World::mark("G"));
  CHECK(w.typed_now() == takes + "\x03");
}

TEST_CASE("what the shell says it ran is told where it is not what it was given") {
  Keyed w;
  w.first_command();
  World::Answer second;
  w.run("gco main", second);
  w.takes_it("git checkout main");
  w.ends_it();
  REQUIRE(second.count == 1);
  CHECK(second.result->submitted == "git checkout main");
  CHECK(second.result->ran_another_line);
}

TEST_CASE("a prompt without marks is known by the kernel's word") {
  Keyed w;
  w.first_command();
  World::Answer second, third;
  w.run("echo 2", second);
  w.takes_it("echo 2");
  w.ends_it();
  (void)w.typed_now();
  w.run("echo 3", third);
  CHECK(w.typed_now().empty());
  w.owned.reader = terminal::InputReader{.process = "bash", .is_shell = true, .whole_lines = false};
  w.clock.advance(base::Millis(1000));
  CHECK(w.typed_now() == takes);
}

TEST_CASE("another line editor than the shell's own gets nothing") {
  Keyed w;
  w.run("echo hi", w.answer);
  w.owned_says(w.id, editor("keys"));
  w.owned_prompt(w.id);
  CHECK(w.typed_now() == asks);
  w.owned_says(w.id, editor("another"));
  CHECK(w.typed_now().empty());
  CHECK(w.answer.count == 0);  // a shell without the startup files gets it
}

namespace {

/// An editor's terminal whose shell was asked, for its second command, until the last call has gone unanswered.
struct Unheard : World {
  Unheard() : World(testing::everything_allowed()) {
    shim.can.source = terminal::Source::Bytes;
    shim.can.execute = false;
    shim.can.sync = true;
    run("true", first);
    says(editor("keys") + prompt);
    says(editor("ready"));  // the new shell
    says(editor("ready"));  // and for the command
    shim.submissions.at(0).answer("");
    takes_it("true");
    run("echo hi", answer);
    wait_for_all_calls();
  }
  void says(const std::string& bytes) { host.terminal_wrote(id, bytes); }
  void takes_it(const std::string& line, const std::string& output = {}) {
    says(mark("E;" + line) + editor("taken") + line + "\r\n" + mark("C") + output + mark("D;0") + prompt);
  }
  void wait_for_all_calls() {
    for (const shell::EditorCall& call : shell::editor_calls) clock.advance(base::Millis(call.patience_ms));
  }
  const std::string prompt = mark("A") + "$ " + mark("B");
  Answer first, answer;
  base::TerminalId id{"t1"};
};

}  // namespace

TEST_CASE("while an editor types nothing, because it shows its user a prompt of its own, the command waits") {
  Unheard w;
  REQUIRE(w.first.count == 1);
  REQUIRE(w.shim.syncs.size() == 1);
  w.clock.advance(base::Millis(7000));
  CHECK(w.answer.count == 0);
  w.shim.syncs[0]();
  w.says(editor("ready"));
  REQUIRE(w.shim.submissions.size() == 2);
  CHECK(w.shim.submissions[1].text == takes);
}

TEST_CASE("a shell that does not answer an editor which types is given up after the same time again") {
  Unheard w;
  REQUIRE(w.shim.syncs.size() == 1);
  w.shim.syncs[0]();
  w.wait_for_all_calls();
  CHECK(w.shim.syncs.size() == 1);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->status == Status::FailedToStart);
}

TEST_CASE("nothing is typed after a command that its editor has not typed yet") {
  Unheard w;
  w.shim.syncs[0]();
  w.says(editor("ready"));
  const std::size_t typed = w.shim.input.size();
  w.clock.advance(base::Millis(6000));
  CHECK(w.shim.input.size() == typed);
  REQUIRE(w.shim.syncs.size() == 2);
  w.shim.syncs[1]();
  w.takes_it("echo hi", "hi\r\n");
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->output.text == "hi");
}
