// The reuse rules, in their order.
#include "terminal/shells/registry.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace termhost;
using terminal::ChoiceKind;
using terminal::Identity;
using terminal::Registry;
using terminal::Terminal;

namespace {

Terminal idle_terminal(const std::string& id, const std::string& cwd, const std::string& task = "") {
  Terminal t({.id = base::TerminalId(id),
              .ours = true,
              .shell = shell::ShellKind::Bash,
              .shell_path = "/bin/bash",
              .integration = terminal::Integration::Rich},
             cwd, base::TaskId(task));
  t.become_ready();
  return t;
}

/// Its shell has not shown its first prompt.
void start_anew(Terminal& t) { t = Terminal(t.identity(), t.cwd()); }

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
      {"busy", [](Terminal& t) { t.work.begin(base::ExecutionId("1")); }},
      {"not ready", start_anew},
      {"the person typed there", [](Terminal& t) { t.line.typed_by_user(); }},
      {"its reports are not trusted", [](Terminal& t) { t.distrust_reports(); }},
      {"closed", [](Terminal& t) { t.close(); }},
      {"not ours", [](Terminal& t) { t.learn([](Identity& known) { known.ours = false; }); }},
      {"in a sandbox",
       [](Terminal& t) { t.learn([](Identity& known) { known.sandbox.level = sandbox::Level::Workspace; }); }},
      {"another shell", [](Terminal& t) { t.learn([](Identity& known) { known.shell = shell::ShellKind::Fish; }); }},
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
    t.learn([&](Identity& known) { known.asked_shell = c.asked, known.shell_path = c.path; });
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
  for (auto change :
       {+[](Terminal& t) { t.learn([](Identity& known) { known.shell = shell::ShellKind::Unknown; }); },
        +[](Terminal& t) { t.learn([](Identity& known) { known.integration = terminal::Integration::None; }); }}) {
    Registry registry;
    change(registry.add(idle_terminal("t", "/other")));
    CHECK(registry.choose({.cwd = "/here"}, 0).kind == ChoiceKind::Create);
  }
}

TEST_CASE("one that rests is waited for") {
  Registry registry;
  Terminal& t = registry.add(idle_terminal("t", "/here"));
  t.rest();
  CHECK(registry.choose({.cwd = "/here"}, 0).kind == ChoiceKind::Rest);
  CHECK(registry.choose({.cwd = "/here", .shell = "fish"}, 0).kind == ChoiceKind::Create);
}

TEST_CASE("in a full pool a terminal whose reports are not trusted makes room first") {
  Registry registry(2);
  registry.add(idle_terminal("idle", "/other")).work.idle(base::Instant{});
  Terminal& lost = registry.add(idle_terminal("lost", "/here"));
  lost.distrust_reports();
  lost.work.idle(base::Instant{} + base::Millis(10));
  CHECK(registry.expendable({.cwd = "/here", .required_cwd = true}, {}) == base::TerminalId("lost"));
}

TEST_CASE("the pool is full with five that are ours, busy or about to be; then a command waits") {
  Registry registry;
  for (int i = 0; i < 4; ++i)
    registry.add(idle_terminal(std::to_string(i), "/here")).work.begin(base::ExecutionId("1"));
  registry.add(idle_terminal("of the person", "/here")).learn([](Identity& known) { known.ours = false; });
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
  start_anew(registry.add(idle_terminal("bash", "/here")));
  const terminal::TerminalWish wish{.cwd = "/here", .shell = "fish"};
  CHECK_FALSE(registry.expendable(wish, {base::TerminalId("bash")}));
  CHECK(registry.expendable(wish, {}) == base::TerminalId("bash"));
}
