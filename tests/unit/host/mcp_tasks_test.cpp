// Calls as tasks of MCP, in both forms, and what becomes of a call whose client waits no longer.
#include "host/mcp/mcp_tasks.hpp"

#include <catch2/catch_test_macros.hpp>

#include "host/mcp/mcp_client_kinds.hpp"
#include "mcp_session.hpp"

using namespace termhost;
using nlohmann::json;
using testing::Mcp;
using testing::World;

namespace {

json modern(const json& extensions) {
  return {{"_meta",
           {{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
            {"io.modelcontextprotocol/clientCapabilities", {{"extensions", extensions}}}}}};
}
const json with_tasks = modern({{"io.modelcontextprotocol/tasks", json::object()}});
const json without_tasks = modern(json::object());

json named(const std::string& task, json more = json::object()) {
  more["taskId"] = task;
  return more;
}

/// Makes a task of `make`; its first description.
json legacy_task(Mcp& m, const json& wish = json::object()) {
  const auto said = m.execute(1, "make", {{"task", wish}});
  REQUIRE(said.size() == 1);
  return said[0].at("result").at("task");
}

std::string modern_task(Mcp& m) {
  CHECK(m.execute(1, "make", with_tasks).empty());
  m.shell(Mcp::prompt());
  m.shell(World::mark("C") + "begun\r\n");
  const auto said = m.advance(std::chrono::seconds(5));
  REQUIRE(said.size() == 1);
  CHECK(said[0].at("result").at("resultType") == "task");
  return said[0].at("result").at("taskId");
}

void end(Mcp& m, int code) { m.shell(World::mark("D;" + std::to_string(code)) + Mcp::prompt()); }

}  // namespace

TEST_CASE("MCP tasks: what is offered, by era") {
  Mcp m;
  const json greeting = m.initialize();
  CHECK(greeting.at("capabilities").at("tasks").at("requests").at("tools").contains("call"));
  for (const json& tool : m.request(2, "tools/list")[0].at("result").at("tools"))
    CHECK(tool.contains("execution") == (tool.at("name") == "execute_command"));
  for (const json& tool : m.request(3, "tools/list", with_tasks)[0].at("result").at("tools"))
    CHECK_FALSE(tool.contains("execution"));
  const json discovered = m.request(4, "server/discover", with_tasks)[0].at("result");
  CHECK(discovered.at("capabilities").at("extensions").contains("io.modelcontextprotocol/tasks"));
  Mcp old;
  CHECK_FALSE(old.initialize(json::object(), "2025-06-18").at("capabilities").contains("tasks"));
}

TEST_CASE("MCP tasks: 2025-11-25, from the call to the result") {
  Mcp m;
  m.initialize();
  const json task = legacy_task(m, {{"ttl", 60'000}});
  CHECK(task.at("status") == "working");
  CHECK(task.at("ttl") == 60'000);
  CHECK(task.at("createdAt") == "2026-11-23T05:00:00Z");
  const std::string id = task.at("taskId");
  m.shell(Mcp::prompt());
  m.shell(World::mark("C") + "built\r\n");
  CHECK(m.advance(std::chrono::minutes(4)).empty());  // no patience ends it
  CHECK(m.request(2, "tasks/get", named(id))[0].at("result").at("status") == "working");
  CHECK(m.request(3, "tasks/result", named(id)).empty());
  CHECK(m.request(4, "tasks/list")[0].at("result").at("tasks").size() == 1);
  const auto said = m.shell(World::mark("D;0") + Mcp::prompt());
  REQUIRE(said.size() == 2);
  CHECK(said[0].at("id") == 3);
  CHECK(said[0].at("result").at("structuredContent").at("exitCode") == 0);
  CHECK(said[0].at("result").at("_meta").at("io.modelcontextprotocol/related-task").at("taskId") == id);
  CHECK(said[1].at("method") == "notifications/tasks/status");
  CHECK(said[1].at("params").at("status") == "completed");
  CHECK(m.request(5, "tasks/result", named(id))[0].contains("result"));
  CHECK(m.request(6, "tasks/cancel", named(id))[0].at("error").at("code") == -32602);
  m.advance(std::chrono::seconds(61));
  CHECK(m.request(7, "tasks/get", named(id))[0].at("error").at("code") == -32602);
}

TEST_CASE("MCP tasks: 2025-11-25, cancelled") {
  Mcp m;
  m.initialize();
  const std::string id = legacy_task(m).at("taskId");
  m.shell(Mcp::prompt());
  m.shell(World::mark("C"));
  CHECK(m.request(2, "tasks/result", named(id)).empty());
  const auto said = m.request(3, "tasks/cancel", named(id));
  REQUIRE(said.size() == 3);
  CHECK(said[0].at("id") == 2);
  CHECK(said[0].contains("error"));
  CHECK(said[2].at("result").at("status") == "cancelled");
  CHECK_FALSE(m.owned.stops.empty());
  end(m, 130);
  CHECK(m.request(4, "tasks/get", named(id))[0].at("result").at("status") == "cancelled");
}

TEST_CASE("MCP tasks: 2025-11-25, the person is asked meanwhile") {
  Mcp m{testing::asking()};
  m.initialize({{"elicitation", json::object()}});
  const auto said = m.execute(1, "make", {{"task", json::object()}});
  REQUIRE(said.size() == 3);
  CHECK(said[1].at("params").at("status") == "input_required");
  const json form = said[2].at("params");
  CHECK(form.at("_meta").at("io.modelcontextprotocol/related-task").at("taskId") ==
        said[0].at("result").at("task").at("taskId"));
  const auto after = m.send({{"jsonrpc", "2.0"}, {"id", said[2].at("id")}, {"result", {{"action", "decline"}}}});
  REQUIRE(after.size() == 2);
  CHECK(after[0].at("params").at("status") == "working");
  CHECK(after[1].at("params").at("status") == "failed");  // as its result says: it was denied
  CHECK(m.owned.opened.empty());
}

TEST_CASE("MCP tasks: 2025-11-25, what can be none") {
  Mcp m;
  m.initialize();
  const json list{{"name", "list_terminals"}, {"arguments", json::object()}, {"task", json::object()}};
  CHECK(m.request(1, "tools/call", list)[0].at("error").at("code") == -32601);
  CHECK(m.request(2, "tasks/get", named("s-99"))[0].at("error").at("code") == -32602);
  Mcp old;  // its version has no tasks: it gets a result
  old.initialize(json::object(), "2025-06-18");
  CHECK(old.execute(1, "make", {{"task", json::object()}}).empty());
}

TEST_CASE("MCP tasks: 2026-07-28, what lasts longer than a moment becomes one") {
  Mcp m;
  const std::string id = modern_task(m);
  CHECK(m.advance(std::chrono::minutes(4)).empty());
  CHECK(m.request(2, "tasks/update", named(id, with_tasks))[0].at("result").at("resultType") == "complete");
  end(m, 2);
  const json task = m.request(3, "tasks/get", named(id, with_tasks))[0].at("result");
  CHECK(task.at("resultType") == "complete");
  CHECK(task.at("status") == "completed");
  CHECK(task.at("ttlMs") > 3'600'000);
  CHECK(task.at("result").at("structuredContent").at("exitCode") == 2);
  CHECK(m.request(4, "tasks/get", named(id))[0].contains("error"));  // another era
}

TEST_CASE("MCP tasks: 2026-07-28, cancelled, and who may ask") {
  Mcp m;
  const std::string id = modern_task(m);
  const json refused = m.request(2, "tasks/get", named(id, without_tasks))[0].at("error");
  CHECK(refused.at("code") == -32021);
  CHECK(refused.at("data").at("requiredCapabilities").at("extensions").contains("io.modelcontextprotocol/tasks"));
  CHECK(m.request(3, "tasks/cancel", named(id, with_tasks))[0].at("result").at("resultType") == "complete");
  CHECK_FALSE(m.owned.stops.empty());
  CHECK(m.request(4, "tasks/get", named(id, with_tasks))[0].at("result").at("status") == "cancelled");
}

TEST_CASE("MCP tasks: 2026-07-28, a quick call and a client without tasks get results") {
  Mcp quick;
  CHECK(quick.execute(1, "true", with_tasks).empty());
  quick.shell(Mcp::prompt());
  const auto said = quick.shell(World::mark("C") + World::mark("D;0") + Mcp::prompt());
  REQUIRE(said.size() == 1);
  CHECK(said[0].at("result").at("resultType") == "complete");
  CHECK(quick.advance(std::chrono::seconds(10)).empty());
  Mcp plain;
  CHECK(plain.execute(1, "make", without_tasks).empty());
  plain.shell(Mcp::prompt());
  plain.shell(World::mark("C"));
  CHECK(plain.advance(std::chrono::seconds(44)).empty());
  CHECK(plain.advance(std::chrono::seconds(2)).at(0).at("result").at("structuredContent").at("status") == "running");
}

TEST_CASE("MCP tasks: only so many are kept") {
  host::McpTasks tasks;
  const host::McpTask::Time now{};
  host::McpTask& first = tasks.create("first", base::ToolCallId("first"), host::McpEra::Modern, {}, now);
  tasks.create("works", base::ToolCallId("works"), host::McpEra::Modern, {}, now);
  host::McpTasks::finish(first, json::object(), now);
  for (std::size_t i = 0; i < host::most_tasks; ++i) {
    auto& one = tasks.create("t" + std::to_string(i), base::ToolCallId("t"), host::McpEra::Modern, {}, now);
    host::McpTasks::finish(one, json::object(), now + std::chrono::seconds(1));
  }
  CHECK(tasks.all(host::McpEra::Modern, now).size() <= host::most_tasks);
  CHECK(tasks.find("first", now) == nullptr);
  CHECK(tasks.find("works", now) != nullptr);
}

TEST_CASE("MCP: a clock of the client leaves the command running, a person stops it") {
  struct Row {
    const char* reason;
    bool clock;
  };
  for (const Row& row : {Row{"McpError: MCP error -32001: Request timed out", true}, Row{"request timeout", true},
                         Row{"TimeoutError: The operation was aborted due to timeout", true},
                         Row{"context deadline exceeded", true}, Row{"AbortError: This operation was aborted", false},
                         Row{"User requested cancellation", false}, Row{"", false}}) {
    CAPTURE(row.reason);
    CHECK(host::ran_out_of_time(row.reason) == row.clock);
    Mcp m;
    m.initialize();
    m.execute(1, "make");
    m.shell(Mcp::prompt());
    m.shell(World::mark("C"));
    CHECK(m.notify("notifications/cancelled", {{"requestId", 1}, {"reason", row.reason}}).empty());
    CHECK(m.owned.stops.empty() == row.clock);
  }
}

TEST_CASE("MCP: a clock that runs out before the person has answered ends the call") {
  Mcp m{testing::asking()};
  m.initialize({{"elicitation", json::object()}});
  const json form = m.execute(1, "make").at(0);
  const auto said = m.notify("notifications/cancelled", {{"requestId", 1}, {"reason", "request timeout"}});
  REQUIRE(said.size() == 1);
  CHECK(said[0].at("params").at("requestId") == form.at("id"));
}
