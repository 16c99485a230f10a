// A shell whose startup files put something in its way is noticed.
#include "io/terminals/start_watch.hpp"

#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "unit/io/owned_session.hpp"

using namespace termhost;
using host::StartObstacle;
using host::StartObstacleKind;
using test::OwnedSession;

namespace {

/// What is in the way of a shell whose startup files do `line`; nothing: it came to its first prompt.
std::optional<StartObstacle> obstacle(const std::string& shell, const std::string& line) {
  OwnedSession session;
  for (const char* file : {".bashrc", ".zshrc", ".config/fish/config.fish", ".mkshrc"})
    session.home().write(file, line);
  (void)session.open(shell);
  session.until([&] { return session.round().marks.find('B') != std::string::npos || !session.obstacles.empty(); },
                "a prompt or an obstacle");
  return session.obstacles.empty() ? std::nullopt : std::optional(session.obstacles.front());
}

StartObstacle replaced(const char* program) { return {StartObstacleKind::Replaced, program}; }
StartObstacle awaits_input(const char* program) { return {StartObstacleKind::AwaitsInput, program}; }

}  // namespace

TEST_CASE("startup files that put another program in the place of the shell") {
  CHECK(obstacle("bash", "exec sleep 60\n") == replaced("sleep"));
  CHECK(obstacle("zsh", "exec dash\n") == replaced("dash"));
  CHECK(obstacle("bash", "exec tmux -L $$ -f /dev/null new\n") == replaced("tmux"));
  CHECK(obstacle("bash", "exec bash --norc\n") == awaits_input("bash"));
}

TEST_CASE("startup files that wait for somebody to type") {
  CHECK(obstacle("bash", "read -p 'go on? ' answer\n") == awaits_input("bash"));
  CHECK(obstacle("zsh", "read -q 'answer?go on? '\n") == awaits_input("zsh"));
  CHECK(obstacle("fish", "read answer\n") == awaits_input("fish"));
  CHECK(obstacle("mksh", "read answer\n") == awaits_input("mksh"));
  CHECK(obstacle("bash", "sh -c 'read answer'\n") == awaits_input("sh"));
  CHECK(obstacle("zsh", "sh -c 'read answer'\n") == awaits_input("sh"));
  CHECK(obstacle("bash", "tmux -L $$ -f /dev/null new\n") == awaits_input("tmux"));
}

TEST_CASE("startup files that take their time, and answers that come at once") {
  for (const char* line : {"sleep 4\n", "sh -c 'sleep 4; exit'\n", "while ((SECONDS < 4)); do :; done\n",
                           "sleep 2; read -t 0.3 answer; sleep 1; read -t 0.3 answer; sleep 1\n"})
    CHECK_FALSE(obstacle("bash", line));
}

TEST_CASE("startup files that do not end") {
  io::StartWatch watch(::getpid(), "/proc/self/exe", {});
  const base::Instant late = base::Instant() + io::StartWatch::patience;
  CHECK_FALSE(watch.look(late - base::Millis(1), false));
  CHECK_FALSE(watch.look(late, false));
  CHECK(watch.look(late, false) == StartObstacle{StartObstacleKind::TooSlow, ""});
}

TEST_CASE("nothing is in the way of a shell that is not there") {
  io::StartWatch watch(0, "bash", {});
  CHECK_FALSE(watch.look({}, false));
  CHECK_FALSE(watch.look({}, false));
}

TEST_CASE("after the first mark nothing is in the way of a shell that waits for input") {
  OwnedSession session;
  (void)session.open("bash");
  session.until_prompt();
  const auto looked_twice =
      std::chrono::steady_clock::now() + io::StartWatch::first_look + 2 * io::StartWatch::next_look;
  session.until([&] { return std::chrono::steady_clock::now() > looked_twice; }, "the looks");
  CHECK(session.obstacles.empty());
}
