// The pipe itself: bytes, sizes, files, errors.
#include <filesystem>
#include <fstream>
#include <sys/stat.h>

#include <catch2/catch_test_macros.hpp>

#include "io/process/process_tree_posix.hpp"
#include "shell/launch/defaults.hpp"
#include "unit/io/owned_session.hpp"

using namespace termhost;
using test::OwnedSession;
using test::Round;

TEST_CASE("200 KB typed at once arrive whole") {
  for (const char* shell : {"bash", "zsh"}) {
    OwnedSession session;
    (void)session.open(shell);
    session.until_prompt();
    const Round round = session.submit("\x1b[200~: " + std::string(200'000, 'x') + "; echo end\x1b[201~\r");
    INFO(shell);
    CHECK(test::printed(round.output) == "end\n");
    CHECK(round.line.size() == 200'000 + std::string_view(": \\x3b echo end").size());
  }
}

TEST_CASE("a program reads what was typed, to the byte") {
  OwnedSession session;
  (void)session.open("bash");
  session.until_prompt();
  session.type("stty raw -echo; echo rea''dy; head -c 300000 | cksum; stty sane\r");  // the echo of the line must not
                                                                                      // look like it
  session.until_output("ready");
  std::string bytes;
  for (int i = 0; i < 300'000; ++i) bytes += static_cast<char>(i * 7 + i / 256);
  session.home().write("same", bytes);
  session.terminals().write(session.id(), bytes);
  session.until([&] { return session.round().marks.find('D') != std::string::npos; }, "the program to end");
  const std::string got = session.round().output;
  session.until_prompt();
  const std::string expected = session.submit("cksum < same\r").output;
  CHECK(got.find(expected.substr(0, expected.find('\r'))) != std::string::npos);
}

TEST_CASE("output is passed as it is") {
  OwnedSession session;
  (void)session.open("bash");
  session.until_prompt();
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += static_cast<char>(i % 256 == '\n' || i % 256 == 27 ? 'n' : i % 256);
  session.home().write("data", bytes);
  CHECK(session.submit("cat data\r").output == bytes);
  CHECK(session.submit("head -c 5000000 /dev/zero | tr '\\0' x\r").output == std::string(5'000'000, 'x'));
}

TEST_CASE("the size is what was asked for, and follows") {
  OwnedSession session;
  (void)session.open("bash");
  session.until_prompt();
  CHECK(session.submit("stty size\r").output == "48 160\r\n");
  session.terminals().resize(session.id(), 100, 30);
  CHECK(session.submit("stty size\r").output == "30 100\r\n");
}

TEST_CASE("no pager, editor or prompt waits for a user in an owned shell, unless the caller sets one") {
  OwnedSession session;
  host::OwnedShell how;
  how.env = {{"PAGER", "more"}, {"EXTRA", "a b"}};
  SECTION("PTY") {
    (void)session.open("bash", how);
    session.until_prompt();
    const std::string environment = session.submit("env\r").output;
    for (const shell::DefaultVariable& variable : shell::default_variables)
      if (variable.name != "PAGER")
        CHECK(environment.find(std::string(variable.name) + "=" + std::string(variable.value) + "\r\n") !=
              std::string::npos);
    CHECK(environment.find("PAGER=more\r\n") != std::string::npos);
    CHECK(environment.find("EXTRA=a b\r\n") != std::string::npos);
  }
  SECTION("pipes") {
    how.pipes_command = "echo $PAGER $EXTRA $GIT_PAGER; readlink /proc/self/fd/0; pwd";
    how.cwd = "/";
    (void)session.open("sh", how);
    (void)session.until_exit();
    CHECK(session.stdout_bytes == "more a b cat\n/dev/null\n/\n");
  }
}

TEST_CASE("git in an owned shell ignores a bare repository among the files of a clone") {
  OwnedSession session;
  host::OwnedShell how;
  how.pipes_command =
      "d=$(mktemp -d); git init -q --bare $d/e.git; git -C $d/e.git config core.fsmonitor \"touch $d/hit; false\"; "
      "git -C $d/e.git rev-parse --git-dir 2>/dev/null; echo $?; git --git-dir $d/e.git rev-parse "
      "--is-bare-repository; "
      "ls $d; rm -r $d";
  (void)session.open("sh", how);
  (void)session.until_exit();
  CHECK(session.stdout_bytes == "128\ntrue\ne.git\n");
}

TEST_CASE("a command does not inherit the token of an outer editor, but gets the variables of its caller") {
  ::setenv("TERMHOST_TOKEN", "outer", 1);
  ::setenv("TERMHOST_SOCKET", "outer", 1);
  for (const bool pipes : {true, false}) {
    OwnedSession session;
    host::OwnedShell how;
    how.env = {{"TERMHOST_SOCKET", "wanted"}};
    if (pipes) how.pipes_command = "env";
    (void)session.open("sh", how);
    if (pipes) {
      (void)session.until_exit();
    } else {
      session.until_prompt();
      (void)session.run("env");
    }
    CHECK(session.stdout_bytes.find("TERMHOST=1") != std::string::npos);
    CHECK(session.stdout_bytes.find("TERMHOST_TOKEN") == std::string::npos);
    CHECK(session.stdout_bytes.find("TERMHOST_SOCKET=wanted") != std::string::npos);
  }
  ::unsetenv("TERMHOST_TOKEN");
  ::unsetenv("TERMHOST_SOCKET");
}

TEST_CASE("a child has its own session, default signals, and no descriptor of ours") {
  OwnedSession session;
  host::OwnedShell how;
  how.pipes_command =
      "grep -cE 'Sig(Blk|Ign):.*0000000$' /proc/self/status; ls /proc/self/fd | wc -l; cut -d' ' -f6 /proc/$$/stat; "
      "echo $$";
  const std::ifstream held("/dev/null");  // opened without O_CLOEXEC
  (void)session.open("sh", how);
  (void)session.until_exit();
  const std::string pid =
      session.stdout_bytes.substr(session.stdout_bytes.rfind('\n', session.stdout_bytes.size() - 2) + 1);
  CHECK(session.stdout_bytes == "2\n4\n" + pid + pid);
}

TEST_CASE("private files are private, and removed at the end") {
  OwnedSession session;
  const auto opened = session.open("bash");
  session.until_prompt();
  const std::filesystem::path folder = std::filesystem::path(opened.envelope_path).parent_path();
  const auto mode = [](const std::filesystem::path& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
  };
  REQUIRE(session.shell_files().write_command_file(opened.envelope_path, "echo first\n"));
  REQUIRE(session.shell_files().write_command_file(opened.envelope_path, "echo second; (exit 4)\n"));
  CHECK(mode(folder) == 0700);
  for (const auto& entry : std::filesystem::directory_iterator(folder)) CHECK(mode(entry.path()) == 0600);
  const Round round = session.submit(". " + opened.envelope_path + "\r");
  CHECK(round.output == "second\r\n");
  CHECK(round.code == "4");
  CHECK_FALSE(session.shell_files().write_command_file(session.home().path() + "/run", "x"));
  CHECK_FALSE(session.shell_files().write_command_file("", "x"));
  session.terminals().close(session.id());
  session.until([&] { return !std::filesystem::exists(folder); }, "the folder to go");
}

TEST_CASE("what can't be opened says why") {
  OwnedSession session;
  host::OwnedShell how;
  how.path = "no-such-shell";
  CHECK(session.try_open(how).error().code == host::OpenErrorCode::ShellNotFound);
  how.path = "/etc/passwd";
  CHECK(session.try_open(how).error().code == host::OpenErrorCode::ShellNotFound);
  how.path = "bash";
  how.cwd = "/no/such/directory";
  CHECK(session.try_open(how).error().code == host::OpenErrorCode::DirectoryNotFound);
  session.home().write("not-a-program",
                       "\x7f"
                       "ELF nonsense");
  std::filesystem::permissions(session.home().path() + "/not-a-program", std::filesystem::perms::owner_all);
  how.path = session.home().path() + "/not-a-program";
  how.cwd = "/";
  const auto opened = session.try_open(how);
  CHECK(opened.error().code == host::OpenErrorCode::ShellNotFound);
  CHECK(opened.error().context.find("not-a-program") != std::string::npos);
}

TEST_CASE("an editor is told how to start a shell, and its files go with us") {
  OwnedSession session;
  const auto launch = session.shell_files().launch_for_editor("zsh", {.for_agent = true});
  REQUIRE(launch);
  const std::filesystem::path folder = std::filesystem::path(launch->envelope_path).parent_path();
  CHECK(launch->env.at("ZDOTDIR") == folder);
  CHECK(launch->argv.back() == "-i");
  CHECK(std::filesystem::exists(folder / ".zshrc"));
  std::string nonce;
  std::getline(std::ifstream(folder / "nonce"), nonce);  // as the shell does
  CHECK(nonce == launch->nonce);
  CHECK(session.shell_files().write_command_file(launch->envelope_path, "true\n"));
  CHECK_FALSE(std::filesystem::exists(folder / "nonce"));
  session.drop_terminals();
  CHECK_FALSE(std::filesystem::exists(folder));
}

TEST_CASE(
    "a command for a shell of the editor's: a file of its own in a private folder, removed when it is said, and with "
    "us") {
  OwnedSession session;
  const auto first = session.shell_files().command_file_for_editor();
  const auto second = session.shell_files().command_file_for_editor();
  REQUIRE(first);
  REQUIRE(second);
  CHECK(*first != *second);
  const std::filesystem::path folder = std::filesystem::path(*first).parent_path();
  CHECK(std::filesystem::status(folder).permissions() == std::filesystem::perms::owner_all);
  CHECK(session.shell_files().write_command_file(*first, "true\n"));
  CHECK(session.shell_files().write_command_file(*second, "true\n"));
  session.shell_files().remove_private_file(*first);
  CHECK_FALSE(std::filesystem::exists(*first));
  CHECK(std::filesystem::exists(*second));
  session.drop_terminals();
  CHECK_FALSE(std::filesystem::exists(folder));
}
