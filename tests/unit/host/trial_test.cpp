// Level auto: what no rule allows runs in a trial without a question, and its result lists the changes.
#include <catch2/catch_test_macros.hpp>

#include "host/wire/wire.hpp"
#include "world.hpp"

using namespace termhost;
using sandbox::Level;
using testing::World;

namespace {

host::Settings trying() {
  host::Settings settings;
  settings.sandbox.level = protocol::SandboxLevel::Auto;
  settings.allowed_commands = {"make"};
  settings.denied_commands = {"shutdown"};
  settings.asked_commands = {"git push"};
  settings.warm_shells = 0;
  return settings;
}

const base::TerminalId& terminal_of(const World& w, std::size_t number = 0) { return w.owned.opened.at(number).first; }
const sandbox::Sandbox& place_of(const World& w, std::size_t number = 0) {
  return w.owned.opened.at(number).second.sandbox;
}

/// The command has ended with what the copies hold by then.
void end(World& w, const base::TerminalId& id, sandbox::Changes changes = {}) {
  w.owned.changes = std::move(changes);
  w.owned_says(id, World::mark("C") + World::mark("P;State=state") + World::mark("D;0") + World::mark("A") + "$ " +
                       World::mark("B"));
}

sandbox::Changes wrote(std::vector<sandbox::Change> list) {
  return {.list = std::move(list), .more = 0, .is_complete = true};
}

/// The states of a shell at its first prompt and at the end of its command, as its files tell them.
void shells_tell(World& w, shell::ShellState ended, shell::ShellState begun = {{}, "022", {}}) {
  w.owned.shell_states = {{"/private/begun", std::move(begun)}, {"/private/state", std::move(ended)}};
}

/// The first command of the world's task has run in the shell that was opened for it.
void run_first(World& w, const std::string& line, World::Answer& answer) {
  w.run(line, answer);
  w.owned_prompt(terminal_of(w));
  end(w, terminal_of(w));
}

const sandbox::Change changed_file{sandbox::ChangeKind::Changed, "/project/src/z.ts", false, 0,
                                   sandbox::LineCounts{3, 1}};

}  // namespace

TEST_CASE("with level auto a rule leads outside, what needs more asks, and all else is tried") {
  struct Case {
    const char* command;
    Level level;
    bool asked;
  };
  for (const Case& c : {Case{"make all", Level::Off, false}, Case{"rm -r build", Level::Trial, false},
                        Case{"frobnicate $(cat x) | tee y", Level::Trial, false}, Case{"ls src", Level::Trial, false},
                        Case{"rm -r build && make", Level::Trial, false}, Case{"git push origin", Level::Off, true},
                        Case{"$x now", Level::Off, true}, Case{"curl -O https://example.org/x", Level::Off, true},
                        Case{"npm install", Level::Off, true}, Case{"sh -c 'npm view x'", Level::Off, true},
                        Case{"npx --yes tsc", Level::Off, true}, Case{"docker ps; ls", Level::Off, false},
                        Case{"docker rm x", Level::Off, true}, Case{"sudo ls", Level::Off, true}}) {
    CAPTURE(c.command);
    World w{trying()};
    World::Answer answer;
    w.run(c.command, answer);
    CHECK(w.shim.questions.size() == (c.asked ? 1 : 0));
    if (c.asked) w.shim.answers.at(0)({.verdict = host::ApprovalDecision::Approve});
    CHECK(w.owned.opened.size() == (c.level == Level::Off ? 0 : 1));
    if (c.level == Level::Trial) CHECK(place_of(w).level == c.level);
    if (c.level == Level::Trial) CHECK(place_of(w).network == sandbox::Network::Loopback);
    CHECK(w.shim.creations.size() == (c.level == Level::Off ? 1 : 0));
  }
}

TEST_CASE("a line of which a rule names a place that keeps files asks for its other parts") {
  World w{trying()};
  approval::PolicyRules rules;
  rules.detailed = {{approval::DetailedRule::List::Allowed, "npm test", "", "", Level::Workspace},
                    {approval::DetailedRule::List::Allowed, "cargo tree", "", "", Level::ReadOnly}};
  w.host.set_policy(rules);
  World::Answer alone, writes, reads;
  w.run("npm test", alone);
  CHECK(w.shim.questions.empty());
  w.run("npm test | tee src/x", writes);
  CHECK(w.shim.questions.size() == 1);
  w.run("cargo tree | tee src/x", reads);
  CHECK(w.shim.questions.size() == 1);
}

TEST_CASE("check tells the place of a command and the reason for it") {
  struct Case {
    const char* command;
    protocol::RunsIn runs;
    const char* because;
  };
  const char* problem = "";
  const auto place_of_line = [&](World& w, const Case& c) {
    CAPTURE(c.command);
    w.owned.means.problem = problem;
    const approval::Decision decision = w.host.check(c.command, "/project", shell::ShellKind::Bash);
    const auto told = host::to_wire(decision, w.host.placing().of(decision));
    CHECK(told.runs == c.runs);
    CHECK(told.runs_because == c.because);
  };
  using protocol::RunsIn;
  World w{trying()};
  for (const Case& c :
       {Case{"make all", RunsIn::Outside, "a rule allows it"}, Case{"shutdown", RunsIn::Nowhere, "a rule denies it"},
        Case{"git push", RunsIn::Outside, "a rule asks about it"},
        Case{"sudo ls", RunsIn::Outside, "it needs a network, more rights or a service"},
        Case{"ls", RunsIn::Trial, "it only reads, so it sees the files themselves and not a copy"},
        Case{"rm -r build", RunsIn::Trial, "no rule sets another level of the sandbox"}})
    place_of_line(w, c);
  problem = "no namespaces";
  place_of_line(w, {"rm -r build", RunsIn::Outside, "this machine cannot make the sandbox: no namespaces"});
  World off{testing::asking()};
  place_of_line(off, {"rm -r build", RunsIn::Outside, "no sandbox is set"});
}

TEST_CASE("an editor marks a command as a trial if it has a copy, not if it reads the files themselves") {
  for (const auto& [command, level] : {std::pair{"ls", Level::Off}, std::pair{"touch x", Level::Trial}}) {
    CAPTURE(command);
    World w{trying()};
    World::Answer answer;
    w.run(command, answer);
    w.owned_prompt(terminal_of(w));
    w.owned_says(terminal_of(w), World::mark("C"));
    CHECK(place_of(w).level == Level::Trial);
    REQUIRE(w.shim.statuses.size() == 1);
    CHECK(w.shim.statuses.back().sandbox == level);
  }
}

TEST_CASE("an editor is told the changes of a trial in words, also of a call of which it gets no result") {
  for (const auto& [command, words] : {std::pair{"touch x", "changed 'src/z.ts' (+3 -1)"}, std::pair{"ls", ""}}) {
    CAPTURE(command);
    World w{trying()};
    World::Answer answer;
    w.run(command, answer);
    w.owned_prompt(terminal_of(w));
    end(w, terminal_of(w), wrote({changed_file}));
    REQUIRE(w.shim.tried.size() == 1);
    CHECK(w.shim.tried.begin()->second == words);
  }
  World w{trying()};
  World::Answer answer;
  run_first(w, "touch x", answer);
  CHECK(w.shim.tried.begin()->second == "changed nothing");
}

TEST_CASE("text for a program in a trial needs no question, but in a shell for reading and against a deny rule") {
  struct Case {
    const char* command;
    const char* text;
    bool asked;
    bool typed;
  };
  for (const Case& c : {Case{"python3 -i", "x = 1\n", false, true}, Case{"bash", "touch x\n", false, true},
                        Case{"bash", "git push\n", true, false}, Case{"bash", "shutdown\n", false, false},
                        Case{"cat", "\x04touch x\n", true, false}}) {
    CAPTURE(c.command, c.text);
    World w{trying()};
    World::Answer answer;
    w.run(c.command, answer);
    w.owned_prompt(terminal_of(w));
    w.owned_says(terminal_of(w), World::mark("C"));
    bool typed = false;
    w.host.access().send_input({.execution = w.host.terminals().at(terminal_of(w)).current(),
                                .action = host::ApprovalAction::Input,
                                .text = c.text,
                                .tool_call = base::ToolCallId("typing"),
                                .task = {}},
                               [&](const auto& text) { typed = text.has_value(); });
    CHECK(typed == c.typed);
    CHECK(w.shim.questions.size() == (c.asked ? 1 : 0));
  }
}

TEST_CASE("where no trial can run, commands ask as without a sandbox, and those that only read do not") {
  World w{trying()};
  w.owned.means.problem = "namespaces can't be made here";
  World::Answer reading, writing, outside, remembered;
  w.run("ls src", reading);
  CHECK(w.shim.questions.empty());
  w.run("rm -r build", writing);
  REQUIRE(w.shim.questions.size() == 1);
  CHECK(w.shim.questions[0].place.empty());
  CHECK(w.shim.questions[0].decision.reason.ends_with(
      "; it was not tried in a copy, because namespaces can't be made here"));
  w.run("touch a", outside, {.outside = true, .justification = "it is wanted"});
  w.run("npm run build", remembered);
  REQUIRE(w.shim.questions.size() == 3);
  CHECK(w.shim.questions[2].decision.suggestions == std::vector<std::string>{"npm run build"});
}

TEST_CASE("a line that the user wrote is not tried: in a call of an editor, and in the answer to a question") {
  World w{trying()};
  World::Answer typed, edited;
  w.run("rm -r build", typed, {.by_user = true});
  REQUIRE(w.shim.questions.size() == 1);
  CHECK(w.shim.questions[0].place == "for real");
  w.run("rm -r dist", edited, {.outside = true, .justification = "it must"});
  REQUIRE(w.shim.questions.size() == 2);
  w.shim.answers.at(1)({.verdict = host::ApprovalDecision::Edit, .command = "rm -r dist/old"});
  REQUIRE(w.shim.questions.size() == 3);
  CHECK(w.shim.questions[2].command == "rm -r dist/old");
  CHECK(w.owned.opened.empty());
}

TEST_CASE("a policy that cannot be used has no trials: it may ask about the line") {
  World w{trying()};
  w.host.set_policy({.allowed = {"make"}, .denied = {}, .problem = "line 1: it is broken"});
  World::Answer answer;
  w.run("rm -r build", answer);
  REQUIRE(w.shim.questions.size() == 1);
  CHECK(w.shim.questions[0].place == "for real");
}

TEST_CASE("a trial of a line that names a file in /tmp says that its /tmp is its own") {
  World w{trying()};
  World::Answer answer;
  w.run("sort src/a > /tmp/sorted", answer);
  w.owned_prompt(terminal_of(w));
  end(w, terminal_of(w), wrote({}));
  REQUIRE(answer.count == 1);
  CHECK(host::to_wire(*answer.result)
            .message.find(
                "this ran in a throw-away copy, of which nothing is kept; its /tmp was empty at first. To run") !=
        std::string::npos);
}

TEST_CASE("a trial whose copy is full names the limit") {
  World w{trying()};
  World::Answer answer;
  w.run("cp big src/big", answer);
  w.owned_prompt(terminal_of(w));
  w.owned_says(terminal_of(w), World::mark("C") + "cp: error writing 'src/big': No space left on device\r\n" +
                                   World::mark("D;1") + World::mark("A") + "$ " + World::mark("B"));
  REQUIRE(answer.count == 1);
  CHECK(host::to_wire(*answer.result)
            .message.find("this ran in a throw-away copy; the copy is probably full: a trial may write at most 1 GiB. "
                          "To run it for real") != std::string::npos);
}

TEST_CASE("a trial says why it cannot run for real if nobody can be asked") {
  World w{trying()};
  w.shim.can.approval = false;
  World::Answer answer;
  w.run("touch src/z.ts", answer);
  w.owned_prompt(terminal_of(w));
  end(w, terminal_of(w), wrote({changed_file}));
  REQUIRE(answer.count == 1);
  CHECK(host::to_wire(*answer.result)
            .message.find("changed 'src/z.ts' (+3 -1). It cannot run for real here: nobody can be asked here. The user "
                          "can allow it "
                          "by adding \"touch\" to allowedCommands, or set autoApprove.") != std::string::npos);
}

TEST_CASE("a trial with gaps is none, unless the user accepts them; what only reads runs outside if it is to") {
  host::Settings accepting = trying();
  accepting.sandbox.ask_inside = false;
  World careful{trying()}, accepted{accepting}, whole{trying()};
  careful.owned.means.gaps = accepted.owned.means.gaps = {"signals"};
  World::Answer one, other, reads;
  careful.run("rm -r build", one);
  REQUIRE(careful.shim.questions.size() == 1);
  CHECK(careful.shim.questions[0].place.empty());
  accepted.run("rm -r build", other);
  CHECK(accepted.shim.questions.empty());
  CHECK(accepted.owned.opened.size() == 1);
  whole.run("ls src", reads, {.outside = true, .justification = "it is wanted"});
  CHECK(whole.shim.questions.empty());
  CHECK(whole.owned.opened.empty());
}

TEST_CASE("a result lists the changes of a trial, and says that they are not kept") {
  World w{trying()};
  World::Answer answer;
  w.run("sed -i s/a/b/ src/z.ts", answer);
  w.owned_prompt(terminal_of(w));
  end(w, terminal_of(w), wrote({changed_file}));
  REQUIRE(answer.count == 1);
  const auto wire = host::to_wire(*answer.result);
  CHECK(wire.message.find("Note: this ran in a throw-away copy, of which nothing is kept: changed 'src/z.ts' (+3 -1). "
                          "To run it for real, call again with `sandbox`: \"off\" and a `justification`") !=
        std::string::npos);
  REQUIRE(wire.sandbox);
  CHECK(wire.sandbox->level == protocol::SandboxPlace::Trial);
  REQUIRE(wire.sandbox->changes.size() == 1);
  CHECK(wire.sandbox->changes[0].path == "/project/src/z.ts");
  CHECK(w.owned.closed == std::vector<base::TerminalId>{terminal_of(w)});  // a copy serves no second command
}

TEST_CASE("a trial that wrote only caches says nothing of it, and its terminal ends too") {
  World w{trying()};
  World::Answer first, second;
  w.run("pytest -q", first);
  w.owned_prompt(terminal_of(w));
  end(w, terminal_of(w), wrote({}));
  REQUIRE(first.count == 1);
  CHECK(host::to_wire(*first.result).message.find("Note") == std::string::npos);
  CHECK(w.owned.closed.size() == 1);
}

TEST_CASE("a copy serves one command, since it would not follow the files outside") {
  World w{trying()};
  World::Answer first, second;
  w.run("sort -u x", first);
  w.owned_prompt(terminal_of(w));
  w.run("python3 check.py", second);
  end(w, terminal_of(w));
  REQUIRE(first.count == 1);
  CHECK_FALSE(place_of(w, 1).only_reads);
  w.owned_prompt(terminal_of(w, 1));
  end(w, terminal_of(w, 1));
  REQUIRE(second.count == 1);
  CHECK(w.owned.closed == std::vector<base::TerminalId>{terminal_of(w, 1)});
}

TEST_CASE("a shell for commands that only read serves the next one, until files that it shows have changed") {
  World w{trying()};
  World::Answer first, second, third;
  w.run("grep -r foo src", first);
  CHECK(place_of(w).only_reads);
  w.owned_prompt(terminal_of(w));
  end(w, terminal_of(w));
  REQUIRE(first.count == 1);
  CHECK(host::to_wire(*first.result).message.find("Note") == std::string::npos);
  w.run("ls src", second);
  end(w, terminal_of(w));
  REQUIRE(second.count == 1);
  CHECK(w.owned.opened.size() == 1);
  SECTION("it is outdated") { w.owned.outdated.insert(terminal_of(w)); }
  SECTION("a command has written") {
    World::Answer wrong;
    w.run("ls src", wrong);
    end(w, terminal_of(w), wrote({changed_file}));
    CHECK(host::to_wire(*wrong.result)
              .message.find("this ran in a read-only sandbox, of which nothing is kept: changed 'src/z.ts'") !=
          std::string::npos);
  }
  w.run("ls src", third);
  CHECK(w.owned.closed == std::vector<base::TerminalId>{terminal_of(w)});
  CHECK(w.owned.opened.size() == 2);
}

TEST_CASE("a question about a command that needs the network has the agent's reason, and says that it runs outside") {
  World w{trying()};
  World::Answer answer;
  w.run("npm install express", answer, {.outside = true, .justification = "need express"});
  REQUIRE(w.shim.questions.size() == 1);
  CHECK(w.shim.questions[0].place == "for real; the agent says: \"need express\"");
}

TEST_CASE("a task with variables of its own has no shells for reading: they may lead to other programs") {
  World w{trying()};
  World::Answer sets, reads;
  shells_tell(w, {{{"PATH", "/w"}}, "022", {}});
  run_first(w, "export PATH=/w", sets);
  w.run("cat x", reads);
  REQUIRE(w.owned.opened.size() == 2);
  CHECK_FALSE(place_of(w, 1).only_reads);
}

TEST_CASE("a variable that a task has set and unset stays unset") {
  World w{trying()};
  World::Answer sets, unsets, next;
  shells_tell(w, {{{"GIT_DIR", "/x"}}, "022", {}});
  run_first(w, "export GIT_DIR=/x", sets);
  w.run("unset GIT_DIR", unsets);
  w.owned_prompt(terminal_of(w, 1));
  shells_tell(w, {{}, "022", {}});
  end(w, terminal_of(w, 1));
  REQUIRE(unsets.count == 1);
  w.run("touch y", next);
  w.owned_prompt(terminal_of(w, 2));
  CHECK(w.owned.envelopes.at("/private/given") == "unset GIT_DIR\n");
}

TEST_CASE("a state counts only by a name that the shell has told, and if no program could have changed the file") {
  World w{trying()};
  World::Answer first, second;
  shells_tell(w, {{{"A", "1"}}, "077", {}});
  w.run("touch x", first);
  w.owned_prompt(terminal_of(w));
  SECTION("not told") { w.owned_says(terminal_of(w), World::mark("C") + World::mark("D;0")); }
  SECTION("a path") {
    w.owned_says(terminal_of(w), World::mark("C") + World::mark("P;State=../state") + World::mark("D;0"));
  }
  SECTION("told by a program") {
    w.owned_says(terminal_of(w), World::mark("C") + "\x1b]633;P;State=state\x07" + World::mark("D;0"));
  }
  SECTION("a process goes on") {
    w.owned.tree = {{.pid = 1, .name = "bash", .of_shell = true}, {.pid = 2, .parent = 1, .name = "python3"}};
    end(w, terminal_of(w));
  }
  w.run("touch y", second);
  REQUIRE(w.owned.opened.size() == 2);
  w.owned_prompt(terminal_of(w, 1));
  CHECK_FALSE(w.owned.envelopes.contains("/private/given"));
}

TEST_CASE("a shell that tells no state after a command has the one that it told last, whatever its file holds then") {
  World w{trying()};
  World::Answer first, second, third;
  shells_tell(w, {{}, "022", {}});
  run_first(w, "ls", first);
  REQUIRE(first.count == 1);
  w.run("cat x", second);
  w.owned.shell_states["/private/state"].variables["PATH"] = "/tmp/planted";
  w.owned_says(terminal_of(w), World::mark("C") + World::mark("D;0") + World::mark("A") + "$ " + World::mark("B"));
  REQUIRE(second.count == 1);
  CHECK(w.owned.closed.empty());
  w.run("touch y", third);
  REQUIRE(w.owned.opened.size() == 2);
  w.owned_prompt(terminal_of(w, 1));
  CHECK_FALSE(w.owned.envelopes.contains("/private/given"));
}

TEST_CASE("a state that a command sets in a shell for reading goes on, and that shell serves nobody else") {
  World w{trying()};
  World::Answer first, second;
  shells_tell(w, {{{"NODE_ENV", "test"}}, "022", {}});
  run_first(w, "export NODE_ENV=test", first);
  REQUIRE(place_of(w).only_reads);
  REQUIRE(first.count == 1);
  CHECK(w.owned.closed == std::vector<base::TerminalId>{terminal_of(w)});
  w.run("touch y", second);
  w.owned_prompt(terminal_of(w, 1));
  CHECK(w.owned.envelopes.at("/private/given") == "export NODE_ENV='test'\n");
}

TEST_CASE("the question about running it for real shows the changes of the trial") {
  World w{trying()};
  World::Answer tried, real;
  w.run("sed -i s/a/b/ src/z.ts", tried);
  w.owned_prompt(terminal_of(w));
  end(w, terminal_of(w), wrote({changed_file}));
  w.run("sed -i s/a/b/ src/z.ts", real, {.outside = true, .justification = "it must;\na trial changed nothing"});
  REQUIRE(w.shim.questions.size() == 1);
  CHECK(w.shim.questions[0].place ==
        "for real; its first run, in a throw-away copy, changed 'src/z.ts' (+3 -1); the agent says: \"it must; a trial "
        "changed nothing\"");
}

TEST_CASE("the question names the caches that a trial has changed") {
  struct Row {
    sandbox::Changes changes;
    const char* told;
  };
  for (const Row& row :
       {Row{{}, "changed nothing"}, Row{{.caches = {"/project/x/", "/project/y/"}}, "changed only caches: 'x/', 'y/'"},
        Row{{.list = {changed_file}, .caches = {"/project/x/"}}, "changed 'src/z.ts' (+3 -1), and caches: 'x/'"}}) {
    CAPTURE(row.told);
    World w{trying()};
    World::Answer tried, real;
    w.run("pytest -q", tried);
    w.owned_prompt(terminal_of(w));
    end(w, terminal_of(w), row.changes);
    REQUIRE(tried.count == 1);
    CHECK((host::to_wire(*tried.result).message.find("Note") == std::string::npos) == row.changes.list.empty());
    w.run("pytest -q", real, {.outside = true, .justification = "it must"});
    REQUIRE(w.shim.questions.size() == 1);
    CHECK(w.shim.questions[0].place ==
          std::string("for real; its first run, in a throw-away copy, ") + row.told + "; the agent says: \"it must\"");
  }
}

TEST_CASE("a shell is started before a command needs it, and another once that is used") {
  host::Settings settings = trying();
  settings.warm_shells = 1;
  World w{settings};
  CHECK(w.owned.opened.empty());
  w.clock.advance(base::Millis(200));
  REQUIRE(w.owned.opened.size() == 2);
  for (const std::size_t number : {0, 1}) CHECK(place_of(w, number).level == Level::Trial);
  CHECK(place_of(w, 0).only_reads);
  CHECK_FALSE(place_of(w, 1).only_reads);
  World::Answer answer;
  SECTION("ready") { w.owned_prompt(terminal_of(w, 1)); }
  SECTION("still starting") {}
  w.run("sed -i s/a/b/ src/z.ts", answer);
  CHECK(w.owned.opened.size() == 2);
  w.owned_prompt(terminal_of(w, 1));
  end(w, terminal_of(w, 1), wrote({changed_file}));
  REQUIRE(answer.count == 1);
  w.clock.advance(base::Millis(200));
  CHECK(w.owned.opened.size() == 3);
}

TEST_CASE("a spare shell of a workspace that changed is replaced") {
  host::Settings settings = trying();
  settings.warm_shells = 1;
  World w{settings};
  w.shim.can.owned = w.shim.can.dispose = true;
  w.clock.advance(base::Millis(200));
  w.host.set_workspace_folders({"/elsewhere"});
  w.clock.advance(base::Millis(200));
  REQUIRE(w.owned.opened.size() == 4);
  CHECK(w.owned.closed == std::vector<base::TerminalId>{terminal_of(w), terminal_of(w, 1)});
  CHECK(w.shim.disposed.empty());  // no editor has shown them
  for (const std::size_t number : {2, 3})
    CHECK(place_of(w, number).workspace == std::vector<std::string>{"/elsewhere"});
}

TEST_CASE("trials have a pool of their own") {
  host::Settings settings = trying();
  settings.max_terminals = 1;
  World w{settings};
  World::Answer real, tried;
  w.run("make all", real);
  w.run("grep -r foo", tried);
  CHECK(w.shim.creations.size() == 1);
  CHECK(w.owned.opened.size() == 1);
}

TEST_CASE("the next trial begins with the state of the last one; a shell that ends with it is the only one") {
  World w{trying()};
  World::Answer first, second, third;
  shells_tell(w, {{{"A", "1"}}, "077", {}});
  w.run("touch x", first);
  w.owned_prompt(terminal_of(w));
  end(w, terminal_of(w), wrote({}));
  CHECK_FALSE(w.owned.envelopes.contains("/private/given"));
  w.run("touch y", second);
  w.owned_prompt(terminal_of(w, 1));
  CHECK(w.owned.envelopes.at("/private/given") == "export A='1'\numask 077\n");
  w.owned_says(terminal_of(w, 1), World::mark("C"));
  CHECK_FALSE(w.owned.envelopes.contains("/private/given"));
  w.owned.shell_states.clear();
  w.host.owned_exited(terminal_of(w, 1), {.code = {}, .signal = 9}, {}, w.clock.now());
  REQUIRE(second.count == 1);
  w.run("touch z", third);
  w.owned_prompt(terminal_of(w, 2));
  CHECK_FALSE(w.owned.envelopes.contains("/private/given"));
}

TEST_CASE(
    "from a sandbox only a folder of the workspace goes on to the next command, and the result says so of another") {
  struct Case {
    const char* folder;
    const char* next;
  };
  for (const protocol::SandboxLevel level : {protocol::SandboxLevel::Auto, protocol::SandboxLevel::Workspace})
    for (const Case& c : {Case{"/project/src", "/project/src"}, Case{"/tmp", "/project"}, Case{"/etc", "/project"}}) {
      CAPTURE(level, c.folder);
      host::Settings settings = trying();
      settings.sandbox.level = level;
      World w{settings};
      World::Answer moves, next;
      w.run(std::string("cd ") + c.folder, moves);
      w.owned_prompt(terminal_of(w));
      w.owned_says(terminal_of(w),
                   World::mark("C") + World::mark(std::string("P;Cwd=") + c.folder) + World::mark("D;0"));
      REQUIRE(moves.count == 1);
      const bool stays = std::string_view(c.folder) != c.next;
      CHECK((host::to_wire(*moves.result).message.find("the next command begins in '/project'") != std::string::npos) ==
            stays);
      w.run("make -n all >x", next, {.outside = true, .justification = "it must"});
      REQUIRE(w.shim.questions.size() == 1);
      CHECK(w.shim.questions[0].cwd == c.next);
    }
}

TEST_CASE("the folder that a call names goes on to the next command; one that the command goes to does not") {
  World w{trying()};
  World::Answer names, moves;
  w.run("ls", names, {.cwd = "/etc"});
  w.owned_prompt(terminal_of(w));
  end(w, terminal_of(w));
  REQUIRE(names.count == 1);
  CHECK(host::to_wire(*names.result).message.find("the next command begins") == std::string::npos);
  w.run("cd /usr", moves);
  REQUIRE(w.owned.opened.size() == 2);
  CHECK(w.owned.opened[1].second.cwd == "/etc");
  w.owned_prompt(terminal_of(w, 1));
  w.owned_says(terminal_of(w, 1), World::mark("C") + World::mark("P;Cwd=/usr") + World::mark("D;0"));
  REQUIRE(moves.count == 1);
  CHECK(host::to_wire(*moves.result).message.find("the next command begins in '/etc'") != std::string::npos);
}

TEST_CASE("the hooks of a prompt write after a command has ended: that is no change of the next one") {
  World w{trying()};
  World::Answer first, second, third;
  w.run("ls src", first);
  w.owned_prompt(terminal_of(w));
  end(w, terminal_of(w));
  w.owned.changes = wrote({changed_file});
  w.run("ls src", second);
  w.owned_says(terminal_of(w), World::mark("C") + World::mark("D;0") + World::mark("A") + "$ " + World::mark("B"));
  REQUIRE(second.count == 1);
  CHECK(host::to_wire(*second.result).message.find("Note") == std::string::npos);
  w.run("ls src", third);
  CHECK(w.owned.opened.size() == 1);
}

TEST_CASE("a shell for reading that is outdated serves no command; what it has left in the background goes on") {
  World w{trying()};
  World::Answer first, second;
  w.run("tail -f log &", first);
  REQUIRE(place_of(w).only_reads);
  w.owned_prompt(terminal_of(w));
  end(w, terminal_of(w));
  w.owned.outdated.insert(terminal_of(w));
  w.owned.view = host::ShellView{.has_children = true, .program_awaits_input = false, .cwd = "/project"};
  w.run("ls src", second);
  CHECK(w.owned.opened.size() == 2);
  CHECK(w.owned.closed.empty());
}

TEST_CASE("a name that is redefined in a trial does not change the place of later commands") {
  World w{trying()};
  World::Answer tried, real;
  w.run("alias make=false", tried);
  w.owned_prompt(terminal_of(w));
  end(w, terminal_of(w));
  w.run("make all", real);
  CHECK(w.shim.questions.empty());
  CHECK(w.shim.creations.size() == 1);
}
