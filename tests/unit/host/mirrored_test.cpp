// Commands in an editor's terminals: events bind by order on the terminal, text only rejects; every race ends in one
// right answer. The orders are those that VS Code's shell integration was seen to produce.
#include "mirrored.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "base/utf8.hpp"

using namespace termhost;
using testing::Mirrored;
using testing::start_mark;
using testing::World;
using tool::Status;

TEST_CASE("the promised execution starts, prints and ends") {
  Mirrored w;
  w.submit("echo hello");
  CHECK(w.shim.submissions[0].mode == shell::SubmitMode::Execute);
  w.promise("x1");
  w.host.execution_started(w.id, "x1", "echo hello", "/project");
  w.host.execution_wrote("x1", std::string(start_mark) + "hello\r\n");
  w.host.execution_ended("x1", 0, true);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->completion.certainty == terminal::Certainty::Certain);
  CHECK(w.answer.result->completion.evidence == terminal::Evidence::EndEvent);
  CHECK(w.answer.result->output.text == "hello");
  CHECK_FALSE(w.answer.result->output_unknown);
}

TEST_CASE("a line longer than the terminal takes goes by a private file, which is gone when the command has ended") {
  Mirrored w;
  const std::string long_command = "echo " + std::string(5000, 'x');
  w.submit(long_command);
  CHECK(w.shim.submissions[0].text == ". /private/editor-1");
  CHECK(w.shim.submissions[0].mode == shell::SubmitMode::Execute);
  CHECK(w.owned.envelopes.at("/private/editor-1") == long_command + "\n");
  w.promise("x1");
  w.host.execution_started(w.id, "x1", ". /private/editor-1", "/project");
  w.host.execution_ended("x1", 0, true);
  CHECK(w.owned.envelopes.empty());
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->rewrite.kind == shell::RewriteKind::CommandFile);

  World::Answer second;
  w.run(long_command, second);
  CHECK(w.shim.submissions.back().text == ". /private/editor-1");
  CHECK(w.owned.editor_envelopes == 1);
}

TEST_CASE("an end with a code and not one chunk is output unknown, not no output") {
  Mirrored w;
  w.start("echo hello", "x1");
  w.host.execution_ended("x1", 0, true);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->output_unknown);
  CHECK(tool::format_text(*w.answer.result).find("Output: unknown") != std::string::npos);
}

TEST_CASE("the start mark alone says that there was no output") {
  Mirrored w;
  w.start("false", "x1");
  w.host.execution_wrote("x1", start_mark);
  w.host.execution_ended("x1", 1, true);
  REQUIRE(w.answer.count == 1);
  CHECK_FALSE(w.answer.result->output_unknown);
  CHECK(w.answer.result->output.text.empty());
}

TEST_CASE("another execution than the promised one starts: it is ours, and the terminal is not used again") {
  Mirrored w;
  w.submit("echo a   b");
  w.promise("x1");
  w.host.execution_started(w.id, "x2", "echo a   b  > ", "");
  w.host.execution_wrote("x2", std::string(start_mark) + "a b\r\n");
  w.host.execution_ended("x2", 0, true);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->completion.exit_code == 0);
  CHECK(w.answer.result->completion.certainty == terminal::Certainty::Likely);
  World::Answer next;
  w.run("pwd", next);
  CHECK(w.shim.creations.size() == 2);
}

TEST_CASE("a cancelled line before ours is not ours") {
  Mirrored w;
  w.submit("echo ours");
  w.promise("x2");
  w.host.execution_started(w.id, "x1", "echo half^C", "");
  w.host.execution_ended("x1", {}, true);
  CHECK(w.answer.count == 0);
  w.host.execution_started(w.id, "x2", "echo ours", "");
  w.host.execution_wrote("x2", std::string(start_mark) + "ours\r\n");
  w.host.execution_ended("x2", 0, true);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->output.text == "ours");
}

TEST_CASE("an empty line that has output after all is ours") {
  Mirrored w;
  w.submit("eval '(exit 4)'");
  w.promise("x1");
  w.host.execution_started(w.id, "x9", "", "");
  w.host.execution_wrote("x9", std::string(start_mark) + "text\r\n");
  w.host.execution_ended("x9", 4, true);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->output.text == "text");
  CHECK(w.answer.result->completion.exit_code == 4);
}

TEST_CASE("an environment activation that starts first is not ours") {
  Mirrored w;
  w.submit("python app.py");
  w.promise("x2");
  w.host.execution_started(w.id, "x1", "source /project/.venv/bin/activate", "");
  w.host.execution_ended("x1", 0, true);
  CHECK(w.answer.count == 0);
  w.host.execution_started(w.id, "x2", "python app.py", "");
  w.host.execution_ended("x2", 1, true);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->completion.exit_code == 1);
}

TEST_CASE("an end before its start, and an end without any start, both count") {
  Mirrored w;
  w.submit("true");
  w.promise("x1");
  w.host.execution_ended("x1", 0, true);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->completion.exit_code == 0);
  w.host.execution_started(w.id, "x1", "true", "");
  w.host.execution_ended("x1", 5, true);
  CHECK(w.answer.count == 1);
}

TEST_CASE("an end that was not drained waits half a second for the rest, and says so if that is over") {
  Mirrored w;
  w.start("cat file", "x1");
  w.host.execution_wrote("x1", std::string(start_mark) + "one\r\n");
  w.host.execution_ended("x1", 0, false);
  CHECK(w.answer.count == 0);
  w.host.execution_wrote("x1", "two\r\n");
  w.clock.advance(base::Millis(499));
  CHECK(w.answer.count == 0);
  w.clock.advance(base::Millis(1));
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->output.text == "one\ntwo");
  CHECK_FALSE(w.answer.result->completion.drained);
}

TEST_CASE("the terminal closes while the command runs: lost without a code, the shell's own code with one") {
  Mirrored w;
  w.start("sleep 100", "x1");
  SECTION("disposed") {
    w.host.terminal_closed(w.id, {}, "extension");
    REQUIRE(w.answer.count == 1);
    CHECK(w.answer.result->status == Status::Lost);
    CHECK_FALSE(w.answer.result->completion.exit_code);
    CHECK(w.answer.result->completion.evidence == terminal::Evidence::TerminalClosed);
  }
  SECTION("exit 5") {
    w.host.terminal_closed(w.id, 5, "process");
    REQUIRE(w.answer.count == 1);
    CHECK(w.answer.result->status == Status::Completed);
    CHECK(w.answer.result->completion.exit_code == 5);
    CHECK(w.answer.result->completion.certainty == terminal::Certainty::Likely);
  }
}

TEST_CASE("no start is ever reported: the call ends, nothing is sent again, the terminal is not used again") {
  Mirrored w;
  w.submit("echo \"open");
  w.promise("x1");
  w.clock.advance(std::chrono::minutes(2));
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->status == Status::Lost);
  CHECK(w.shim.submissions.size() == 1);
  CHECK(w.owned.opened.empty());
  World::Answer next;
  w.run("true", next);
  CHECK(w.shim.creations.size() == 2);
}

TEST_CASE("integration never comes: an owned terminal runs it instead; nothing was sent to the editor's") {
  Mirrored w;
  w.run("echo hi", w.answer);
  w.clock.advance(base::Millis(10'000));
  REQUIRE(w.owned.opened.size() == 1);
  CHECK(w.shim.submissions.empty());
  const base::TerminalId owned("owned-1");
  w.owned_prompt(owned);
  w.owned_says(owned, World::mark("C") + "hi\r\n" + World::mark("D;0"));
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->output.text == "hi");
  CHECK(w.answer.result->integration == terminal::Integration::Owned);
}

TEST_CASE("with fallback plain the text is typed, and what can't be known is not claimed") {
  host::Settings settings = testing::everything_allowed();
  settings.fallback = host::Fallback::Plain;
  Mirrored w(settings);
  w.run("echo hi", w.answer);
  w.clock.advance(base::Millis(10'000));
  REQUIRE(w.shim.submissions.size() == 1);
  CHECK(w.shim.submissions[0].mode != shell::SubmitMode::Execute);
  w.clock.advance(std::chrono::minutes(2));
  REQUIRE(w.answer.count == 1);
  CHECK_FALSE(w.answer.result->completion.exit_code);
}

TEST_CASE("the next start on the terminal ends one whose own end was lost") {
  Mirrored w;
  w.start("\\ls", "x1");
  w.host.execution_wrote("x1", std::string(start_mark) + "files\r\n");
  w.host.execution_started(w.id, "x2", "echo typed by the person", "");
  w.clock.advance(base::Millis(500));
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->completion.evidence == terminal::Evidence::NextPrompt);
  CHECK_FALSE(w.answer.result->completion.exit_code);
  CHECK(w.answer.result->output.text == "files");
}

TEST_CASE("a terminal that the person typed into is the person's") {
  Mirrored w;
  w.start("true", "x1");
  w.host.execution_ended("x1", 0, true);
  World::Answer next;
  SECTION("typed since our end") {
    w.host.terminal_interacted(w.id);
    w.run("true", next);
    CHECK(w.shim.creations.size() == 2);
  }
  SECTION("not typed") {
    w.run("true", next);
    CHECK(w.shim.creations.size() == 1);
    CHECK(w.shim.submissions.size() == 2);
  }
}

TEST_CASE("zsh's partial-line mark at the end of each stream is no output") {
  for (const std::string text : {"after\r\n", "no newline"}) {
    World w;
    World::Answer answer;
    w.run("echo", answer);
    const base::TerminalId id = w.integrated();
    w.host.integration_changed(id, terminal::Integration::Rich, "", "zsh");
    World::Answer second;
    w.shim.submissions[0].answer("x0");
    w.host.execution_started(id, "x0", "echo", "");
    w.host.execution_ended("x0", 0, true);
    w.run("echo again", second);
    w.shim.submissions.back().answer("x1");
    w.host.execution_started(id, "x1", "echo again", "");
    const std::string stream =
        start_mark + text + "\x1b[1m\x1b[7m#\x1b[27m\x1b[1m\x1b[0m" + std::string(79, ' ') + "\r \r";
    for (const char c : stream) w.host.execution_wrote("x1", std::string(1, c));
    w.host.execution_ended("x1", 0, true);
    REQUIRE(second.count == 1);
    CHECK(second.result->output.text == (text == "after\r\n" ? "after" : "no newline"));
  }
}

TEST_CASE("a terminal that somebody closes in the middle of a command says nothing of its exit code") {
  struct Case {
    const char* reason;
    bool code_counts;
  };
  for (const Case& c : {Case{"user", false}, Case{"extension", false}, Case{"process", true}, Case{"", true}}) {
    CAPTURE(c.reason);
    Mirrored w;
    w.start("npm start", "x1");
    w.host.terminal_closed(w.id, 1, c.reason);
    REQUIRE(w.answer.count == 1);
    CHECK(w.answer.result->completion.exit_code == (c.code_counts ? std::optional(1) : std::nullopt));
    CHECK(w.answer.result->status == (c.code_counts ? Status::Completed : Status::Lost));
  }
}

TEST_CASE("live output as text: all of it together is the output of the result, whatever the terminal did to it") {
  Mirrored w;
  w.submit("make", {.tool_call = base::ToolCallId("live")});
  w.promise("x1");
  w.host.execution_started(w.id, "x1", "make", "");
  w.host.execution_wrote("x1", std::string(start_mark) + "\x1b[32mone\x1b[m\r\n10%");
  w.host.execution_wrote("x1", "\r20%");
  w.host.execution_wrote("x1", "\r100%\r\nlast");
  w.host.execution_ended("x1", 0, true);
  REQUIRE(w.answer.count == 1);
  CHECK(w.shim.rendered[base::ToolCallId("live")] == "one\n100%\nlast");
  CHECK(w.answer.result->output.text == "one\n100%\nlast");
  CHECK(w.shim.printed[base::ToolCallId("live")].find("\x1b[32mone") != std::string::npos);
}

TEST_CASE("bytes that are no UTF-8 are the same text in the live output and in the result") {
  Mirrored w;
  w.submit("cat latin1", {.tool_call = base::ToolCallId("live")});
  w.promise("x1");
  w.host.execution_started(w.id, "x1", "cat latin1", "");
  w.host.execution_wrote("x1", std::string(start_mark) + "caf\xe9");
  w.host.execution_ended("x1", 0, true);
  REQUIRE(w.answer.count == 1);
  CHECK(w.answer.result->output.text == "caf\uFFFD");
  CHECK(base::well_formed(w.shim.printed[base::ToolCallId("live")]) == "caf\uFFFD");
  CHECK(w.shim.rendered[base::ToolCallId("live")] == "caf\uFFFD");
}

TEST_CASE(
    "output that came before its start, and that start without a command text, belong to the command that waits") {
  World w;
  World::Answer answer;
  w.run("make", answer);
  const base::TerminalId id = w.integrated();
  w.host.execution_wrote("x1", "output\r\n");
  w.host.execution_started(id, "x1", "", "");
  w.host.execution_ended("x1", 3, true);
  REQUIRE(answer.count == 1);
  CHECK(answer.result->completion.exit_code == 3);
  CHECK(answer.result->output.text == "output");
}

TEST_CASE("where a command has left the shell is known before the editor tells it") {
  Mirrored w;
  w.owned.view = host::ShellView{.cwd = "/real/project"};  // the editor has another name for it
  w.run("cd /usr", w.answer);
  w.id = base::TerminalId("t1");
  const bool kernel_tells = GENERATE(true, false);
  host::TerminalFacts facts;
  if (kernel_tells) facts.pid = 7;
  w.host.terminal_opened(w.id, facts);
  w.id = w.integrated();
  const auto play = [&](const std::string& name, const std::string& command, World::Answer& answer) {
    w.promise(name);
    w.host.execution_started(w.id, name, command, kernel_tells ? "/project" : "");  // late
    if (command == "cd /usr") w.owned.view->cwd = "/usr";
    w.host.execution_ended(name, 0, true);
    REQUIRE(answer.count == 1);
  };
  play("x1", "cd /usr", w.answer);
  CHECK(w.answer.result->cwd == "/project");
  CHECK_FALSE(w.answer.result->cwd_doubtful);
  World::Answer second, third;
  w.run("pwd", second);
  play("x2", "pwd", second);
  CHECK(w.shim.submissions.size() == 2);  // and no `cd` before it
  CHECK(second.result->cwd == (kernel_tells ? "/usr" : "/project"));
  CHECK(second.result->cwd_doubtful == !kernel_tells);
  w.host.integration_changed(w.id, terminal::Integration::Rich, "/usr", "");
  w.run("pwd", third);
  play("x3", "pwd", third);
  CHECK(third.result->cwd == "/usr");
  CHECK_FALSE(third.result->cwd_doubtful);
}
