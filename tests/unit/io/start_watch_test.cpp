// A shell whose startup files put something in its way is noticed.
#include "io/process/start_watch.hpp"

#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "unit/io/owned_session.hpp"

using namespace termhost;
using host::StartObstacle;
using host::StartObstacleKind;
using test::OwnedSession;

namespace {

/// The first obstacle in a shell whose startup file does `line`.
StartObstacle first_obstacle(const std::string& shell, const std::string& line) {
  OwnedSession session;
  session.home().write(".bashrc", line);
  session.home().write(".zshrc", line);
  session.home().write(".config/fish/config.fish", line);
  (void)session.open(shell);
  session.until([&] { return session.exited || !session.obstacles.empty(); }, "an obstacle");
  REQUIRE(session.obstacles.size() == 1);
  return session.obstacles.front();
}

}  // namespace

TEST_CASE("startup files that put another program in the place of the shell") {
  CHECK(first_obstacle("bash", "exec sleep 60\n") == StartObstacle{StartObstacleKind::Replaced, "sleep"});
  CHECK(first_obstacle("zsh", "exec dash\n") == StartObstacle{StartObstacleKind::Replaced, "dash"});
}

TEST_CASE("startup files that start a program which keeps the terminal") {
  CHECK(first_obstacle("bash", "sh -c 'read answer'\n") == StartObstacle{StartObstacleKind::Occupied, "sh"});
  CHECK(first_obstacle("zsh", "sh -c 'read answer'\n") == StartObstacle{StartObstacleKind::Occupied, "sh"});
}

TEST_CASE("after the first mark nothing is in the way, wherever it is cut") {
  for (std::size_t cut = 0; cut <= 8; ++cut) {
    io::StartWatch watch("0123", ::getpid(), "bash");
    watch.read(std::string_view("ab;0123\a").substr(0, cut));
    watch.read(std::string_view("ab;0123\a").substr(cut));
    CHECK(watch.over());
  }
  io::StartWatch waiting("0123", 0, "bash");
  waiting.read("012 123 0 1 2 3");
  CHECK_FALSE(waiting.over());
  CHECK_FALSE(waiting.obstacle());
  CHECK(io::StartWatch("", ::getpid(), "bash").over());
}
