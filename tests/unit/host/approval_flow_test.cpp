// The approval flow: ask, approve, edit, reject with feedback; clocks stand still while the person thinks.
#include <catch2/catch_test_macros.hpp>

#include "host/wire/wire.hpp"
#include "world.hpp"

using namespace termhost;
using testing::World;
using tool::Status;

TEST_CASE("the person approves, and only then anything happens") {
  World w{testing::asking()};
  World::Answer answer;
  w.run("rm -r build", answer, {.timeout = base::Millis(1000)});
  REQUIRE(w.shim.questions.size() == 1);
  CHECK(w.shim.questions[0].command == "rm -r build");
  w.clock.advance(std::chrono::hours(8));
  CHECK(answer.count == 0);
  CHECK(w.shim.creations.empty());
  w.shim.answers[0]({.verdict = host::ApprovalDecision::Approve});
  CHECK(w.shim.creations.size() == 1);
}

TEST_CASE("a rejection carries the person's words to the model") {
  World w{testing::asking()};
  World::Answer answer;
  w.run("rm -r build", answer);
  w.shim.answers[0]({.verdict = host::ApprovalDecision::Reject, .feedback = "use make clean"});
  REQUIRE(answer.count == 1);
  CHECK(answer.result->status == Status::Rejected);
  CHECK(tool::format_text(*answer.result).find("use make clean") != std::string::npos);
  CHECK(w.shim.completes.begin()->second == 1);
}

TEST_CASE("an edited command is what runs, after it was checked and shown again") {
  World w{testing::asking()};
  World::Answer answer;
  w.run("rm -r build", answer);
  w.shim.answers[0]({.verdict = host::ApprovalDecision::Edit, .command = "make clean"});
  REQUIRE(w.shim.questions.size() == 2);
  CHECK(w.shim.questions[1].command == "make clean");
  w.shim.answers[1]({.verdict = host::ApprovalDecision::Approve});
  w.integrated();
  REQUIRE(w.shim.submissions.size() == 1);
  CHECK(w.shim.submissions[0].text == "make clean");
}

TEST_CASE("that a command was edited is told, in whatever form it was submitted") {
  World w{testing::asking()};
  World::Answer answer;
  w.run("rm -r build", answer);
  w.shim.answers[0]({.verdict = host::ApprovalDecision::Edit, .command = "make clean && make"});
  w.shim.answers[1]({.verdict = host::ApprovalDecision::Approve});
  const base::TerminalId id = w.integrated();
  REQUIRE(w.shim.submissions.size() == 1);
  CHECK(w.shim.submissions[0].text.starts_with("eval "));
  w.shim.submissions[0].answer("x1");
  w.host.execution_started(id, "x1", w.shim.submissions[0].text, "/project");
  w.host.execution_wrote("x1", "\x1b]633;C\x07");
  w.host.execution_ended("x1", 0, true);
  REQUIRE(answer.count == 1);
  CHECK(answer.result->rewrite.kind == shell::RewriteKind::Edited);
  const std::string text = tool::format_text(*answer.result);
  CHECK(text.find("edited by the user, then submitted in another form (eval)") != std::string::npos);
  CHECK(text.find("The command that ran: make clean && make") != std::string::npos);
}

TEST_CASE("cancelling the call withdraws the question") {
  World w{testing::asking()};
  World::Answer answer;
  const host::CallId call = w.run("sleep 1 && make", answer);
  w.host.cancel(call);
  REQUIRE(answer.count == 1);
  CHECK(answer.result->status == Status::Rejected);
  CHECK(tool::format_text(*answer.result) == "Not run: it was cancelled before the question was answered.");
  CHECK(w.shim.withdrawn.size() == 1);
  w.shim.answers[0]({.verdict = host::ApprovalDecision::Approve});
  CHECK(w.shim.creations.empty());
  CHECK(answer.count == 1);
}

TEST_CASE("an edit without a command runs nothing") {
  World w{testing::asking()};
  World::Answer answer;
  w.run("sleep 1 && make", answer);
  w.shim.answers[0]({.verdict = host::ApprovalDecision::Edit, .command = " "});
  REQUIRE(answer.count == 1);
  CHECK(answer.result->status == Status::Rejected);
  CHECK(w.shim.creations.empty());
}

TEST_CASE("of an edited command both forms are told") {
  World w{testing::asking()};
  World::Answer answer;
  w.run("make clean", answer);
  w.shim.answers[0]({.verdict = host::ApprovalDecision::Edit, .command = "make"});
  w.shim.answers.back()({.verdict = host::ApprovalDecision::Approve});
  const base::TerminalId id = w.integrated();
  w.shim.submissions.back().answer("x1");
  w.host.execution_started(id, "x1", "make", "");
  w.host.execution_ended("x1", 0, true);
  REQUIRE(answer.count == 1);
  CHECK(answer.result->command == "make clean");
  CHECK(answer.result->edited == "make");
}

TEST_CASE("what the shell can't read is not said to lack an answer") {
  World w{testing::asking()};
  World::Answer answer;
  w.run("echo \"abc", answer);
  w.shim.answers[0]({.problem = "nobody answered the approval question"});
  REQUIRE(answer.count == 1);
  const std::string text = tool::format_text(*answer.result);
  CHECK(text.starts_with("Not run: bash cannot read it: "));
  CHECK(text.find("nobody") == std::string::npos);
}

TEST_CASE("if the user cannot be asked, a command that no rule allows is denied, with a way to allow it") {
  World w{testing::asking()};
  w.shim.can.approval = false;
  World::Answer answer;
  w.run("rm -r build", answer);
  REQUIRE(answer.count == 1);
  CHECK(answer.result->status == Status::Denied);
  CHECK(tool::format_text(*answer.result).find("allowedCommands") != std::string::npos);
}

TEST_CASE("a denial quotes the command so that no part of it controls the screen or hides") {
  World w{testing::asking()};
  w.shim.can.approval = false;
  World::Answer answer;
  w.run(
      "rm \xE2\x80\xAE"
      "x\x1B[2K; ls",
      answer);
  REQUIRE(answer.count == 1);
  const std::string told = answer.result->reason;
  CHECK(told.find("⟨U+202E⟩") != std::string::npos);
  CHECK(told.find("\xE2\x80\xAE") == std::string::npos);
  CHECK(told.find('\x1B') == std::string::npos);
}

TEST_CASE("a rule that is saved elsewhere answers the questions that it decides, and no other") {
  World w{testing::asking()};
  World::Answer allowed, denied, open;
  w.run("make clean", allowed);
  w.run("rm -r build", denied);
  w.run("touch me", open);
  host::Settings saved = testing::asking();
  saved.allowed_commands = {"make clean"};
  saved.denied_commands = {"rm"};
  w.host.set_settings(saved);
  CHECK(w.shim.withdrawn.size() == 2);
  CHECK(w.shim.creations.size() == 1);
  REQUIRE(denied.count == 1);
  CHECK(denied.result->status == Status::Denied);
  CHECK(allowed.count + open.count == 0);
  w.shim.answers[1]({.verdict = host::ApprovalDecision::Approve});  // nobody's word any more
  CHECK(w.shim.creations.size() == 1);
}

TEST_CASE("what is allowed in this session outlives new settings") {
  World w{testing::asking()};
  World::Answer first, second;
  w.run("make clean", first);
  w.shim.answers[0]({.verdict = host::ApprovalDecision::Approve,
                     .remember = host::Remember{true, "make clean", host::RememberScope::Session}});
  w.host.set_settings({.allowed_commands = {}});
  w.run("make clean", second);
  CHECK(w.shim.answers.size() == 1);
  CHECK(w.shim.creations.size() == 2);
}

TEST_CASE("a line that is allowed in this session is that line where it was asked, while it means the same") {
  World w{testing::asking()};
  World::Answer first, again, longer, elsewhere, forbidden;
  w.run("curl x | sh", first);
  w.shim.answers[0](
      {.verdict = host::ApprovalDecision::Approve, .remember = host::Remember{true, "", host::RememberScope::Line}});
  w.run("curl x | sh", again);
  CHECK(w.shim.answers.size() == 1);
  w.run("curl x | sh -x", longer);
  CHECK(w.shim.answers.size() == 2);
  w.run("curl x | sh", elsewhere, {.cwd = "/elsewhere"});
  CHECK(w.shim.answers.size() == 3);
  w.host.set_settings({.denied_commands = {"curl"}});
  w.run("curl x | sh", forbidden);
  REQUIRE(forbidden.count == 1);
  CHECK(forbidden.result->status == Status::Denied);
}

TEST_CASE("an edited answer allows no line") {
  World w{testing::asking()};
  World::Answer first, again;
  w.run("make clean", first);
  w.shim.answers[0]({.verdict = host::ApprovalDecision::Edit,
                     .command = "ls",
                     .remember = host::Remember{true, "", host::RememberScope::Line}});
  const std::size_t asked = w.shim.questions.size();
  w.run("make clean", again);
  CHECK(w.shim.questions.size() == asked + 1);
}

TEST_CASE("what the person always allows is not asked in the other calls that wait") {
  World w{testing::asking()};
  World::Answer first, second;
  w.run("make clean", first);
  w.run("make clean", second);
  w.shim.answers[0]({.verdict = host::ApprovalDecision::Approve,
                     .remember = host::Remember{.allowed = true, .prefix = "make clean"}});
  CHECK(w.shim.withdrawn.size() == 1);
  CHECK(w.shim.creations.size() == 2);
}

TEST_CASE("a person is shown the most dangerous first, then what asks, each in the order of the line") {
  World w{testing::asking()};
  World::Answer answer;
  w.run("ls; touch a; rm b; touch c; curl x | sh", answer);
  std::vector<std::string> shown;
  for (const auto& command : host::to_wire(w.shim.questions[0]).commands) shown.push_back(command.text);
  CHECK(shown == std::vector<std::string>{"rm b", "sh", "curl x", "touch a", "touch c", "ls"});
}
