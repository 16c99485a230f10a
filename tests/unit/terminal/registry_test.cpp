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
  t.shell_path = "/bin/bash";
  t.integration = terminal::Integration::Rich;
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
      {"the person typed there", [](Terminal& t) { t.line_of_person = true; }},
      {"its reports are not trusted", [](Terminal& t) { t.reports_untrusted = true; }},
      {"closed", [](Terminal& t) { t.closed = true; }},
      {"not ours", [](Terminal& t) { t.ours = false; }},
      {"in a sandbox", [](Terminal& t) { t.sandbox.level = sandbox::Level::Workspace; }},
      {"another shell", [](Terminal& t) { t.shell = shell::ShellKind::Fish; }},
  };
  for (const Case& c : cases) {
    CAPTURE(c.why);
    Registry registry;
    c.change(registry.add(idle_terminal("t", "/here")));
    CHECK(registry.choose({.cwd = "/here", .shell = "bash"}, 0).kind == ChoiceKind::Create);
  }
}

TEST_CASE("which shell a wish means") {
  struct Case {
    std::string asked, path, wish;
    bool fits;
  };
  const Case cases[] = {
      {"", "/bin/bash", "", true},
      {"", "/bin/bash", "bash", true},
      {"", "/bin/bash", "/bin/bash", true},
      {"", "/bin/bash", "/opt/bin/bash", false},
      {"", "/bin/bash", "/no/such/shell", false},
      {"", "/bin/bash", "nu", false},
      {"/bin/bash", "/bin/bash", "", false},  // another one was asked for then than the default
  };
  for (const Case& c : cases) {
    CAPTURE(c.asked, c.path, c.wish);
    Registry registry;
    Terminal& t = registry.add(idle_terminal("t", "/here"));
    t.asked_shell = c.asked;
    t.shell_path = c.path;
    CHECK((registry.choose({.cwd = "/here", .shell = c.wish}, 0).kind == ChoiceKind::Reuse) == c.fits);
  }
}

TEST_CASE("who insists on a directory gets no terminal that would have to change to it") {
  Registry registry;
  registry.add(idle_terminal("t", "/other"));
  CHECK(registry.choose({.cwd = "/here"}, 0).kind == ChoiceKind::ReuseAfterCd);
  CHECK(registry.choose({.cwd = "/here", .required_cwd = true}, 0).kind == ChoiceKind::Create);
}

TEST_CASE("a shell whose words are not known, or that reports nothing, is sent to no other directory") {
  for (auto change : {+[](Terminal& t) { t.shell = shell::ShellKind::Unknown; },
                      +[](Terminal& t) { t.integration = terminal::Integration::None; }}) {
    Registry registry;
    change(registry.add(idle_terminal("t", "/other")));
    CHECK(registry.choose({.cwd = "/here"}, 0).kind == ChoiceKind::Create);
  }
}

TEST_CASE("one that rests is waited for") {
  Registry registry;
  Terminal& t = registry.add(idle_terminal("t", "/here"));
  t.ready = false;
  t.resting = true;
  CHECK(registry.choose({.cwd = "/here"}, 0).kind == ChoiceKind::Rest);
  CHECK(registry.choose({.cwd = "/here", .shell = "fish"}, 0).kind == ChoiceKind::Create);
}

TEST_CASE("in a full pool a terminal whose reports are not trusted makes room first") {
  Registry registry(2);
  registry.add(idle_terminal("idle", "/other")).idle_since = base::Instant{};
  Terminal& lost = registry.add(idle_terminal("lost", "/here"));
  lost.reports_untrusted = true;
  lost.idle_since = base::Instant{} + base::Millis(10);
  CHECK(registry.expendable({.cwd = "/here", .required_cwd = true}, {}) == base::TerminalId("lost"));
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
  const terminal::TerminalWish wish{.cwd = "/here", .shell = "fish"};
  CHECK(registry.choose(wish, 0).kind == ChoiceKind::Wait);
  CHECK(registry.expendable(wish, {}) == base::TerminalId("bash"));
}

TEST_CASE("a terminal that is being prepared for a command does not give way") {
  Registry registry(1);
  registry.add(idle_terminal("bash", "/here")).ready = false;
  const terminal::TerminalWish wish{.cwd = "/here", .shell = "fish"};
  CHECK_FALSE(registry.expendable(wish, {base::TerminalId("bash")}));
  CHECK(registry.expendable(wish, {}) == base::TerminalId("bash"));
}
