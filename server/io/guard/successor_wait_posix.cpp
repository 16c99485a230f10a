#include "io/guard/successor_wait_posix.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

namespace termhost::io {
namespace {

/// Times of the door and of signals, at most: a look at the clock in between.
constexpr timespec longest_pause{0, 200'000'000};
/// What somebody who attaches sees of earlier output.
constexpr std::size_t shown_bytes = 64 * 1024;

}  // namespace

SuccessorWait::SuccessorWait(const std::string& folder, KeptStream& stream, ClaimedTerminal& terminal)
    : stream_(stream), terminal_(terminal), door_(Door::open(folder, terminal.keeper)) {
  stream_.settle();
  const KeptCommand command = *stream_.command();
  if (!command.outlives_its_end) limit_ = Clock::now() + std::chrono::seconds(command.seconds);
  ::fcntl(terminal_.master.get(), F_SETFL, O_RDWR | O_NONBLOCK);
}

bool SuccessorWait::goes_on() const {
  if (!door_ || ender_ || successor_) return false;
  if (!limit_) return !ended_;
  return Clock::now() < *limit_;
}

void SuccessorWait::command_ended() {
  if (!limit_) limit_ = Clock::now() + std::chrono::seconds(stream_.command()->seconds);
}

void SuccessorWait::step(const sigset_t& waiting) {
  fd_set readable;
  FD_ZERO(&readable);
  FD_SET(door_->socket(), &readable);
  const bool reads = !closed_ && !stream_.full();
  if (reads) FD_SET(terminal_.master.get(), &readable);
  if (viewer_) FD_SET(viewer_.get(), &readable);
  const int highest = std::max({door_->socket(), terminal_.master.get(), viewer_.get()});
  if (::pselect(highest + 1, &readable, nullptr, nullptr, &longest_pause, &waiting) <= 0) return;
  if (reads && FD_ISSET(terminal_.master.get(), &readable)) read_terminal();
  if (viewer_ && FD_ISSET(viewer_.get(), &readable)) type();
  if (FD_ISSET(door_->socket(), &readable)) answer();
}

void SuccessorWait::read_terminal() {
  const std::span<char> place = stream_.landing_place();
  const ssize_t got = ::read(terminal_.master.get(), place.data(), place.size());
  const int error = errno;
  stream_.landed(got > 0 ? static_cast<std::size_t>(got) : 0);
  if (got > 0) return show({place.data(), static_cast<std::size_t>(got)});
  closed_ = got == 0 || (error != EAGAIN && error != EINTR);
}

void SuccessorWait::answer() {
  std::optional<Door::Request> request = door_->accept();
  if (!request) return;
  const int peer = request->peer.get();
  switch (request->verb) {
    case DoorVerb::Describe: {
      WaitingFacts facts{.state = std::string(stream_.command()->state), .seconds_left = {}, .ended = ended_};
      if (limit_) facts.seconds_left = std::chrono::ceil<std::chrono::seconds>(*limit_ - Clock::now()).count();
      (void)send_facts(peer, facts);
      return;
    }
    case DoorVerb::Claim:
      terminal_.memory = FileDescriptor(::fcntl(stream_.memory().get(), F_DUPFD_CLOEXEC, 0));
      if (send_terminal(peer, terminal_)) successor_ = std::move(request->peer);
      terminal_.memory.reset();
      return;
    case DoorVerb::End: ender_ = std::move(request->peer); return;
    case DoorVerb::Attach: return attach(std::move(request->peer));
  }
}

void SuccessorWait::attach(FileDescriptor peer) {
  viewer_ = std::move(peer);
  for (const std::string_view bytes : stream_.last(shown_bytes)) show(bytes);
}

void SuccessorWait::type() {
  std::array<char, 4096> typed{};
  const ssize_t got = ::recv(viewer_.get(), typed.data(), typed.size(), MSG_DONTWAIT);
  if (got <= 0) return viewer_.reset();
  [[maybe_unused]] const ssize_t written = ::write(terminal_.master.get(), typed.data(), static_cast<std::size_t>(got));
}

/// Somebody who does not read in time sees no more.
void SuccessorWait::show(std::string_view bytes) {
  if (!viewer_) return;
  const ssize_t sent = ::send(viewer_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent != static_cast<ssize_t>(bytes.size())) viewer_.reset();
}

}  // namespace termhost::io
