// Who may read, type into and stop an execution: the task whose command it is, and for what is the person's own nobody
// without their word.
#include <catch2/catch_test_macros.hpp>

#include "host/tools/tool_calls.hpp"
#include "world.hpp"

using namespace termhost;
using protocol::Json;
using testing::World;

namespace {

/// The tools as an agent calls them.
struct Agent {
  World& world;
  std::string task;
  host::ToolCalls tools{world.host, nullptr};
  int calls = 0;
  std::vector<protocol::ToolCallResult> results;

  void call(const std::string& name, Json arguments) {
    tools.call({.name = name,
                .arguments = std::move(arguments),
                .tool_call = base::ToolCallId(fmt::format("{}-{}", task, ++calls)),
                .task = base::TaskId(task)},
               [this](host::ToolCalls::Outcome outcome) {
                 REQUIRE(outcome);
                 results.push_back(*outcome);
               });
  }
  [[nodiscard]] std::string text() const { return results.empty() ? "" : results.back().content.front().text; }
};

/// The person's terminal, with their own command in it.
void person_runs(World& w, const std::string& command) {
  w.host.terminal_opened(base::TerminalId("mine"), {.name = "mine", .cwd = "/project", .shell = "bash"});
  w.host.integration_changed(base::TerminalId("mine"), terminal::Integration::Rich, "", "");
  w.host.execution_started(base::TerminalId("mine"), "m1", command, "");
}

std::string id_of_persons(World& w) { return w.host.terminals().at(base::TerminalId("mine")).current().str(); }

host::Settings nothing_allowed() { return {}; }

}  // namespace

TEST_CASE("a person's command is listed as busy, without its words and its id") {
  World w;
  person_runs(w, "sudo -s");
  Agent agent{w, "a"};
  agent.call("list_terminals", Json::object());
  CHECK(agent.text().find("busy with the user's command") != std::string::npos);
  CHECK(agent.text().find("sudo") == std::string::npos);
  CHECK(agent.results.back().structured_content["terminals"][0]["busy"] == true);
  CHECK(agent.results.back().structured_content["terminals"][0]["executions"].empty());
}

TEST_CASE("a person's command is read, typed into and stopped only with their word, whatever the settings allow") {
  struct Case {
    const char* tool;
    Json more;
    host::ApprovalAction action;
  };
  const Case cases[] = {
      {"send_input", {{"text", "rm -rf /\n"}}, host::ApprovalAction::Input},
      {"wait_for_command", {{"timeout", 0}}, host::ApprovalAction::Read},
      {"stop_command", Json::object(), host::ApprovalAction::Stop},
  };
  for (const Case& c : cases) {
    CAPTURE(c.tool);
    World w;  // everything is approved automatically
    person_runs(w, "sudo -s");
    Agent agent{w, "a"};
    Json arguments = c.more;
    arguments["execution_id"] = id_of_persons(w);
    agent.call(c.tool, arguments);
    REQUIRE(w.shim.questions.size() == 1);
    CHECK(w.shim.questions[0].action == c.action);
    CHECK(w.shim.questions[0].target == "sudo -s");
    w.shim.answers[0]({.verdict = host::ApprovalDecision::Reject, .feedback = "hands off"});
    REQUIRE(agent.results.size() == 1);
    CHECK(agent.results[0].is_error);
    CHECK(agent.text().find("hands off") != std::string::npos);
    CHECK(w.shim.input.empty());
    CHECK(w.shim.interrupts.empty());

    agent.call(c.tool, arguments);
    w.shim.answers[1]({.verdict = host::ApprovalDecision::Approve});
    CHECK(w.shim.input.size() == (c.action == host::ApprovalAction::Input ? 1 : 0));
    CHECK(w.shim.interrupts.size() == (c.action == host::ApprovalAction::Stop ? 1 : 0));
  }
}

TEST_CASE("the end of a command withdraws the questions to type into it and to stop it") {
  for (const char* tool : {"send_input", "stop_command"}) {
    CAPTURE(tool);
    World w;
    person_runs(w, "ssh server");
    Agent agent{w, "a"};
    Json arguments{{"execution_id", id_of_persons(w)}};
    if (tool == std::string_view("send_input")) arguments["text"] = "uptime\n";
    agent.call(tool, arguments);
    REQUIRE(w.shim.questions.size() == 1);
    w.host.execution_ended("m1", 0, true);
    REQUIRE(w.shim.withdrawn.size() == 1);
    CHECK(w.shim.withdrawn[0] == w.shim.questions[0].tool_call);
    w.shim.answers[0]({.problem = "the request was withdrawn"});
    REQUIRE(agent.results.size() == 1);
    if (tool == std::string_view("send_input")) CHECK(agent.text().find("has ended") != std::string::npos);
    CHECK(w.shim.input.empty());
  }
}

TEST_CASE("where nobody can be asked a person's command stays theirs") {
  World w;
  w.shim.can.approval = false;
  person_runs(w, "ssh server");
  Agent agent{w, "a"};
  agent.call("send_input", {{"execution_id", id_of_persons(w)}, {"text", "reboot\n"}});
  REQUIRE(agent.results.size() == 1);
  CHECK(agent.results[0].is_error);
  CHECK(w.shim.input.empty());
}

TEST_CASE("another task's command is unknown: not waited for, typed into or stopped") {
  World w;
  World::Answer answer;
  const base::TerminalId id = w.started("npm start", answer, "x1", {.task = base::TaskId("a")});
  const std::string execution = w.host.terminals().at(id).current().str();
  for (const char* task : {"b", ""}) {
    Agent other{w, task};
    for (const char* tool : {"wait_for_command", "stop_command", "send_input"}) {
      CAPTURE(task, tool);
      Json arguments{{"execution_id", execution}};
      if (tool == std::string_view("send_input")) arguments["text"] = "x";
      other.call(tool, arguments);
      CHECK(other.results.back().is_error);
      CHECK(other.text().find("is unknown") != std::string::npos);
    }
    other.call("list_terminals", Json::object());
    CHECK(other.text().find("busy with another task's command") != std::string::npos);
    CHECK(other.text().find("npm start") == std::string::npos);
  }
  CHECK(w.shim.interrupts.empty());
  CHECK(w.shim.input.empty());
  Agent own{w, "a"};
  own.call("send_input", {{"execution_id", execution}, {"text", "q"}});
  CHECK(w.shim.input.size() == 1);
}

TEST_CASE("what is typed may reach the shell behind the program, and is judged like a command line") {
  host::Settings settings = nothing_allowed();
  settings.allowed_commands = {"cat", "echo"};
  World w(settings);
  World::Answer answer;
  const base::TerminalId id = w.started("cat", answer, "x1", {.task = base::TaskId("a")});
  const std::string execution = w.host.terminals().at(id).current().str();
  Agent agent{w, "a"};
  const auto type = [&](const std::string& text) {
    agent.call("send_input", {{"execution_id", execution}, {"text", text}});
  };

  type("\x04/usr/bin/touch x\n");
  REQUIRE(w.shim.questions.size() == 1);
  CHECK(w.shim.questions[0].action == host::ApprovalAction::Input);
  CHECK(w.shim.input.empty());
  w.shim.answers[0]({.verdict = host::ApprovalDecision::Reject, .feedback = {}});
  CHECK(agent.results.back().is_error);

  type("echo fine\n");  // allowed, whoever reads it
  CHECK(w.shim.input.size() == 1);
  type("\x03");  // a key that interrupts is no command
  CHECK(w.shim.input.size() == 2);

  w.owned.view = host::ShellView{.has_children = true, .program_awaits_input = true, .cwd = "/project"};
  w.host.terminal_opened(id, {.pid = 42});
  w.clock.advance(std::chrono::seconds(1));
  type("any text\n");  // the program waits for it
  CHECK(w.shim.input.size() == 3);
  CHECK(w.shim.questions.size() == 1);
  w.clock.advance(std::chrono::seconds(1));
  type("\x04");
  type("touch x\n");  // before anybody knows whether the program is still there
  CHECK(w.shim.input.size() == 4);
  CHECK(w.shim.questions.size() == 2);
}

TEST_CASE("input for a program that takes commands is asked about once, and denied commands stay denied") {
  host::Settings settings = nothing_allowed();
  settings.allowed_commands = {"python3"};
  settings.denied_commands = {"rm"};
  World w(settings);
  World::Answer answer;
  w.run("python3", answer);
  const base::TerminalId id = w.integrated();
  w.host.terminal_opened(id, {.pid = 42});
  w.owned.view = host::ShellView{.has_children = true, .program_awaits_input = true, .cwd = "/project"};
  w.shim.submissions.back().answer("x1");
  w.host.execution_started(id, "x1", "python3", "");
  const std::string execution = w.host.terminals().at(id).current().str();
  Agent agent{w, ""};
  agent.call("send_input", {{"execution_id", execution}, {"text", "print(1)\n"}});
  REQUIRE(w.shim.questions.size() == 1);
  CHECK(w.shim.questions[0].decision.reason ==
        "the running program takes commands, so its input may be code; an approval also covers later input for this "
        "program, except passwords");
  w.shim.answers[0]({.verdict = host::ApprovalDecision::Approve, .feedback = {}});
  w.clock.advance(std::chrono::seconds(1));
  agent.call("send_input", {{"execution_id", execution}, {"text", "print(2)\n"}});
  CHECK(w.shim.questions.size() == 1);
  CHECK(w.shim.input.size() == 2);
  w.clock.advance(std::chrono::seconds(1));
  agent.call("send_input", {{"execution_id", execution}, {"text", "\x04rm -rf x\n"}});
  CHECK(w.shim.questions.size() == 1);
  CHECK(w.shim.input.size() == 2);
  CHECK(agent.text().find("denied") != std::string::npos);
}

TEST_CASE("what is denied is denied to a shell that an agent runs too, also where all else is approved") {
  host::Settings settings = testing::everything_allowed();
  settings.denied_commands = {"touch"};
  World w(settings);
  World::Answer answer;
  w.run("bash", answer);
  const base::TerminalId id = w.integrated();
  w.host.terminal_opened(id, {.pid = 42});
  w.owned.view = host::ShellView{.has_children = true, .program_awaits_input = true, .cwd = "/project"};
  w.shim.submissions.back().answer("x1");
  w.host.execution_started(id, "x1", "bash", "");
  Agent agent{w, ""};
  const std::string execution = w.host.terminals().at(id).current().str();
  agent.call("send_input", {{"execution_id", execution}, {"text", "touch x\n"}});
  CHECK(agent.text().find("denied") != std::string::npos);
  CHECK(w.shim.input.empty());
  agent.call("send_input", {{"execution_id", execution}, {"text", "ls\n"}});
  CHECK(w.shim.input.size() == 1);
}

TEST_CASE("another task's execution is unknown, also when it has ended") {
  World w;
  World::Answer answer;
  w.run("make", answer, {.task = base::TaskId("a")});
  const base::TerminalId id = w.integrated();
  const std::string execution = w.host.terminals().at(id).current().str();
  w.shim.submissions.back().answer("x1");
  w.host.execution_started(id, "x1", "make", "");
  w.host.execution_ended("x1", 0, true);
  REQUIRE(answer.count == 1);
  Agent other{w, "b"};
  other.call("send_input", {{"execution_id", execution}, {"text", "y\n"}});
  CHECK(other.text().find("is unknown") != std::string::npos);
  Agent own{w, "a"};
  own.call("send_input", {{"execution_id", execution}, {"text", "y\n"}});
  CHECK(own.text().find("has ended") != std::string::npos);
}

TEST_CASE("what the person made of a text before it is typed is judged as well") {
  host::Settings settings;
  settings.allowed_commands = {"cat"};
  settings.denied_commands = {"rm"};
  World w(settings);
  World::Answer answer;
  const base::TerminalId id = w.started("cat", answer, "x1", {.task = base::TaskId("a")});
  const std::string execution = w.host.terminals().at(id).current().str();
  Agent agent{w, "a"};
  agent.call("send_input", {{"execution_id", execution}, {"text", "make\n"}});
  REQUIRE(w.shim.answers.size() == 1);
  w.shim.answers.back()({.verdict = host::ApprovalDecision::Edit, .command = "rm -rf /\n"});
  CHECK(w.shim.input.empty());
  CHECK(agent.text().find("denied") != std::string::npos);
}
