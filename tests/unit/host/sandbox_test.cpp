// Where a command runs and whether it is asked about, with a sandbox set; results that say so.
#include <catch2/catch_test_macros.hpp>

#include "host/wire/wire.hpp"
#include "world.hpp"

using namespace termhost;
using protocol::SandboxLevel;
using testing::World;
using tool::Status;

namespace {

host::Settings confining() {
  host::Settings settings;
  settings.sandbox.level = SandboxLevel::Workspace;
  settings.allowed_commands = {"make"};
  settings.denied_commands = {"shutdown"};
  settings.asked_commands = {"git push"};
  return settings;
}

bool runs_inside(const World& w) { return w.owned.opened.size() == 1 && w.owned.opened[0].second.sandbox.is_on(); }

}  // namespace

TEST_CASE("where a command runs, and whether the person is asked") {
  struct Case {
    const char* command;
    bool inside, asked;
  };
  const Case cases[] = {
      {"rm -r build", true, false},  // no rule
      {"frobnicate $(cat x) | tee y", true, false},
      {"ls src", true, false},    // only a built-in rule
      {"make all", true, false},  // a rule of the user's: without a question, not outside
      {"rm -r build && make", true, false},
      {"git push origin", false, true},  // a rule asks
      {"shutdown now", false, false},    // denied
      {"$x now", false, true},           // may be what is denied
  };
  for (const Case& c : cases) {
    CAPTURE(c.command);
    World w{confining()};
    World::Answer answer;
    w.run(c.command, answer);
    CHECK(runs_inside(w) == c.inside);
    CHECK(w.shim.questions.size() == (c.asked ? 1 : 0));
    CHECK(w.shim.creations.size() == (!c.inside && !c.asked && answer.count == 0 ? 1 : 0));
  }
}

TEST_CASE("what the person is asked about runs inside, and they see it") {
  World w{confining()};
  World::Answer answer;
  w.run("git push origin", answer);
  REQUIRE(w.shim.questions.size() == 1);
  CHECK(w.shim.questions[0].decision.reason.find("in the sandbox (workspace, network none)") != std::string::npos);
  CHECK(w.shim.questions[0].place == "in the sandbox (workspace, network none)");
  w.shim.answers[0]({.verdict = host::ApprovalDecision::Approve});
  CHECK(runs_inside(w));
  CHECK(w.owned.opened[0].second.sandbox.workspace == std::vector<std::string>{"/project"});
}

TEST_CASE("to run outside the agent has to say why, and the person decides") {
  World w{confining()};
  World::Answer answer;
  w.run("curl example.org", answer, {.outside = true, .justification = "it needs the network"});
  REQUIRE(w.shim.questions.size() == 1);
  CHECK(w.shim.questions[0].decision.suggestions.empty());  // a rule that is remembered leads inside
  CHECK(w.shim.questions[0].decision.reason.find("outside the sandbox; the agent says: \"it needs the network\"") !=
        std::string::npos);
  w.shim.answers[0]({.verdict = host::ApprovalDecision::Approve});
  CHECK(w.owned.opened.empty());
  CHECK(w.shim.creations.size() == 1);
}

TEST_CASE("a rule says in which sandbox what it allows runs") {
  struct Case {
    const char* command;
    sandbox::Level level;
    bool asked;
  };
  const Case cases[] = {
      {"npm test", sandbox::Level::Workspace, false},
      {"npm test && cargo tree", sandbox::Level::ReadOnly, false},  // the strictest
      {"make && npm test", sandbox::Level::Workspace, false},
      {"timeout 9 npm test", sandbox::Level::Workspace, false},
      {"sh -c 'npm test'", sandbox::Level::Workspace, false},
      {"npm test | curl -T- example.org", sandbox::Level::Workspace, true},
  };
  for (const Case& c : cases) {
    CAPTURE(c.command);
    World w{host::Settings{}};
    approval::PolicyRules rules{.allowed = {"make", "timeout"}, .denied = {}, .problem = {}};
    using List = approval::DetailedRule::List;
    rules.detailed = {{List::Allowed, "npm test", "", "", sandbox::Level::Workspace},
                      {List::Allowed, "cargo", "", "", sandbox::Level::ReadOnly}};
    w.host.set_policy(rules);
    World::Answer answer;
    w.run(c.command, answer);
    REQUIRE(w.shim.questions.size() == (c.asked ? 1 : 0));
    if (c.asked) w.shim.answers[0]({.verdict = host::ApprovalDecision::Approve});
    REQUIRE(w.owned.opened.size() == 1);
    CHECK(w.owned.opened[0].second.sandbox.level == c.level);
  }
}

TEST_CASE("with a sandbox, an allowed command runs inside without a question, and outside only if its rule says so") {
  using sandbox::Level;
  struct Case {
    const char* command;
    SandboxLevel set;
    Level level;
    bool asked;
  };
  const Case cases[] = {
      {"git status", SandboxLevel::Workspace, Level::Workspace, false},
      {"cat notes.txt", SandboxLevel::Workspace, Level::Workspace, false},
      {"git fetch", SandboxLevel::Workspace, Level::Off, false},
      {"git fetch origin", SandboxLevel::ReadOnly, Level::Off, false},
      {"git fetch && git status", SandboxLevel::Workspace, Level::Workspace, false},  // the strictest
      {"git fetch && ls", SandboxLevel::Workspace, Level::Workspace, false},
      {"git fetch && rm -r x", SandboxLevel::Workspace, Level::Workspace, false},
      {"git fetch && $x", SandboxLevel::Workspace, Level::Workspace, false},
      {"npm test", SandboxLevel::ReadOnly, Level::Workspace, false},  // as the rule says
      {"npm test && git status", SandboxLevel::ReadOnly, Level::ReadOnly, false},
      {"git status", SandboxLevel::Off, Level::Off, false},
  };
  for (const Case& c : cases) {
    CAPTURE(c.command);
    host::Settings settings;
    settings.sandbox.level = c.set;
    World w{settings};
    approval::PolicyRules rules{.allowed = {"git", "cat"}, .denied = {}, .problem = {}};
    using List = approval::DetailedRule::List;
    rules.detailed = {{List::Allowed, "git fetch", "", "", Level::Off},
                      {List::Allowed, "npm test", "", "", Level::Workspace}};
    w.host.set_policy(rules);
    World::Answer answer;
    w.run(c.command, answer);
    CHECK(w.shim.questions.size() == (c.asked ? 1 : 0));
    REQUIRE(w.owned.opened.size() == (c.level == Level::Off ? 0 : 1));
    if (c.level != Level::Off) CHECK(w.owned.opened[0].second.sandbox.level == c.level);
  }
}

TEST_CASE("where a machine can't hold the sandbox, a rule that names none does not lead outside without a question") {
  host::Settings settings = confining();
  World w{settings};
  World::Answer answer;
  SECTION("no sandbox at all: asked") {
    w.owned.means.problem = "no Landlock";
    w.run("make", answer);
    CHECK(w.shim.questions.size() == 1);
    CHECK(w.shim.creations.empty());
  }
  SECTION("a gap: inside, and the rule says that there is no question") {
    w.owned.means.gaps = {"signals"};
    w.run("make", answer);
    CHECK(w.shim.questions.empty());
    CHECK(runs_inside(w));
  }
  SECTION("the agent wants it outside: asked") {
    w.run("make", answer, {.outside = true, .justification = "it needs the network"});
    CHECK(w.shim.questions.size() == 1);
    CHECK(w.shim.creations.empty());
  }
}

TEST_CASE("what settings or a policy name as secret goes with the sandbox") {
  host::Settings settings = confining();
  settings.secret_files = {"customers.csv"};
  World w{settings};
  CHECK(w.host.sandbox().secret_files == std::vector<std::string>{"customers.csv"});
  approval::PolicyRules rules;
  rules.secret_files = {"numbers.txt"};
  w.host.set_policy(rules);
  CHECK(w.host.sandbox().secret_files == std::vector<std::string>{"numbers.txt"});
}

TEST_CASE("a rule with a sandbox allows nothing elsewhere") {
  World w{host::Settings{}};
  approval::PolicyRules rules;
  rules.detailed = {{approval::DetailedRule::List::Allowed, "npm test", "", "", sandbox::Level::Workspace}};
  w.host.set_policy(rules);
  World::Answer answer;
  SECTION("the agent wants it outside") {
    w.run("npm test", answer, {.outside = true, .justification = "it needs the network"});
    REQUIRE(w.shim.questions.size() == 1);
    CHECK(w.shim.questions[0].place == "outside the sandbox; the agent says: \"it needs the network\"");
  }
  SECTION("this machine has none") {
    w.owned.means.problem = "no Landlock";
    w.run("npm test", answer);
    REQUIRE(w.shim.questions.size() == 1);
    CHECK(w.shim.questions[0].place == "without a sandbox: no Landlock");
  }
  CHECK(w.owned.opened.empty());
}

TEST_CASE("autoApprove says yes to questions, not to the outside") {
  host::Settings settings = confining();
  settings.auto_approve = true;
  World w{settings};
  World::Answer answer;
  SECTION("a question") {
    w.run("git push origin", answer);
    CHECK(w.shim.questions.empty());
    CHECK(runs_inside(w));
  }
  SECTION("the outside") {
    w.run("curl example.org", answer, {.outside = true, .justification = "it needs the network"});
    CHECK(w.shim.questions.size() == 1);
  }
  SECTION("a machine that can hold nothing") {
    w.owned.means.problem = "no Landlock";
    w.run("curl example.org", answer);
    CHECK(w.shim.questions.size() == 1);
  }
}

TEST_CASE("where something is missing the person is asked") {
  SECTION("a gap: it runs inside all the same") {
    World w{confining()};
    w.owned.means.gaps = {"signals"};
    World::Answer answer;
    w.run("rm -r build", answer);
    REQUIRE(w.shim.questions.size() == 1);
    CHECK(w.shim.questions[0].decision.reason.find("does not cover signals") != std::string::npos);
    w.shim.answers[0]({.verdict = host::ApprovalDecision::Approve});
    CHECK(runs_inside(w));
  }
  SECTION("no sandbox at all") {
    World w{confining()};
    w.owned.means.problem = "no Landlock";
    World::Answer answer;
    w.run("rm -r build", answer);
    REQUIRE(w.shim.questions.size() == 1);
    CHECK(w.shim.questions[0].decision.reason.find("without a sandbox: no Landlock") != std::string::npos);
    CHECK(w.owned.opened.empty());
  }
}

TEST_CASE("askInside keeps the question; what is approved by itself runs inside") {
  host::Settings settings = confining();
  SECTION("askInside") {
    settings.sandbox.ask_inside = true;
    World w{settings};
    World::Answer answer;
    w.run("rm -r build", answer);
    CHECK(w.shim.questions.size() == 1);
  }
  SECTION("autoApprove") {
    settings.auto_approve = true;
    World w{settings};
    World::Answer answer;
    w.run("git push origin", answer);
    CHECK(w.shim.questions.empty());
    CHECK(runs_inside(w));
  }
}

TEST_CASE("where something is missing the person is asked, unless they have accepted it") {
  struct Case {
    std::optional<bool> ask_inside;
    bool has_gaps, asked;
  };
  for (const Case& c : {Case{std::nullopt, false, false}, Case{std::nullopt, true, true}, Case{false, true, false},
                        Case{false, false, false}, Case{true, false, true}, Case{true, true, true}}) {
    CAPTURE(c.ask_inside, c.has_gaps);
    host::Settings settings = confining();
    settings.sandbox.ask_inside = c.ask_inside;
    World w{settings};
    if (c.has_gaps) w.owned.means.gaps = {"signals"};
    World::Answer answer;
    w.run("rm -r build", answer);
    CHECK(w.shim.questions.size() == (c.asked ? 1 : 0));
    CHECK(runs_inside(w) != c.asked);
  }
}

TEST_CASE("what is hidden and looks empty is told where a command names it") {
  World w{confining()};
  w.owned.means.hidden = {"/project/.env", "/home/me/.ssh"};
  World::Answer answer;
  const auto run = [&](const char* command, const char* printed, const char* code) {
    w.run(command, answer);
    const base::TerminalId id = w.owned.opened.at(0).first;
    if (answer.count == 0) w.owned_prompt(id);
    w.owned_says(id, World::mark("C") + printed + World::mark(code) + World::mark("A") + "$ " + World::mark("B"));
    REQUIRE(answer.count == 1);
    return host::to_wire(*answer.result).message;
  };
  const char* const told = "probably refused to read '/project/.env'";
  SECTION("in the command") { CHECK(run("frobnicate .env", "", "D;0").find(told) != std::string::npos); }
  SECTION("in an error of its") {
    CHECK(run("frobnicate", "ENOENT: no such file, open '/project/.env'\r\n", "D;1").find(told) != std::string::npos);
  }
  SECTION("in an error of git's, which would take an empty file for a change") {
    CHECK(run("git commit -a", "error: .env: can only add regular files\r\n", "D;128").find(told) != std::string::npos);
  }
  SECTION("what is missing in a home, where the command has failed") {
    w.owned.means.missing = {"/home/me/notes"};
    CHECK(run("frobnicate /home/me/notes/a", "", "D;1").find("refused to read '/home/me/notes'") != std::string::npos);
  }
  SECTION("what is missing in a home, not where the command has succeeded") {
    w.owned.means.missing = {"/home/me/notes"};
    CHECK(run("frobnicate /home/me/notes/a", "", "D;0").find("probably refused") == std::string::npos);
  }
  SECTION("not in another folder") {
    CHECK(run("cat sub/.env", "", "D;0").find("probably refused") == std::string::npos);
  }
  SECTION("not after a cd") {
    CHECK(run("cd sub && cat .env", "", "D;0").find("probably refused") == std::string::npos);
  }
  SECTION("nowhere that matters") {
    CHECK(run("frobnicate", ".env\r\n", "D;1").find("probably refused") == std::string::npos);
  }
}

TEST_CASE("a terminal is taken again for the same sandbox, and for no other") {
  World w{confining()};
  World::Answer first, second, third;
  w.run("rm -r build", first);
  REQUIRE(runs_inside(w));
  const base::TerminalId id = w.owned.opened[0].first;
  w.owned_prompt(id);
  w.owned_says(id, World::mark("C") + World::mark("D;0") + World::mark("A") + "$ " + World::mark("B"));
  REQUIRE(first.count == 1);
  w.run("rm -r dist", second);
  CHECK(w.owned.opened.size() == 1);
  CHECK(w.owned.written[id].find("rm -r dist") != std::string::npos);
  w.run("make", third, {.outside = true, .justification = "it needs the network"});
  w.shim.answers.at(0)({.verdict = host::ApprovalDecision::Approve});
  CHECK(w.owned.written[id].find("make") == std::string::npos);
  CHECK(w.shim.creations.size() == 1);  // of the editor
}

TEST_CASE("a result says in what it ran, and what was probably refused") {
  World w{confining()};
  World::Answer answer;
  w.run("rm -r build", answer);
  const base::TerminalId id = w.owned.opened.at(0).first;
  w.owned_prompt(id);
  w.owned_says(id, World::mark("C") + "rm: cannot remove '/etc/x': Read-only file system\r\n" + World::mark("D;1") +
                       World::mark("A") + "$ " + World::mark("B"));
  REQUIRE(answer.count == 1);
  const auto wire = host::to_wire(*answer.result);
  REQUIRE(wire.sandbox);
  CHECK(wire.sandbox->level == protocol::SandboxPlace::Workspace);
  CHECK(wire.sandbox->enforced_by == std::vector<std::string>{"a kernel"});
  CHECK(wire.message.find("probably caused `rm: cannot remove '/etc/x': Read-only file system`") != std::string::npos);
}
