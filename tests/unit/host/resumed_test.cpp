// A termhost that takes over from one that died: what the editor replays is an agent's again.
#include <catch2/catch_test_macros.hpp>

#include "world.hpp"

using namespace termhost;
using testing::World;
using tool::Status;

namespace {

struct Resumed : World {
  Resumed() {
    host.terminal_opened(id, {.cwd = "/project", .shell = "bash", .integration = terminal::Integration::Rich});
    host.execution_started(id, "x7", "npm start", "/project",
                           host::event::Resumed{execution, base::ToolCallId("call-7"), task, "npm start"});
    host.execution_wrote("x7", "still here\r\n", 12);
  }
  const base::TerminalId id{"t7"};
  const base::ExecutionId execution{"1706119234567"};
  const base::TaskId task{"task-7"};
};

}  // namespace

TEST_CASE("resumed: it is listed as its task's, and ends as any other") {
  Resumed w;
  REQUIRE(w.shim.statuses.size() == 1);
  CHECK(w.shim.statuses[0].tool_call == base::ToolCallId("call-7"));
  CHECK(w.shim.statuses[0].execution == w.execution);
  CHECK(w.host.access().is_of_task(w.execution, w.task));
  CHECK_FALSE(w.host.access().is_of_task(w.execution, base::TaskId("another")));
  World::Answer answer;
  w.host.wait_for(w.execution, std::nullopt, base::ToolCallId("wait"), [&](tool::CommandResult result) {
    ++answer.count;
    answer.result = std::move(result);
  });
  w.host.execution_ended("x7", 3, true);
  REQUIRE(answer.count == 1);
  CHECK(answer.result->status == Status::Completed);
  CHECK(answer.result->completion.exit_code == 3);
  CHECK(answer.result->output_parts_missing);
  CHECK(tool::format_text(*answer.result).find("still here") != std::string::npos);
  CHECK(w.shim.completes[base::ToolCallId("call-7")] == 1);
}

TEST_CASE("resumed: the person stops it, and its terminal takes the next command") {
  Resumed w;
  w.host.stop(w.execution, std::nullopt, host::StopCause::Person, {}, [](const auto&) {});
  CHECK(w.shim.interrupts.size() == 1);
  w.host.execution_ended("x7", 130, true);
  World::Answer answer;
  w.run("make", answer, {.task = w.task});
  CHECK(w.shim.creations.empty());
  CHECK(w.shim.submissions.size() == 1);
}

TEST_CASE("resumed: an execution that is known already is not taken over twice") {
  Resumed w;
  w.host.execution_started(base::TerminalId("t8"), "x8", "npm start", "/project",
                           host::event::Resumed{w.execution, base::ToolCallId("call-8"), w.task, "npm start"});
  CHECK(w.shim.statuses.back().tool_call.empty());
}
