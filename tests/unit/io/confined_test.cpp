// A confined terminal ends as any other: stopped, closed, its guard killed; and what can't be confined is not started.
#include <csignal>
#include <filesystem>
#include <fstream>

#include <catch2/catch_test_macros.hpp>

#include "io/process/process_tree_posix.hpp"
#include "unit/io/owned_session.hpp"

using namespace termhost;
using test::OwnedSession;

namespace {

host::OwnedShell confined(const OwnedSession& session) {
  host::OwnedShell shell;
  shell.sandbox.level = sandbox::Level::Workspace;
  shell.sandbox.workspace = {session.home().path()};
  return shell;
}

bool lives(const std::string& mark) {
  const std::vector<io::Process> all = io::list_processes();
  return std::any_of(all.begin(), all.end(), [&](const io::Process& process) {
    std::ifstream file("/proc/" + std::to_string(process.pid) + "/cmdline", std::ios::binary);
    const std::string line{std::istreambuf_iterator<char>(file), {}};
    return line.find(mark) != std::string::npos;
  });
}

}  // namespace

TEST_CASE("a confined shell runs commands in its workspace and nowhere else") {
  OwnedSession session;
  (void)session.open("bash", confined(session));
  session.until_prompt();
  CHECK(session.run("touch made").code == "0");
  CHECK(std::filesystem::exists(session.home().path() + "/made"));
  CHECK(session.run("touch /etc/termhost-escaped").code == "1");
  CHECK(session.run("echo x > " + session.envelope_path()).code == "1");
}

TEST_CASE("what a sandbox has refused is known, and nothing else") {
  struct Row {
    const char* line;
    std::vector<sandbox::Refusal> refused;
  };
  using enum sandbox::RefusedAccess;
  OwnedSession session;
  const std::string workspace = std::filesystem::canonical(session.home().path());
  std::filesystem::create_directories(workspace + "/.git/hooks");
  (void)session.open("bash", confined(session));
  session.until_prompt();
  const std::vector<Row> rows{
      {"touch /etc/refused", {{Write, "/etc/refused"}}},
      {"echo x >> /etc/passwd", {{Write, "/etc/passwd"}}},
      {"cd /usr && mkdir bin/../made lib/made; cd ~", {{Write, "/usr/made"}, {Write, "/usr/lib/made"}}},
      {"ln -s /etc link; rm link/passwd; rm link", {{Write, "/etc/passwd"}}},
      {"mv /etc/passwd .", {{Write, "/etc/passwd"}}},
      {"chmod 777 /usr", {{Write, "/usr"}}},
      {"touch .git/hooks/pre-commit; rm -r .git/hooks",
       {{Write, workspace + "/.git/hooks/pre-commit"}, {Write, workspace + "/.git/hooks"}}},
      {"echo x > /dev/tcp/192.0.2.1/80", {{Network, ""}}},
      {"echo x >/dev/null; touch made; rm made; mkdir -p a/b; mv a c; cat /etc/passwd >/dev/null; ls /nowhere", {}},
      {"touch /nowhere/x", {}},
      {"mkdir /etc /usr/lib; mkdir -p /etc \"$PWD\"; ln -sT x /etc; ln /etc/hosts /etc/passwd; mkfifo /etc/passwd", {}},
      {"touch o; mv -n o /etc/passwd; python3 -c 'import os; os.open(\"/etc/passwd\", os.O_WRONLY | os.O_CREAT | "
       "os.O_EXCL)'",
       {}},
      {"mv /etc/hosts .", {{Write, "/etc/hosts"}}},
      {"set -C; echo x > /etc/passwd; set +C", {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.line);
    (void)session.terminals().take_refusals(session.id());
    (void)session.run(row.line);
    CHECK(to_string(session.terminals().take_refusals(session.id())) == to_string(row.refused));
  }
}

TEST_CASE("git can commit in a protected repository, and nothing else can be written there") {
  OwnedSession session;
  const std::string workspace = std::filesystem::canonical(session.home().path());
  const std::string at = "git -C " + workspace + " ";
  REQUIRE(std::system((at + "init -q").c_str()) == 0);
  (void)session.open("bash", confined(session));
  session.until_prompt();
  (void)session.run("export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a");
  for (const char* line :
       {"echo a > file && git add file && git commit -qm first", "git branch topic && git checkout -q topic",
        "echo b >> file && git commit -qam second && git checkout -q - && git merge -q topic", "git tag v1",
        "echo c >> file && git stash -q && git stash pop -q && git checkout -q file", "git reset -q --hard HEAD~1",
        "git cherry-pick topic", "git gc -q && git fsck --no-progress",
        "git worktree add -q tree topic && git -C tree commit -q --allow-empty -m x"}) {
    CAPTURE(line);
    CHECK(session.run(line).code == "0");
  }
  for (const char* line : {"echo ../evil > .git/commondir",
                           "cp .git/config .git/config.worktree",
                           "mkdir .git/modules",
                           "mkdir -p .git/rebase-merge",
                           "git config core.fsmonitor x",
                           "mv .git/HEAD .git/h",
                           "rm .git/HEAD",
                           "echo x > .git/HEAD",
                           "echo x > .git/HEAD.lock && mv .git/HEAD.lock .git/HEAD",
                           "chmod 0 .git/objects",
                           "rm -r .git/refs",
                           "mv .git other",
                           "ln -s x .git/commondir",
                           "mkdir .vscode",
                           "echo x > .envrc",
                           "ln -s src .husky",
                           "mkdir x && mv x .vscode",
                           "echo x > a.code-workspace",
                           "echo ref: refs/heads/x > HEAD",
                           "mkfifo .exrc",
                           "ln -s .exrc dangling; echo x > dangling",
                           "ln -s /proc/self/cwd/.envrc two; echo x >> two",
                           "mkdir hh; sh -c 'exec mv hh /proc/self/task/$$/cwd/.idea'",
                           "sh -c 'exec mkdir /proc/thread-self/../$$/cwd/.zed'",
                           "exec 9<.; sh -c 'echo x > /proc/self/task/$$/fd/9/.exrc'",
                           "mkdir .hg && echo x > .hg/hgrc",
                           "mkdir y && mv y .cargo"}) {
    CAPTURE(line);
    CHECK(session.run(line).code != "0");
  }
  CHECK(std::system((at + "status --porcelain > /dev/null").c_str()) == 0);
  CHECK_FALSE(std::filesystem::exists(workspace + "/.git/commondir"));
}

TEST_CASE("a link that is heeded stays, and so does the way that it leads; other links and names are as ever") {
  OwnedSession session;
  const std::string workspace = std::filesystem::canonical(session.home().path());
  std::filesystem::create_directories(workspace + "/conf/zed");
  std::filesystem::create_symlink("conf/zed", workspace + "/.zed");
  std::filesystem::create_symlink("conf/nothing", workspace + "/.envrc");
  (void)session.open("bash", confined(session));
  session.until_prompt();
  for (const char* line : {"mv .zed zz", "rm .zed", "ln -sfT x .zed", "mv conf other", "echo x > conf/nothing",
                           "echo x > .envrc", "echo x > conf/zed/tasks.json", "rm .envrc"}) {
    CAPTURE(line);
    CHECK(session.run(line).code != "0");
  }
  for (const char* line :
       {"ln -s made link && echo x > link && test -f made", "echo x > /proc/self/cwd/plain && test -f plain",
        "sh -c 'echo x > /proc/self/task/$$/cwd/task' && test -f task", "echo x | tee /dev/stderr > /dev/fd/1",
        "mkdir -p .github/workflows && echo x > .github/workflows/a.yml && rm -r .github", "echo x > conf/other",
        "mkdir a && mv a b && rmdir b", "ln -s nowhere c && mv c d && rm d && mkdir -p .config/other"}) {
    CAPTURE(line);
    CHECK(session.run(line).code == "0");
  }
  (void)session.terminals().take_refusals(session.id());
  (void)session.run("ln -s .exrc n; echo x > n");
  CHECK(to_string(session.terminals().take_refusals(session.id())) ==
        to_string(std::vector<sandbox::Refusal>{{sandbox::RefusedAccess::Write, workspace + "/.exrc"}}));
}

TEST_CASE("a write to a cache inside is not visible outside") {
  OwnedSession session;
  const std::string cache = std::string(std::getenv("HOME")) + "/.cache";
  std::filesystem::create_directories(cache + "/termhost-test");
  std::ofstream(cache + "/termhost-test/kept") << "kept";
  (void)session.open("bash", confined(session));
  session.until_prompt();
  CHECK(
      session.run("cd " + cache + "/termhost-test && grep kept kept && echo changed > kept && echo x > new && rm kept")
          .code == "0");
  CHECK(std::filesystem::file_size(cache + "/termhost-test/kept") == 4);
  CHECK_FALSE(std::filesystem::exists(cache + "/termhost-test/new"));
  std::filesystem::remove_all(cache + "/termhost-test");
}

TEST_CASE("a network of its own refuses every address but its own") {
  OwnedSession session;
  host::OwnedShell shell = confined(session);
  shell.sandbox.network = sandbox::Network::Loopback;
  (void)session.open("bash", shell);
  session.until_prompt();
  (void)session.run("echo x > /dev/tcp/192.0.2.1/80; echo x > /dev/tcp/127.0.0.1/9; echo x > /dev/tcp/::1/9");
  CHECK(to_string(session.terminals().take_refusals(session.id())) == "a connection to 192.0.2.1:80");
}

TEST_CASE("what runs in a confined shell is stopped, and the shell goes on") {
  OwnedSession session;
  (void)session.open("bash", confined(session));
  session.until_prompt();
  session.type("sleep 987.601\r");
  session.until([] { return lives("987.601"); }, "the command to run");
  session.terminals().stop(session.id(), host::StopStep::Kill);
  session.until([] { return !lives("987.601"); }, "the command to end");
  session.until_prompt();
  CHECK(session.run("true").code == "0");
}

TEST_CASE("nothing of a confined terminal is left when it is closed, or when its guard is killed") {
  for (const bool killed : {false, true}) {
    CAPTURE(killed);
    OwnedSession session;
    const auto opened = session.open("bash", confined(session));
    session.until_prompt();
    session.type("(setsid sleep 987.602 &)\r");
    session.until([] { return lives("987.602"); }, "what ran away");
    const auto shell = io::find_process(*opened.pid);
    REQUIRE(shell);
    if (killed)
      ::kill(shell->parent, SIGKILL);
    else
      session.terminals().close(session.id());
    session.until([] { return !lives("987.602"); }, "it to end");
    session.until([&] { return !io::find_process(*opened.pid); }, "the shell to end");
  }
}

TEST_CASE("what would hold nothing is not started") {
  OwnedSession session;
  host::OwnedShell shell = confined(session);
  shell.path = "bash";
  shell.sandbox.workspace = {"/"};
  const auto opened = session.try_open(shell);
  REQUIRE_FALSE(opened);
  CHECK(opened.error().context.find("no sandbox, so nothing was started") == 0);
  CHECK_FALSE(session.terminals().enforcement(shell.sandbox).problem.empty());
}
