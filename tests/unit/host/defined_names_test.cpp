// What an allowed name means when a terminal's earlier commands, or PATH, made something else of it.
#include <catch2/catch_test_macros.hpp>

#include "world.hpp"

using namespace termhost;
using approval::Verdict;
using testing::World;

namespace {

Verdict verdict(const host::Host& host, std::string_view line) {
  return host.check(line, "/project", shell::ShellKind::Bash).verdict;
}

}  // namespace

TEST_CASE("a name that a command of any living terminal defined asks, whoever ran the command") {
  World w;
  World::Answer answer;
  w.run("ls() { git log \"$@\"; }", answer);
  CHECK(verdict(w.host, "ls") == Verdict::Allow);  // nothing was sent yet
  const base::TerminalId id = w.integrated();
  REQUIRE(w.shim.submissions.size() == 1);
  CHECK(verdict(w.host, "ls") == Verdict::Ask);
  CHECK(verdict(w.host, "cat a") == Verdict::Allow);
  w.shim.submissions[0].answer("x1");
  w.host.execution_started(id, "x1", w.shim.submissions[0].text, "");
  w.host.execution_ended("x1", 0, true);
  w.host.execution_started(id, "x2", "alias cat='git log'", "");
  CHECK(verdict(w.host, "cat a") == Verdict::Ask);
  w.host.terminal_closed(id, {}, "user");
  CHECK(verdict(w.host, "ls") == Verdict::Allow);
  CHECK(verdict(w.host, "cat a") == Verdict::Allow);
}

TEST_CASE("a name that PATH finds in the workspace asks") {
  host::ManualScheduler clock;
  host::Host host(
      {.system = {},
       .scheduler = &clock,
       .find_program = [](std::string_view name) { return (name == "ls" ? "/usr/bin/" : "bin/") + std::string(name); }},
      {.default_shell = "/bin/bash", .cwd = "/project", .workspace_folders = {"/project"}}, {});
  CHECK(verdict(host, "ls") == Verdict::Allow);
  CHECK(verdict(host, "cat a") == Verdict::Ask);
}
