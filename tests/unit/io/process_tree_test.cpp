// Whatever a command starts is ended with its terminal, however it tries to get away.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <signal.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "io/process/process_tree_posix.hpp"
#include "io/process/tree_signals_posix.hpp"
#include "unit/io/owned_session.hpp"

using namespace termhost;
using test::OwnedSession;
using test::Round;

namespace {

/// Programs with a word in their arguments, so that a test finds its own.
std::vector<io::Process> with_argument(const std::string& word) {
  std::vector<io::Process> found = io::list_processes();
  std::erase_if(found, [&](const io::Process& process) {
    std::string line;
    std::getline(std::ifstream("/proc/" + std::to_string(process.pid) + "/cmdline"), line);
    return !process.alive() || line.find(word) == std::string::npos || process.name.starts_with("termhost-");
  });
  return found;
}

/// A number of seconds that no other test sleeps.
std::string unique_seconds() {
  static int count = 0;
  return "3" + std::to_string(::getpid()) + std::to_string(++count);
}

/// Starts programs that sleep so long: in the background, in a session of their own, as a daemon, deaf to signals.
std::string runaways(const std::string& seconds) {
  const std::string sleeper = "sleep " + seconds;
  return sleeper + " & setsid " + sleeper + " & (setsid sh -c '(" + sleeper + " &) ; exit' &); " +
         "nohup sh -c \"trap '' HUP TERM INT; " + sleeper + "\" >/dev/null 2>&1 & ";
}
constexpr std::size_t runaway_count = 5;  // the deaf one is a shell and its sleep

void until_running(OwnedSession& session, const std::string& seconds, std::size_t count) {
  session.until([&] { return with_argument(seconds).size() >= count; }, "the programs to start");
}

}  // namespace

TEST_CASE("closing a terminal ends its whole process tree") {
  for (const char* shell : {"bash", "dash"}) {
    const std::string seconds = unique_seconds();
    OwnedSession session;
    const auto opened = session.open(shell);
    session.until_prompt();
    session.type(runaways(seconds) + "\r");
    until_running(session, seconds, runaway_count);
    session.terminals().close(session.id());
    (void)session.until_exit();
    session.until([&] { return with_argument(seconds).empty(); }, "the tree to end");
    CHECK(session.exits == 1);
    const std::string folder = std::filesystem::path(opened.envelope_path).parent_path();
    session.until([&] { return !std::filesystem::exists(folder); }, "the private folder to go");
  }
}

TEST_CASE("destroying the terminals ends everything before it returns") {
  const std::string seconds = unique_seconds();
  OwnedSession session;
  const auto opened = session.open("bash");
  session.until_prompt();
  session.type(runaways(seconds) + "\r");
  until_running(session, seconds, runaway_count);
  session.drop_terminals();
  CHECK(with_argument(seconds).empty());
  CHECK_FALSE(std::filesystem::exists(std::filesystem::path(opened.envelope_path).parent_path()));
  CHECK(session.exits == 0);
}

TEST_CASE("a killed termhost leaves no process behind") {
  const std::string seconds = unique_seconds();
  int ready[2];
  REQUIRE(::pipe(ready) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    OwnedSession session;
    const auto opened = session.open("bash");
    session.until_prompt();
    session.type(runaways(seconds) + "\r");
    until_running(session, seconds, runaway_count);
    const std::string path = opened.envelope_path + "\n";
    [[maybe_unused]] const ssize_t written = ::write(ready[1], path.data(), path.size());
    ::kill(::getpid(), SIGKILL);
  }
  ::close(ready[1]);
  char path[512] = {};
  REQUIRE(::read(ready[0], path, sizeof path) > 0);
  ::close(ready[0]);
  ::waitpid(child, nullptr, 0);
  const std::string folder = std::filesystem::path(path).parent_path();
  OwnedSession session;  // only for its loop
  session.until([&] { return with_argument(seconds).empty() && !std::filesystem::exists(folder); }, "the tree to end");
}

TEST_CASE("when a guard or keeper is killed, the shell and its whole tree end, and the end is reported") {
  const std::string seconds = unique_seconds();
  OwnedSession session, other;
  const auto opened = session.open("bash");
  session.until_prompt();
  (void)other.open("bash");
  other.until_prompt();
  const pid_t bystander = ::fork();
  if (bystander == 0) {
    ::alarm(60);
    ::pause();
    ::_exit(0);
  }
  session.type(runaways(seconds) + "\r");
  until_running(session, seconds, runaway_count);
  const auto shell = io::find_process(*opened.pid);
  REQUIRE(shell);
  const auto guard = *io::find_process(shell->parent);
  REQUIRE(guard.name == "termhost-guard");
  pid_t killed = guard.pid;
  SECTION("at once") {}
  SECTION("when the shell has ended before") {
    session.type("exec true\r");
    (void)session.until_exit();
  }
  SECTION("the keeper") {
    const auto keeper = *io::find_process(guard.parent);
    REQUIRE(keeper.name == "termhost-keeper");
    killed = keeper.pid;
  }
  const bool told = !session.exited;
  ::kill(killed, SIGKILL);
  if (told) CHECK(session.until_exit().status == host::ExitStatus{{}, {}, true});
  session.until([&] { return session.terminals().open_count() == 0; }, "the terminal to go");
  CHECK(with_argument(seconds).empty());
  CHECK(session.exits == 1);
  CHECK(::kill(bystander, SIGKILL) == 0);
  int status = 0;
  CHECK(::waitpid(bystander, &status, 0) == bystander);
  CHECK(other.submit("echo alive\r").output == "alive\r\n");
}

TEST_CASE("stopping is a matter of three steps") {
  const std::string seconds = unique_seconds();
  OwnedSession session;
  const auto opened = session.open("bash");
  session.until_prompt();
  SECTION("what ignores Ctrl+C is terminated, and the shell goes on") {
    session.type("sh -c \"trap '' INT; echo started; sleep " + seconds + "\"\r");
    session.until_output("started\r\n");
    until_running(session, seconds, 2);
    session.terminals().stop(session.id(), host::StopStep::Interrupt);
    session.terminals().stop(session.id(), host::StopStep::Terminate);
    session.until_prompt();
    CHECK(session.round().code == "143");
  }
  SECTION("what ignores everything is killed, also what ran away, and the shell goes on") {
    session.type(runaways(seconds) + "sh -c \"trap '' INT TERM; echo started; while :; do sleep " + seconds +
                 "; done\"\r");
    session.until_output("started\r\n");
    until_running(session, seconds, runaway_count + 2);
    session.terminals().stop(session.id(), host::StopStep::Terminate);
    session.terminals().stop(session.id(), host::StopStep::Kill);
    session.until_prompt();
    CHECK(session.round().code == "137");
    session.until([&] { return with_argument(seconds).empty(); }, "the tree to end");
    CHECK(session.submit("echo alive\r").output == "alive\r\n");
  }
  SECTION("what is typed after it waits until the guard is through, and is spared") {
    session.type("sh -c \"trap '' INT TERM; echo started; while :; do sleep " + seconds + "; done\"\r");
    session.until_output("started\r\n");
    session.terminals().stop(session.id(), host::StopStep::Kill);
    session.until_prompt();
    const Round next = session.submit("sleep 1.2; echo alive\r");  // longer than a shell is watched
    CHECK(next.output == "alive\r\n");
    CHECK(next.code == "0");
  }
  SECTION("the next command has no output of a killed program, however late the guard is") {
    session.type("(while echo noise; do :; done &); sleep " + seconds + "\r");
    until_running(session, seconds, 1);
    session.terminals().stop(session.id(), host::StopStep::Interrupt);
    session.until_prompt();
    const pid_t guard = io::find_process(*opened.pid)->parent;
    ::kill(guard, SIGSTOP);
    session.terminals().stop(session.id(), host::StopStep::Kill);
    session.type("sleep 0.6; echo alive\r");
    const auto late = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
    session.until([&] { return std::chrono::steady_clock::now() > late; }, "a guard that is late");
    ::kill(guard, SIGCONT);
    session.until([&] { return session.round().marks.ends_with('B'); }, "the end of the command");
    CHECK(session.round().output == "alive\r\n");
  }
  SECTION("a loop of the shell itself ends with the shell") {
    session.type("trap '' INT; echo started; while :; do :; done\r");
    session.until_output("started\r\n");
    session.terminals().stop(session.id(), host::StopStep::Kill);
    CHECK(session.until_exit().status == host::ExitStatus{{}, SIGKILL});
  }
  SECTION("a loop of programs ends with the shell") {
    session.type("trap '' INT; echo started; while :; do sleep " + seconds + "; done\r");
    session.until_output("started\r\n");
    until_running(session, seconds, 1);
    session.terminals().stop(session.id(), host::StopStep::Kill);
    CHECK(session.until_exit().status == host::ExitStatus{{}, SIGKILL});
  }
  SECTION("a program that stopped itself does not block") {
    session.type("sh -c 'kill -STOP $$; sleep " + seconds + "'\r");
    session.until_prompt();
    CHECK(session.round().code == "147");
    session.terminals().stop(session.id(), host::StopStep::Kill);
    session.until([&] { return session.processes().holders(session.id()).empty(); }, "the stopped program to end");
  }
}

TEST_CASE("what stands behind a stopped program on the line does not run") {
  const auto step = GENERATE(host::StopStep::Terminate, host::StopStep::Kill);
  for (const char* shell : {"bash", "zsh", "fish", "dash", "ksh", "mksh"}) {
    CAPTURE(shell, step);
    OwnedSession session;
    (void)session.open(shell);
    session.until_prompt();
    session.type("env --ignore-signal=INT sh -c 'echo started; sleep " + unique_seconds() + "'; echo un''reached\r");
    session.until_output("started\r\n");
    session.terminals().drop_rest_of_line(session.id());
    session.terminals().stop(session.id(), step);
    session.until_prompt();
    session.type("echo alive\r");
    session.until_output("alive\r\n");
    CHECK(session.stdout_bytes.find("unreached") == std::string::npos);
  }
}

TEST_CASE("pipes: a stopped child is ended, and what it left") {
  const std::string seconds = unique_seconds();
  OwnedSession session;
  host::OwnedShell how;
  how.pipes_command = runaways(seconds) + "trap '' INT TERM; echo started; kill -STOP $$";
  (void)session.open("sh", how);
  session.until_output("started\n");
  until_running(session, seconds, runaway_count);
  session.terminals().stop(session.id(), host::StopStep::Interrupt);
  session.terminals().stop(session.id(), host::StopStep::Kill);
  CHECK(session.until_exit().status == host::ExitStatus{{}, SIGKILL});
  session.until([&] { return with_argument(seconds).empty(); }, "the tree to end");
}

TEST_CASE("who holds the output is named") {
  const std::string seconds = unique_seconds();
  OwnedSession session;
  (void)session.open("bash");
  session.until_prompt();
  CHECK(session.processes().holders(session.id()).empty());
  (void)session.submit("sleep " + seconds + " & setsid sleep " + seconds + " & sleep " + seconds +
                       " >/dev/null 2>&1 </dev/null &\r");
  until_running(session, seconds, 3);
  session.until(
      [&] {
        const auto holders = session.processes().holders(session.id());
        return holders.size() == 2 && holders[0].name == "sleep" && holders[1].name == "sleep";
      },
      "two holders");
  session.type("exit\r\rexit\r");
  CHECK(session.until_exit().holders.size() == 2);
}

TEST_CASE("what the prompt itself runs holds nothing") {
  const std::string seconds = unique_seconds();
  for (const char* shell : {"bash", "zsh", "fish"}) {
    OwnedSession session;
    session.home().write(".bashrc", "PROMPT_COMMAND='[ ! -e slow ] || sleep " + seconds + "'\n");
    session.home().write(".zshrc", "precmd() { [ ! -e slow ] || sleep " + seconds + " }\n");
    session.home().write(".config/fish/config.fish",
                         "function fish_prompt; test ! -e slow; or sleep " + seconds + "; end\n");
    (void)session.open(shell);
    session.until_prompt();
    session.type("touch slow\r");
    until_running(session, seconds, 1);
    INFO(shell);
    session.until([&] { return session.round().code == "0"; }, "the end of the command");
    CHECK(session.processes().holders(session.id()).empty());
    session.drop_terminals();
  }
}

TEST_CASE("a tree below somebody else's shell is stopped, the shell is not") {
  const std::string seconds = unique_seconds();
  OwnedSession session;
  const auto opened = session.open("bash");
  session.until_prompt();
  session.type("echo started; sleep " + seconds + "\r");
  until_running(session, seconds, 1);
  SECTION("Interrupt") {
    session.until([&] { return !with_argument(seconds).empty() && with_argument(seconds)[0].foreground; },
                  "the foreground");
    session.processes().stop_tree_below(*opened.pid, host::StopStep::Interrupt);
    session.until_prompt();
    CHECK(session.round().code == "130");
  }
  SECTION("Kill") {
    session.processes().stop_tree_below(*opened.pid, host::StopStep::Kill);
    session.until_prompt();
    CHECK(session.round().code == "137");
  }
}

TEST_CASE("a loop below somebody else's shell does not start its next program while the last is killed") {
  const std::string seconds = unique_seconds();
  OwnedSession session;
  const auto opened = session.open("bash");
  session.until_prompt();
  session.type("sh -c \"trap '' INT TERM; echo started; while :; do sleep " + seconds + "; done\"\r");
  session.until_output("started\r\n");
  until_running(session, seconds, 2);
  session.processes().stop_tree_below(*opened.pid, host::StopStep::Terminate);
  session.processes().stop_tree_below(*opened.pid, host::StopStep::Kill);
  session.until_prompt();
  CHECK(session.round().code == "137");
  CHECK(session.round().output.find("Stopped") == std::string::npos);
  session.until([&] { return with_argument(seconds).empty(); }, "the loop to end");
}

TEST_CASE("a stop shows the shell no stopped program, whatever shell it is") {
  for (const char* shell : {"bash", "zsh", "fish", "ksh", "mksh"}) {
    const std::string seconds = unique_seconds();
    OwnedSession session;
    (void)session.open(shell);
    session.until_prompt();
    session.type("sh -c \"trap '' INT TERM; echo started; while :; do sleep " + seconds + "; done\"\r");
    session.until_output("started\r\n");
    until_running(session, seconds, 2);
    session.terminals().stop(session.id(), host::StopStep::Terminate);
    session.terminals().stop(session.id(), host::StopStep::Kill);
    INFO(shell);
    session.until([&] { return with_argument(seconds).empty(); }, "the loop to end");
    session.until_prompt();
    CHECK(session.run("echo alive").output.find("alive") != std::string::npos);
    CHECK(session.stdout_bytes.find("topped") == std::string::npos);
    CHECK(session.stdout_bytes.find("suspended") == std::string::npos);
  }
}

TEST_CASE("a signal does not reach another process that has the number since") {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(60);
    ::pause();
    ::_exit(0);
  }
  io::Process process = *io::find_process(child);
  --process.started;
  CHECK_FALSE(io::signal_process(process, SIGKILL));
  CHECK(errno == ESRCH);
  ++process.started;
  CHECK(io::signal_process(process, SIGKILL));
  int status = 0;
  CHECK(::waitpid(child, &status, 0) == child);
  CHECK(WTERMSIG(status) == SIGKILL);
  CHECK_FALSE(io::signal_process(process, SIGKILL));
}
