// A trial on this machine: what a command writes is gone, and told.
#include <filesystem>
#include <fstream>
#include <set>

#include <catch2/catch_test_macros.hpp>

#include "unit/io/owned_session.hpp"

using namespace termhost;
using test::OwnedSession;

namespace {

host::OwnedShell trial(const std::string& workspace) {
  host::OwnedShell shell;
  shell.sandbox.level = sandbox::Level::Trial;
  shell.sandbox.network = sandbox::Network::Loopback;
  shell.sandbox.workspace = {workspace};
  shell.startup_files = false;
  return shell;
}

void write(const std::string& path, const std::string& content) { std::ofstream(path) << content; }

/// Of all files below, with their contents.
std::set<std::string> all_of(const std::string& folder) {
  std::set<std::string> all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path());
    all.insert(entry.path().string() + "=" + std::string{std::istreambuf_iterator<char>(file), {}});
  }
  return all;
}

}  // namespace

TEST_CASE("a trial changes nothing outside of its copy, and reports its changes") {
  struct Row {
    const char* line;
    const char* told;
  };
  OwnedSession session;
  const std::string workspace = std::filesystem::canonical(session.home().path()).string() + "/p";
  std::filesystem::create_directories(workspace + "/src");
  write(workspace + "/a.txt", "1\n2\n3\n");
  write(workspace + "/src/b.txt", "b\n");
  const auto before = all_of(workspace);
  (void)session.open("bash", trial(workspace));
  session.until_prompt();
  (void)session.terminals().take_changes(session.id());
  (void)session.run("cd " + workspace);
  const std::vector<Row> rows{
      {"cat a.txt; ls -R; test -f src/b.txt", ""},
      {"echo 4 >>a.txt", "changed 'a.txt' (+1)"},
      {"cat a.txt", ""},
      {"sed -i 2d a.txt", "changed 'a.txt' (+1 -1)"},
      {"mkdir -p new/deep; echo x >new/deep/f; echo y >new/g", "made 'new/' (2 files)"},
      {"rm -r src", "removed 'src/'"},
      {"mkdir src", "removed 'src/b.txt'"},
      {"touch empty", "made 'empty' (+0)"},
      {"mkdir __pycache__; echo x >__pycache__/y; mkdir out; echo 'Signature: 8a477f597d28d172789f06886806bc55' "
       ">out/CACHEDIR.TAG",
       ""},
      {"ln -s /etc/passwd link; mkfifo pipe", "made 'link' and made 'pipe'"},
      {"mv a.txt c.txt", "removed 'a.txt' and made 'c.txt' (+3)"},
      {"echo x >/tmp/t; echo x >/dev/shm/s; cat /tmp/t", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.line);
    (void)session.run(row.line);
    const sandbox::Changes changes = session.terminals().take_changes(session.id());
    CHECK(to_string(changes, workspace) == row.told);
  }
  CHECK(all_of(workspace) == before);
  CHECK_FALSE(std::filesystem::exists("/dev/shm/s"));
}

TEST_CASE("git that only reads changes nothing in a trial; a commit is told") {
  OwnedSession session;
  const std::string workspace = std::filesystem::canonical(session.home().path()).string() + "/p";
  std::filesystem::create_directories(workspace);
  write(workspace + "/a.txt", "1\n");
  (void)session.open("bash", trial(workspace));
  session.until_prompt();
  CHECK(session.run("cd " + workspace).code == "0");
  CHECK(session.run("git init -q . && git add a.txt && git -c user.name=a -c user.email=a@b commit -qm one").code ==
        "0");
  const sandbox::Changes made = session.terminals().take_changes(session.id());
  REQUIRE(made.list.size() == 1);
  CHECK(made.list[0].path == workspace + "/.git");
  CHECK_FALSE(std::filesystem::exists(workspace + "/.git"));
}

TEST_CASE("a trial does not begin where the system would be copied") {
  OwnedSession session;
  host::OwnedShell shell = trial("/");
  shell.path = "bash";
  const auto opened = session.try_open(shell);
  REQUIRE_FALSE(opened);
  CHECK(opened.error().context.find("the system lies in it") != std::string::npos);
}
