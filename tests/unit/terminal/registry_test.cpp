// The reuse rules, in their order.
#include "terminal/registry.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace termhost;
using terminal::ChoiceKind;
using terminal::Registry;
using terminal::Terminal;

namespace {

Terminal idle_terminal(const std::string& id, const std::string& cwd, const std::string& task = "") {
  Terminal t;
  t.id = base::TerminalId(id);
  t.cwd = cwd;
  t.task = base::TaskId(task);
  t.ours = t.ready = true;
  t.shell = shell::ShellKind::Bash;
  return t;
}

}  // namespace

TEST_CASE(
    "a terminal of the same task in the same directory comes first, then any in that directory, then any after a cd") {
  Registry registry;
  registry.add(idle_terminal("elsewhere", "/other", "task"));
  CHECK(registry.choose({.cwd = "/here", .task = base::TaskId("task")}, 0).kind == ChoiceKind::ReuseAfterCd);
  registry.add(idle_terminal("foreign", "/here/", "another"));
  CHECK(registry.choose({.cwd = "/here", .task = base::TaskId("task")}, 0).terminal == base::TerminalId("foreign"));
  registry.add(idle_terminal("mine", "/here", "task"));
  const auto choice = registry.choose({.cwd = "/here", .task = base::TaskId("task")}, 0);
  CHECK(choice.kind == ChoiceKind::Reuse);
  CHECK(choice.terminal == base::TerminalId("mine"));
}

TEST_CASE("who may not be used") {
  struct Case {
    const char* why;
    void (*change)(Terminal&);
  };
  const Case cases[] = {
      {"busy", [](Terminal& t) { t.current = base::ExecutionId("1"); }},
      {"not ready", [](Terminal& t) { t.ready = false; }},
      {"the person typed there", [](Terminal& t) { t.typed_since_end = true; }},
      {"poisoned", [](Terminal& t) { t.poisoned = true; }},
      {"closed", [](Terminal& t) { t.closed = true; }},
      {"not ours", [](Terminal& t) { t.ours = false; }},
      {"another shell", [](Terminal& t) { t.shell = shell::ShellKind::Fish; }},
  };
  for (const Case& c : cases) {
    CAPTURE(c.why);
    Registry registry;
    c.change(registry.add(idle_terminal("t", "/here")));
    CHECK(registry.choose({.cwd = "/here", .shell = shell::ShellKind::Bash}, 0).kind == ChoiceKind::Create);
  }
}

TEST_CASE("the pool is full with five that are ours, busy or about to be; then a command waits") {
  Registry registry;
  for (int i = 0; i < 4; ++i) registry.add(idle_terminal(std::to_string(i), "/here")).current = base::ExecutionId("1");
  registry.add(idle_terminal("of the person", "/here")).ours = false;
  CHECK(registry.choose({.cwd = "/here"}, 0).kind == ChoiceKind::Create);
  CHECK(registry.choose({.cwd = "/here"}, 1).kind == ChoiceKind::Wait);
}

TEST_CASE("an idle terminal that does not fit gives way when the pool is full") {
  Registry registry(1);
  registry.add(idle_terminal("bash", "/here"));
  const terminal::TerminalWish wish{.cwd = "/here", .shell = shell::ShellKind::Fish};
  CHECK(registry.choose(wish, 0).kind == ChoiceKind::Wait);
  CHECK(registry.expendable(wish) == base::TerminalId("bash"));
}
