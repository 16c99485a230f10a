// Routes of messages between an agent and the servers of several hosts.
#include "cli/hosts/host_routes.hpp"

#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/hosts/member.hpp"

namespace termhost::cli {
namespace {

using Json = nlohmann::json;

const Json beginning{{"jsonrpc", "2.0"}, {"id", 0}, {"method", "initialize"}, {"params", Json::object()}};

std::string request(const Json& id, const std::string& method, const Json& params) {
  return Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}.dump();
}

std::string call(const Json& id, const std::string& tool, const Json& arguments) {
  return request(id, "tools/call", {{"name", tool}, {"arguments", arguments}});
}

std::string result(const Json& id, const Json& value) {
  return Json{{"jsonrpc", "2.0"}, {"id", id}, {"result", value}}.dump();
}

Json text_result(const std::string& text) { return {{"content", {{{"type", "text"}, {"text", text}}}}}; }

/// What was sent: "0 METHOD" to a host, "agent ID TEXT" to the agent, with the text of a tool's result or the method.
std::vector<std::string> told(const HostRoutes::Sent& sent) {
  std::vector<std::string> lines;
  for (const auto& one : sent) {
    const auto* to_host = std::get_if<HostRoutes::ToHost>(&one);
    const auto frame = Json::parse(to_host != nullptr ? to_host->frame : std::get<HostRoutes::ToAgent>(one).frame);
    const std::string to = to_host != nullptr ? fmt::format("{}", to_host->host) : "agent";
    std::string what = frame.value("method", "");
    if (frame.contains("params") && frame["params"].contains("arguments"))
      what += " " + frame["params"]["arguments"].dump();
    if (frame.contains("result"))
      what = frame["result"].contains("content") ? frame["result"]["content"][0].value("text", "")
                                                 : frame["result"].dump();
    if (frame.contains("error")) what = frame["error"].value("message", "");
    lines.push_back(fmt::format("{} {} {}", to, frame.contains("id") ? frame["id"].dump() : "-", what));
  }
  return lines;
}

using Lines = std::vector<std::string>;

/// A session of an agent that has begun, with the hosts a, local and b.
HostRoutes begun() {
  HostRoutes routes({"a", "local", "b"});
  CHECK(told(routes.from_agent(beginning.dump())) == Lines{"1 0 initialize"});
  (void)routes.from_host(1, result(0, {{"instructions", "Runs commands."}}));
  CHECK(told(routes.from_agent(R"({"jsonrpc":"2.0","method":"notifications/initialized"})")) ==
        Lines{"1 - notifications/initialized"});
  return routes;
}

}  // namespace

TEST_CASE("a host is told by the argument, else by the number of an execution, else it is the first one") {
  HostRoutes routes = begun();
  CHECK(told(routes.from_agent(call(1, "execute_command", {{"command", "ls"}}))) ==
        Lines{"0 \"termhost-initialize\" initialize", "0 - notifications/initialized",
              R"(0 1 tools/call {"command":"ls"})"});
  CHECK(told(routes.from_agent(call(2, "execute_command", {{"command", "ls"}, {"host", "local"}}))) ==
        Lines{R"(1 2 tools/call {"command":"ls"})"});
  CHECK(told(routes.from_agent(call(3, "wait_for_command", {{"execution_id", "1706119234567"}}))) ==
        Lines{R"(1 3 tools/call {"execution_id":"1706119234567"})"});
  CHECK(told(routes.from_agent(call(8, "wait_for_command", {{"executionId", 1706119234567}}))) ==
        Lines{R"(1 8 tools/call {"executionId":1706119234567})"});
  CHECK(told(routes.from_agent(call(4, "read_command_output", {{"artifact_id", "cmd-1706119234566.txt"}}))) ==
        Lines{R"(0 4 tools/call {"artifact_id":"cmd-1706119234566.txt"})"});
  CHECK(told(routes.from_agent(call(7, "stop_command", {{"execution_id", "1706119234567"}, {"host", "a"}}))) ==
        Lines{R"(0 7 tools/call {"execution_id":"1706119234567"})"});
  CHECK(told(routes.from_agent(request(5, "tasks/get", {{"taskId", "mcp-1-77-3"}}))) == Lines{"1 5 tasks/get"});
  CHECK(told(routes.from_agent(call(6, "execute_command", {{"host", "c"}}))) ==
        Lines{"agent 6 Not run: the host \"c\" is unknown. The hosts are: a, local, b."});
}

TEST_CASE("the answers to what begins a session again are nobody's; others reach the agent as they are") {
  HostRoutes routes = begun();
  (void)routes.from_agent(call(1, "execute_command", {{"command", "ls"}}));
  CHECK(routes.from_host(0, result("termhost-initialize", {})).empty());
  CHECK(told(routes.from_host(0, result(1, text_result("Exit code: 0")))) == Lines{"agent 1 Exit code: 0"});
}

TEST_CASE("a question of a host has a number of its own for the agent, and its answer finds the way back") {
  HostRoutes routes = begun();
  CHECK(told(routes.from_host(0, request(1, "elicitation/create", Json::object()))) ==
        Lines{"agent 1 elicitation/create"});
  CHECK(told(routes.from_host(1, request(1, "elicitation/create", Json::object()))) ==
        Lines{"agent 2 elicitation/create"});
  CHECK(told(routes.from_agent(result(2, {{"action", "accept"}}))) == Lines{R"(1 1 {"action":"accept"})"});
  CHECK(routes.from_agent(result(2, {{"action", "accept"}})).empty());
  CHECK(told(routes.from_host(
            0, R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"x"}})")) ==
        Lines{"agent - notifications/cancelled"});
  CHECK(routes.from_agent(result(1, {{"action", "accept"}})).empty());
}

TEST_CASE("the model reads the hosts in the instructions and in the tools") {
  HostRoutes routes({"ssh:build", "local"});
  (void)routes.from_agent(beginning.dump());
  const auto greeting = told(routes.from_host(1, result(0, {{"instructions", "Runs commands."}})));
  CHECK(greeting ==
        Lines{R"(agent 0 {"instructions":"Runs commands. Commands run on one of these hosts: ssh:build, local. )"
              R"(The argument host of execute_command names the host; the default is ssh:build. Paths are those of )"
              R"(the host."})"});
  (void)routes.from_agent(request(1, "tools/list", Json::object()));
  const Json schema{{"type", "object"}, {"properties", Json::object()}};
  const Json of_execution{{"type", "object"}, {"properties", {{"execution_id", {{"type", "string"}}}}}};
  const Json tools{{"tools",
                    {{{"name", "execute_command"}, {"inputSchema", schema}},
                     {{"name", "list_terminals"}, {"inputSchema", schema}},
                     {{"name", "send_input"}, {"inputSchema", of_execution}},
                     {{"name", "set_title"}, {"inputSchema", schema}}}}};
  const auto sent = routes.from_host(1, result(1, tools));
  REQUIRE(sent.size() == 1);
  const auto list = Json::parse(std::get<HostRoutes::ToAgent>(sent[0]).frame)["result"]["tools"];
  CHECK(list[0]["inputSchema"]["properties"]["host"] ==
        Json{{"type", "string"}, {"enum", {"ssh:build", "local"}}, {"description", "Default: ssh:build."}});
  CHECK(list[1]["inputSchema"]["properties"]["host"]["description"] == "Default: all.");
  CHECK(list[2]["inputSchema"]["properties"]["host"]["description"] == "Default: that of the execution.");
  CHECK(list[3]["inputSchema"]["properties"].empty());
}

TEST_CASE("lists are of all hosts; one that is not connected yet says so") {
  HostRoutes routes = begun();
  (void)routes.from_agent(call(1, "execute_command", {{"host", "b"}}));
  CHECK(told(routes.from_agent(call(2, "list_terminals", Json::object()))) ==
        Lines{"1 2 tools/call {}", "2 2 tools/call {}"});
  Json there = text_result("owned-1: bash\n");
  there["structuredContent"] = {{"message", "owned-1: bash"}, {"terminals", {{{"terminalId", "owned-1"}}}}};
  CHECK(routes.from_host(2, result(2, there)).empty());
  const auto sent = routes.from_host(1, result(2, text_result("There are no terminals.\n")));
  const std::string text =
      "On a:\nNot connected yet. A call with this host connects it.\nOn local:\nThere are no terminals.\n"
      "On b:\nowned-1: bash\n";
  CHECK(told(sent) == Lines{"agent 2 " + text});
  const auto answer = Json::parse(std::get<HostRoutes::ToAgent>(sent[0]).frame)["result"]["structuredContent"];
  CHECK(answer["terminals"].size() == 1);
  CHECK(answer["message"] == text);
}

TEST_CASE("a host that cannot be reached has run nothing; one that goes away leaves the truth, and starts again") {
  HostRoutes routes = begun();
  (void)routes.from_agent(call(1, "execute_command", {{"command", "make"}}));
  CHECK(told(routes.ended(0, "no route")) == Lines{"agent 1 Not run: no route"});
  (void)routes.from_agent(call(2, "execute_command", {{"command", "make"}, {"host", "local"}}));
  (void)routes.from_host(1, request(9, "elicitation/create", Json::object()));
  CHECK(told(routes.ended(1, "It was killed.")) ==
        Lines{"agent - notifications/cancelled",
              "agent 2 The connection to local ended while the command ran; it is not known whether the command has "
              "ended. termhost did not run it again. It was killed."});
  CHECK(told(routes.from_agent(call(3, "execute_command", {{"command", "make"}, {"host", "local"}}))).front() ==
        "1 \"termhost-initialize\" initialize");
}

TEST_CASE("a request that any host can answer goes on to the next one, until none is left") {
  HostRoutes routes({"a", "b"});
  CHECK(told(routes.from_agent(beginning.dump())) == Lines{"0 0 initialize"});
  CHECK(told(routes.ended(0, "a: no route")) == Lines{"1 0 initialize"});
  CHECK(told(routes.ended(1, "b: no route")) == Lines{"agent 0 b: no route"});
  CHECK(told(routes.from_agent(beginning.dump())) == Lines{"0 0 initialize"});
}

TEST_CASE("a call that is cancelled is cancelled where it runs, also a list") {
  HostRoutes routes = begun();
  (void)routes.from_agent(call(1, "list_terminals", Json::object()));
  const std::string cancelled = R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})";
  CHECK(told(routes.from_agent(cancelled)) == Lines{"1 - notifications/cancelled"});
  CHECK(routes.ended(1, "gone").empty());
}

TEST_CASE("the number of a member is in the names of its executions and tasks") {
  const auto member = Member::parse("1/3");
  REQUIRE(member);
  CHECK(member->text() == "1/3");
  CHECK(member->session(7) == "mcp-1-7");
  CHECK(Member{}.session(7) == "mcp-7");
  CHECK(host_of_execution("1706119234567", 3) == 1U);
  CHECK(host_of_execution("cmd-1706119234568-stderr.txt", 3) == 2U);
  CHECK_FALSE(host_of_execution("none", 3));
  CHECK(host_of_task("mcp-2-99-1", 3) == 2U);
  CHECK_FALSE(host_of_task("mcp-9-99-1", 3));
  for (const char* wrong : {"", "1", "3/3", "1/", "a/2", "1/2x"}) CHECK_FALSE(Member::parse(wrong));
}

}  // namespace termhost::cli
