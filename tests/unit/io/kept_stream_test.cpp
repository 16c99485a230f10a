// The output of a terminal in memory that outlives the process that reads it.
#include <algorithm>
#include <csignal>
#include <cstring>
#include <span>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "io/guard/kept_stream_posix.hpp"

using namespace termhost;
using io::KeptStream;

namespace {

KeptStream made() {
  auto stream = KeptStream::make(3);
  REQUIRE(stream);
  return *std::move(stream);
}

KeptStream opened_again(const KeptStream& stream) {
  auto other = KeptStream::open(io::FileDescriptor(::dup(stream.memory().get())));
  REQUIRE(other);
  return *std::move(other);
}

void land(KeptStream& stream, std::string_view text) {
  while (!text.empty()) {
    const std::span<char> place = stream.landing_place();
    const std::size_t size = std::min(place.size(), text.size());
    std::memcpy(place.data(), text.data(), size);
    stream.landed(size);
    text.remove_prefix(size);
  }
}

std::string joined(const std::vector<std::string_view>& pieces) {
  std::string text;
  for (const std::string_view piece : pieces) text += piece;
  return text;
}

}  // namespace

TEST_CASE(
    "another process reads the state of the command, and its output: what was acted on, and what nobody has seen") {
  KeptStream stream = made();
  land(stream, "of the prompt");
  CHECK_FALSE(stream.command());
  REQUIRE(stream.open_command({"state", 30, false}));
  land(stream, "one ");
  stream.handled();
  land(stream, "two");
  const KeptStream other = opened_again(stream);
  REQUIRE(other.command());
  CHECK(other.command()->state == "state");
  CHECK(other.command()->seconds == 30);
  CHECK(joined(other.acted_on()) == "one ");
  CHECK(joined(other.unseen()) == "two");
  CHECK(joined(other.last(5)) == "e two");
}

TEST_CASE("a later state is that of the same command, and another command has its own output") {
  KeptStream stream = made();
  REQUIRE(stream.open_command({"first", 30, false}));
  land(stream, "one");
  CHECK(stream.change_state("first, begun"));
  CHECK(stream.command()->state == "first, begun");
  CHECK(joined(stream.unseen()) == "one");
  REQUIRE(stream.open_command({"second", 5, true}));
  CHECK(joined(stream.unseen()).empty());
  land(stream, "two");
  CHECK(joined(stream.unseen()) == "two");
  CHECK(stream.command()->outlives_its_end);
  stream.close_command();
  CHECK_FALSE(stream.command());
}

TEST_CASE("a reader that is killed between a read and the note of it loses nothing") {
  for (const std::string& text :
       {std::string("\n"), std::string("a line\r\n"), std::string(3000, '\0'), std::string("end")}) {
    KeptStream stream = made();
    REQUIRE(stream.open_command({"state", 30, false}));
    land(stream, "before ");
    int pipe[2];
    REQUIRE(::pipe(pipe) == 0);
    REQUIRE(::write(pipe[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    const pid_t child = ::fork();
    if (child == 0) {
      KeptStream reader = opened_again(stream);
      const std::span<char> place = reader.landing_place();
      [[maybe_unused]] const ssize_t got = ::read(pipe[0], place.data(), place.size());
      ::kill(::getpid(), SIGKILL);
    }
    ::waitpid(child, nullptr, 0);
    ::close(pipe[0]);
    ::close(pipe[1]);
    KeptStream guard = opened_again(stream);
    guard.settle();
    CHECK(joined(guard.unseen()) == "before " + text);
    land(guard, " after");
    CHECK(joined(guard.unseen()) == "before " + text + " after");
  }
}

TEST_CASE("a killed reader that has read nothing leaves nothing") {
  KeptStream stream = made();
  REQUIRE(stream.open_command({"state", 30, false}));
  land(stream, "before");
  (void)stream.landing_place();
  KeptStream guard = opened_again(stream);
  guard.settle();
  CHECK(joined(guard.unseen()) == "before");
}

TEST_CASE("a guard reads no more than fits: nothing of the beginning is lost") {
  KeptStream stream = made();
  REQUIRE(stream.open_command({"state", 30, false}));
  std::size_t landed = 0;
  while (!stream.full()) {
    const std::span<char> place = stream.landing_place();
    std::memset(place.data(), 'x', place.size());
    stream.landed(place.size());
    landed += place.size();
  }
  CHECK(landed > io::kept_bytes / 2);
  CHECK_FALSE(stream.beginning_lost());
  CHECK(joined(stream.unseen()).size() == landed);
}

TEST_CASE("a command that prints more than is kept loses its beginning, and says so") {
  KeptStream stream = made();
  REQUIRE(stream.open_command({"state", 30, false}));
  const std::string block(1024 * 1024, 'x');
  for (std::size_t all = 0; all <= io::kept_bytes; all += block.size()) {
    land(stream, block);
    stream.handled();
  }
  land(stream, "the end");
  CHECK(stream.beginning_lost());
  CHECK(stream.acted_on().empty());
  CHECK(joined(stream.unseen()) == "the end");
  REQUIRE(stream.open_command({"next", 30, false}));
  CHECK_FALSE(stream.beginning_lost());
  land(stream, "next");
  CHECK(joined(stream.unseen()) == "next");
}
