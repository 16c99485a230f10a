// The door of a kept terminal: what a termhost hears there that is not the terminal's, and when.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "io/guard/successor_posix.hpp"
#include "io/guard/successor_wait_posix.hpp"
#include "io/handle.hpp"
#include "io/private_socket_posix.hpp"

using namespace termhost;
using io::DoorVerb;
using Reason = io::NotAdmitted::Reason;

namespace {

/// A guard whose termhost lives, on a thread of its own.
class OwnedTerminal {
 public:
  OwnedTerminal() : folder_("/tmp/termhost-door-XXXXXX") {
    REQUIRE(::mkdtemp(folder_.data()) != nullptr);
    door_ = io::SuccessorWait::open(folder_, ::getpid());
    REQUIRE(door_);
    thread_ = std::thread([this] {
      while (!lost_) {
        fd_set readable;
        FD_ZERO(&readable);
        timeval moment{.tv_sec = 0, .tv_usec = 10'000};
        if (::select(door_->watch(readable) + 1, &readable, nullptr, nullptr, &moment) > 0) door_->turn_away(readable);
      }
    });
  }
  ~OwnedTerminal() {
    end();
    ::rmdir(folder_.c_str());
  }
  OwnedTerminal(const OwnedTerminal&) = delete;
  OwnedTerminal& operator=(const OwnedTerminal&) = delete;

  [[nodiscard]] std::string path() const { return folder_ + "/" + std::to_string(::getpid()) + ".kept"; }
  /// Its termhost is gone.
  io::SuccessorWait& lose() {
    stop();
    return *door_;
  }
  void end() {
    stop();
    door_.reset();
  }

 private:
  void stop() {
    lost_ = true;
    if (thread_.joinable()) thread_.join();
  }

  std::string folder_;
  std::optional<io::SuccessorWait> door_;
  std::atomic<bool> lost_ = false;
  std::thread thread_;
};

Reason reason_at(const std::string& path, DoorVerb verb) {
  const auto answer = io::ask_at_door(path, verb);
  REQUIRE_FALSE(answer);
  return answer.error().reason;
}

std::string said_to(const io::FileDescriptor& peer, const std::string& line) {
  ::send(peer.get(), line.data(), line.size(), MSG_NOSIGNAL);
  std::string answer(512, '\0');
  const long got = io::read_some(peer.get(), answer.data(), answer.size());
  return answer.substr(0, got > 0 ? static_cast<std::size_t>(got) : 0);
}

}  // namespace

TEST_CASE("a terminal that has a termhost is neither described nor given away nor ended") {
  OwnedTerminal terminal;
  for (const DoorVerb verb : {DoorVerb::Describe, DoorVerb::Claim, DoorVerb::End, DoorVerb::Attach})
    CHECK(reason_at(terminal.path(), verb) == Reason::Owned);
}

TEST_CASE("who awaits a terminal hears when its termhost is gone, or that the terminal is") {
  OwnedTerminal terminal;
  const auto awaiting = io::await_at_door(terminal.path());
  REQUIRE(awaiting);
  CHECK(reason_at(terminal.path(), DoorVerb::Describe) == Reason::Owned);  // so the other one is heard, too
  SECTION("it waits") {
    io::SuccessorWait& door = terminal.lose();
    auto stream = io::KeptStream::make(3);
    REQUIRE(stream);
    REQUIRE(stream->open_command({"state", 30, false}));
    io::ClaimedTerminal held;
    held.keeper = ::getpid();
    door.begin(*stream, held);
    CHECK(io::is_admitted(*awaiting));
    CHECK(door.goes_on());
  }
  SECTION("it ends") {
    terminal.end();
    CHECK_FALSE(io::is_admitted(*awaiting));
  }
}

TEST_CASE("those who send nothing, or a part of a request, keep nobody waiting") {
  OwnedTerminal terminal;
  std::vector<io::FileDescriptor> silent;
  for (int i = 0; i < 100; ++i) {
    auto peer = io::connect_private(terminal.path());
    REQUIRE(peer);
    if (i % 2 == 0) ::send(peer->get(), "termhost-kept", 13, MSG_NOSIGNAL);
    silent.push_back(*std::move(peer));
  }
  CHECK(reason_at(terminal.path(), DoorVerb::Describe) == Reason::Owned);
}

TEST_CASE("without the token, or with another version, a request is refused with the reason") {
  OwnedTerminal terminal;
  const auto first = io::connect_private(terminal.path());
  REQUIRE(first);
  CHECK(said_to(*first, "termhost-kept 1 guessed claim\n").find("token") != std::string::npos);
  std::string token(64, '\0');
  const std::string beside = terminal.path().substr(0, terminal.path().size() - 5) + ".token";
  FILE* const file = std::fopen(beside.c_str(), "r");
  REQUIRE(file != nullptr);
  token.resize(std::fread(token.data(), 1, token.size(), file));
  std::fclose(file);
  struct stat status {};
  REQUIRE(::stat(beside.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  const auto second = io::connect_private(terminal.path());
  REQUIRE(second);
  CHECK(said_to(*second, "termhost-kept 999 " + token + " claim\n").find("reads 999") != std::string::npos);
}

TEST_CASE("a door that nobody holds any more is gone") {
  std::string path;
  {
    const OwnedTerminal terminal;
    path = terminal.path();
  }
  CHECK(reason_at(path, DoorVerb::Describe) == Reason::Gone);
}
