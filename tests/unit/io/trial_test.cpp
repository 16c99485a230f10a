// A trial on this machine: what a command writes is gone, and told.
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <set>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "io/file_descriptor.hpp"
#include "support/variable.hpp"
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

/// A folder in the home, without links in its path.
std::string workspace_of(const OwnedSession& session) {
  std::string workspace = std::filesystem::canonical(session.home().path()).string() + "/p";
  std::filesystem::create_directories(workspace);
  return workspace;
}

/// Listens at a path; at an abstract name if it begins with `@`.
class Listener {
 public:
  explicit Listener(std::string path)
      : path_(std::move(path)), socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path_.copy(address.sun_path, sizeof address.sun_path - 1);
    if (path_.front() == '@') address.sun_path[0] = 0;
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path_.size());
    REQUIRE(::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), size) == 0);
    REQUIRE(::listen(socket_.get(), 9) == 0);
  }
  ~Listener() { ::unlink(path_.c_str()); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] bool has_heard() const { return ::accept(socket_.get(), nullptr, nullptr) >= 0; }

 private:
  std::string path_;
  io::FileDescriptor socket_;
};

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
  const std::string workspace = workspace_of(session);
  std::filesystem::create_directories(workspace + "/src");
  std::filesystem::create_directories(workspace + "/built/in");
  write(workspace + "/built/a.o", "a\n");
  write(workspace + "/built/in/b.o", "b\n");
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
      {"rm -r built; mkdir -p built/in", "removed 'built/a.o' and removed 'built/in/b.o'"},
      {"touch empty", "made 'empty' (+0)"},
      {"mkdir out; echo 'Signature: 8a477f597d28d172789f06886806bc55' >out/CACHEDIR.TAG", "made 'out/' (1 file)"},
      {"ln -s /etc/passwd link; mkfifo pipe", "made 'link' and made 'pipe'"},
      {"mv a.txt c.txt", "removed 'a.txt' and made 'c.txt' (+3)"},
      {"mkdir a.txt", "removed 'a.txt' and made 'a.txt/' (0 files)"},
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

TEST_CASE("a change is told after any number of looks that found none") {
  OwnedSession session;
  const std::string workspace = workspace_of(session);
  write(workspace + "/a.txt", "1\n");
  (void)session.open("bash", trial(workspace));
  session.until_prompt();
  const auto changes_of = [&](const std::string& command) {
    (void)session.run(command);
    return to_string(session.terminals().take_changes(session.id()), workspace);
  };
  (void)session.run("cd " + workspace);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));  // the folders are old enough
  for (int i = 0; i < 3; ++i) CHECK(changes_of("true").empty());
  CHECK(changes_of("mkdir -p deep && rmdir deep").empty());
  CHECK(changes_of("echo 2 >>a.txt") == "changed 'a.txt' (+1)");
  CHECK(changes_of("true").empty());
  CHECK(changes_of("echo 3 >>a.txt") == "changed 'a.txt' (+2)");
  CHECK(changes_of("chmod 600 ../" + workspace.substr(workspace.rfind('/') + 1) + "/a.txt") == "changed 'a.txt' (+2)");
}

TEST_CASE("a trial cannot hide its changes in what looks like a cache, and the caches that it changed are named") {
  struct Row {
    const char* line;
    const char* told;
  };
  OwnedSession session;
  const std::string workspace = workspace_of(session);
  const std::string git = "git -C " + workspace + " -c user.name=a -c user.email=a@b ";
  for (const char* folder : {"/src/__pycache__", "/.vscode", "/built", "/kept/__pycache__"})
    std::filesystem::create_directories(workspace + folder);
  write(workspace + "/src/app.py", "1\n");
  write(workspace + "/built/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n");
  write(workspace + "/built/tracked.py", "1\n");
  write(workspace + "/kept/__pycache__/m.cpython-312.pyc", "1\n");
  write(workspace + "/kept/m.py", "1\n");
  REQUIRE(std::system((git + "init -q && " + git + "add -f . && " + git + "commit -qm one").c_str()) == 0);
  (void)session.open("bash", trial(workspace));
  session.until_prompt();
  (void)session.terminals().take_changes(session.id());
  (void)session.run("cd " + workspace);
  const std::vector<Row> rows{
      {"echo x | tee .git/hooks/CACHEDIR.TAG >.git/hooks/pre-commit",
       "made '.git/hooks/CACHEDIR.TAG' (+1) and made '.git/hooks/pre-commit' (+1)"},
      {"echo x >.git/CACHEDIR.TAG; git config core.fsmonitor x",
       "made '.git/CACHEDIR.TAG' (+1) and changed '.git/config' (+1)"},
      {"echo x | tee .vscode/CACHEDIR.TAG >.vscode/tasks.json",
       "made '.vscode/CACHEDIR.TAG' (+1) and made '.vscode/tasks.json' (+1)"},
      {"echo x | tee src/CACHEDIR.TAG >src/app.py", "made 'src/CACHEDIR.TAG' (+1) and changed 'src/app.py' (+1 -1)"},
      {"echo x | tee src/__pycache__/run.sh >src/__pycache__/other.cpython-312.pyc",
       "made 'src/__pycache__/other.cpython-312.pyc' (+1) and made 'src/__pycache__/run.sh' (+1)"},
      {"echo x >src/__pycache__/app.cpython-312.pyc", "changed only caches: 'src/__pycache__/'"},
      {"chmod +x src/__pycache__/app.cpython-312.pyc", "made 'src/__pycache__/app.cpython-312.pyc' (+1)"},
      {"mkdir .mypy_cache; ln -s /etc/passwd .mypy_cache/x; echo x | tee .mypy_cache/y.sh >.mypy_cache/a.json",
       "made '.mypy_cache/x' and made '.mypy_cache/y.sh' (+1), and caches: '.mypy_cache/'"},
      {"echo x >built/a.o", "changed only caches: 'built/'"},
      {"echo x | tee built/b.o >built/tracked.py", "changed 'built/tracked.py' (+1 -1), and caches: 'built/'"},
      {"mkdir built/.vscode; echo x >built/.vscode/tasks.json", "made 'built/.vscode/' (1 file)"},
      {"git hash-object -w src/app.py", "changed only caches: '.git/objects/'"},
      {"rm -rf kept/__pycache__ .git/objects", "removed '.git/objects/' and removed 'kept/__pycache__/'"},
      {"true", "changed nothing"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.line);
    (void)session.run(row.line);
    const sandbox::Changes changes = session.terminals().take_changes(session.id());
    CHECK(summary(changes, workspace) == row.told);
  }
}

TEST_CASE(
    "a shell for reading follows the files, writes only a home of its own, and is outdated when it would show others") {
  OwnedSession session;
  const std::string workspace = workspace_of(session), home = session.home().path();
  const test::Variable own_home("HOME", home);
  write(workspace + "/a.txt", "1\n");
  write(home + "/.gitconfig", "[user]\nname = one\n");
  write(home + "/diary", "private\n");
  std::filesystem::create_directories(home + "/.config/git");
  write(home + "/.config/git/ignore", "*.o\n");
  host::OwnedShell shell = trial(workspace);
  shell.sandbox.only_reads = true;
  REQUIRE(::mkfifo((workspace + "/pipe").c_str(), 0600) == 0);
  const io::FileDescriptor reader(::open((workspace + "/pipe").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  (void)session.open("bash", shell);
  session.until_prompt();
  const auto before = all_of(home);
  CHECK(test::printed(session.run("cd " + workspace + "; cat a.txt").output) == "1\n");
  write(workspace + "/b", "2\n");
  std::filesystem::rename(workspace + "/b", workspace + "/a.txt");  // as editors and git do
  CHECK(test::printed(session.run("cat a.txt").output) == "2\n");
  write(workspace + "/a.txt", "1\n");
  for (const char* line : {"echo x >a.txt", "rm a.txt", "mkdir d", "echo x >>~/.config/git/ignore", "echo x >/tmp/new",
                           "echo x >pipe", "echo x 1<>pipe", "flock -n . true", "flock -n a.txt true"}) {
    CAPTURE(line);
    CHECK(session.run(line).code != "0");
  }
  CHECK(test::printed(session.run("cat ~/.gitconfig").output) == "[user]\nname = one\n");
  CHECK(test::printed(session.run("cat ~/diary 2>&1 | grep -c private").output) == "0\n");
  CHECK(test::printed(session.run("cat <<<here; cat <<'END'\nthere\nEND").output) == "here\nthere\n");
  CHECK(session.terminals().take_changes(session.id()).list.empty());
  CHECK(session.run("echo x >~/.local_history").code == "0");  // as hooks of a prompt do
  CHECK(to_string(session.terminals().take_changes(session.id()), workspace) ==
        "made '" + home + "/.local_history' (+1)");
  CHECK(all_of(home) == before);
  const auto is_outdated = [&] { return session.terminals().is_outdated(session.id(), shell.sandbox); };
  CHECK_FALSE(is_outdated());
  std::this_thread::sleep_for(std::chrono::milliseconds(30));  // files that have just changed are looked up anew
  for (int look = 0; look < 3; ++look) CHECK_FALSE(is_outdated());
  SECTION("a secret that is new") { write(workspace + "/.env", "KEY=1\n"); }
  SECTION("a file that gets the name of a secret") {
    std::filesystem::rename(workspace + "/a.txt", workspace + "/.env");
  }
  SECTION("a folder that is a link now") {
    std::filesystem::rename(workspace, workspace + "-moved");
    std::filesystem::create_directory_symlink(workspace + "-moved", workspace);
  }
  SECTION("a configuration that names another file") {
    write(home + "/.gitconfig", "[user]\nname = one\n[core]\nexcludesFile = ~/diary\n");
  }
  SECTION("a file of the home that is another one") {
    write(home + "/other", "[user]\nname = two\n");
    std::filesystem::rename(home + "/other", home + "/.gitconfig");
  }
  CHECK(is_outdated());
}

TEST_CASE("git that only reads changes nothing in a trial; a commit is told") {
  OwnedSession session;
  const std::string workspace = workspace_of(session);
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

TEST_CASE("programs of a trial reach each other by Unix sockets, and nobody outside") {
  OwnedSession session;
  const std::string workspace = workspace_of(session);
  write(workspace + "/c.py",
        "import socket, sys\n"
        "s = socket.socket(socket.AF_UNIX)\n"
        "s.connect(sys.argv[1].replace('@', chr(0)))\n"
        "print(s.recv(9).decode(), s.getpeername())\n");
  write(workspace + "/s.py",
        "import os, socket, sys\n"
        "s = socket.socket(socket.AF_UNIX)\n"
        "s.bind(sys.argv[1].replace('@', chr(0)))\n"
        "s.listen()\n"
        "if os.fork() == 0:\n"
        "  s.accept()[0].send(b'hello')\n"
        "  os._exit(0)\n"
        "os.execvp('python3', ['python3', sys.argv[2], sys.argv[1]])\n");
  const std::string unique = std::filesystem::path(session.home().path()).filename();
  const Listener in_workspace(workspace + "/s"), in_temporary("/tmp/" + unique + ".s"), abstract("@" + unique);
  (void)session.open("bash", trial(workspace));
  session.until_prompt();
  CHECK(session.run("cd " + workspace).code == "0");
  for (const Listener* outside : {&in_workspace, &in_temporary, &abstract}) {
    CAPTURE(outside->path());
    CHECK(session.run("python3 c.py " + outside->path()).code == "1");
    CHECK_FALSE(outside->has_heard());
  }
  for (const std::string& name :
       std::vector<std::string>{workspace + "/own", "o", "/tmp/own", "/dev/shm/own", "@own", "@" + unique}) {
    CAPTURE(name);
    const test::Round round = session.run("python3 s.py " + name + " c.py");
    CHECK(round.code == "0");
    CHECK(test::printed(round.output).starts_with("hello"));
  }
  CHECK_FALSE(std::filesystem::exists(workspace + "/own"));
}

TEST_CASE("a connection that has to wait for its server is made as soon as that takes it") {
  OwnedSession session;
  const std::string workspace = workspace_of(session);
  write(workspace + "/t.py",
        "import os, socket, sys, time\n"
        "family, name = (socket.AF_UNIX, '/tmp/s') if sys.argv[1] == 'unix' else (socket.AF_INET, ('127.0.0.1', 0))\n"
        "s = socket.socket(family)\n"
        "s.bind(name)\n"
        "s.listen(0)\n"
        "if os.fork() == 0:\n"
        "  time.sleep(0.3)\n"
        "  all = [s.accept() for _ in range(4)]\n"
        "  os._exit(0)\n"
        "all = [socket.socket(family) for _ in range(4)]\n"
        "for one in all: one.connect(s.getsockname())\n"
        "os.wait()\n");
  (void)session.open("bash", trial(workspace));
  session.until_prompt();
  CHECK(session.run("python3 " + workspace + "/t.py unix").code == "0");
  CHECK(session.run("python3 " + workspace + "/t.py internet").code == "0");
}
