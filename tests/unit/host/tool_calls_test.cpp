// The agent's tools by name: bad arguments are an error that names the place, what can't be done is an answer the model
// can read.
#include "host/tools/tool_calls.hpp"

#include <catch2/catch_test_macros.hpp>

#include "protocol/tools.hpp"
#include "world.hpp"

using namespace termhost;
using nlohmann::json;
using testing::World;

namespace {

struct Tools : World {
  Tools() : World(testing::everything_allowed(), false), tools(host, nullptr) {}

  host::ToolCalls::Outcome outcome = base::unexpected(rpc::make_error(rpc::ErrorCode::InternalError, "no answer"));
  int answers = 0;
  host::ToolCalls tools;

  void call(const std::string& name, const json& arguments) {
    tools.call({.name = name, .arguments = arguments}, [this](host::ToolCalls::Outcome o) {
      ++answers;
      outcome = std::move(o);
    });
  }
  std::string text() { return outcome->content.at(0).text; }
};

}  // namespace

TEST_CASE("bad arguments are refused with the place and what was expected") {
  struct Case {
    const char* tool;
    json arguments;
    const char* says;
  };
  const Case cases[] = {
      {"execute_command", json::object(), "arguments.command"},
      {"execute_command", {{"command", 7}}, "arguments.command"},
      {"execute_command", {{"command", "  \n"}}, "empty"},
      {"execute_command", {{"command", std::string("a\0b", 3)}}, "NUL"},
      {"execute_command", {{"command", "ls"}, {"timeout", -1}}, "arguments.timeout"},
      {"execute_command", {{"command", "ls"}, {"timeout", 18446744073709551615ull}}, "arguments.timeout"},
      {"send_input", {{"execution_id", "1"}}, "text or keys"},
      {"send_input", {{"execution_id", "1"}, {"keys", {"enter", "hyper+x"}}}, "hyper+x"},
      {"stop_command", json::object(), "arguments.execution_id"},
      {"format_disk", json::object(), "unknown tool"},
  };
  for (const Case& c : cases) {
    Tools t;
    t.call(c.tool, c.arguments);
    CAPTURE(c.tool, c.arguments.dump(-1, ' ', true));
    REQUIRE(t.answers == 1);
    REQUIRE_FALSE(t.outcome);
    CHECK(t.outcome.error().message.find(c.says) != std::string::npos);
    CHECK(t.owned.opened.empty());
  }
}

TEST_CASE("an unknown execution is an answer, not an error of the protocol") {
  for (const char* tool : {"wait_for_command", "stop_command"}) {
    Tools t;
    t.call(tool, {{"execution_id", "404"}});
    REQUIRE(t.answers == 1);
    REQUIRE(t.outcome);
    CHECK(t.outcome->is_error);
    CHECK(t.text().find("'404' is unknown") != std::string::npos);
  }
}

TEST_CASE("the number of an execution is understood as its digits") {
  Tools t;
  t.call("wait_for_command", {{"execution_id", 404}});
  REQUIRE(t.outcome);
  CHECK(t.text().find("'404' is unknown") != std::string::npos);
}

TEST_CASE("a failing command is a result, not a failed call") {
  Tools t;
  t.call("execute_command", {{"command", "false"}});
  t.owned_prompt(base::TerminalId("owned-1"));
  t.owned_says(base::TerminalId("owned-1"), World::mark("C") + World::mark("D;1"));
  REQUIRE(t.outcome);
  CHECK_FALSE(t.outcome->is_error);
  CHECK(t.outcome->structured_content.at("exitCode") == 1);
  CHECK(t.outcome->structured_content.at("status") == "completed");
}

TEST_CASE("input reaches the command, newlines as Enter and keys by name, and the answer shows what came of it") {
  Tools t;
  t.call("execute_command", {{"command", "read x"}, {"background", true}});
  const base::TerminalId id("owned-1");
  t.owned_prompt(id);
  t.owned_says(id, World::mark("C"));
  t.clock.advance(tool::background_settle);
  REQUIRE(t.outcome);
  const std::string execution = t.outcome->structured_content.at("executionId");
  t.owned.written[id].clear();
  t.call("send_input", {{"execution_id", execution}, {"text", "yes\n"}, {"keys", {"Up", "ctrl+c", "enter"}}});
  CHECK(t.owned.written[id] == "yes\r\x1b[A\x03\r");
  t.owned_says(id, "yes\r\n");
  t.clock.advance(base::Millis(300));
  CHECK(t.answers == 2);
  CHECK(t.outcome->structured_content.at("status") == "running");
  CHECK(t.text().find("yes") != std::string::npos);
  t.call("list_terminals", json::object());
  CHECK(t.text().find("running execution " + execution) != std::string::npos);
}

TEST_CASE("every tool that is listed can be called") {
  for (const auto& tool : protocol::tool_list().tools) {
    Tools t;
    t.call(tool.name, json::object());
    CAPTURE(tool.name);
    CHECK(t.answers == 1);
    if (!t.outcome) CHECK(t.outcome.error().message.find("unknown tool") == std::string::npos);
  }
}
