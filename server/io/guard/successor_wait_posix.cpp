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
/// The earlier output that a viewer sees when it attaches.
constexpr std::size_t shown_bytes = 64 * 1024;
/// A shell that has got a line and not read it yet waits at its prompt as well.
constexpr std::chrono::seconds line_patience{2};
/// The oldest goes for one more.
constexpr std::size_t most_awaiting = 32;

}  // namespace

std::optional<SuccessorWait> SuccessorWait::open(const std::string& folder, pid_t keeper) {
  auto door = Door::open(folder, keeper);
  if (!door) return std::nullopt;
  return SuccessorWait(*std::move(door));
}

void SuccessorWait::turn_away(const fd_set& readable) {
  for (Door::Request& request : door_.requests(readable)) {
    if (request.verb != DoorVerb::Await) {
      turn_away_as_owned(request.peer);
      continue;
    }
    if (awaiting_.size() == most_awaiting) awaiting_.erase(awaiting_.begin());
    awaiting_.push_back(std::move(request.peer));
  }
}

void SuccessorWait::begin(KeptStream& stream, ClaimedTerminal& terminal) {
  stream_ = &stream;
  terminal_ = &terminal;
  limit_.reset();
  prompt_since_.reset();
  ended_ = closed_ = false;
  stream.settle();
  const KeptCommand command = *stream.command();
  if (!command.outlives_its_end) limit_ = Clock::now() + std::chrono::seconds(command.seconds);
  ::fcntl(terminal.master.get(), F_SETFL, O_RDWR | O_NONBLOCK);
  for (const FileDescriptor& peer : awaiting_) admit(peer);
  awaiting_.clear();
}

bool SuccessorWait::goes_on() const {
  if (ender_ || successor_) return false;
  if (!limit_) return !ended_;
  return Clock::now() < *limit_;
}

void SuccessorWait::see_prompt(bool there) {
  const KeptCommand command = *stream_->command();
  if (!command.outlives_its_end) return;
  if (!there) {
    prompt_since_.reset();
    limit_.reset();
    return;
  }
  const Clock::time_point now = Clock::now();
  if (!prompt_since_) prompt_since_ = now;
  if (!limit_ && now - *prompt_since_ >= line_patience) limit_ = now + std::chrono::seconds(command.seconds);
}

void SuccessorWait::step(const sigset_t& waiting) {
  fd_set readable;
  FD_ZERO(&readable);
  const bool reads = !closed_ && !stream_->full();
  if (reads) FD_SET(terminal_->master.get(), &readable);
  if (viewer_) FD_SET(viewer_.get(), &readable);
  const int highest = std::max({door_.watch(readable), terminal_->master.get(), viewer_.get()});
  if (::pselect(highest + 1, &readable, nullptr, nullptr, &longest_pause, &waiting) <= 0) return;
  if (reads && FD_ISSET(terminal_->master.get(), &readable)) read_terminal();
  if (viewer_ && FD_ISSET(viewer_.get(), &readable)) type();
  for (Door::Request& request : door_.requests(readable)) answer(std::move(request));
}

void SuccessorWait::read_terminal() {
  const std::span<char> place = stream_->landing_place();
  const ssize_t got = ::read(terminal_->master.get(), place.data(), place.size());
  const int error = errno;
  stream_->landed(got > 0 ? static_cast<std::size_t>(got) : 0);
  if (got > 0) return show({place.data(), static_cast<std::size_t>(got)});
  closed_ = got == 0 || (error != EAGAIN && error != EINTR);
}

void SuccessorWait::answer(Door::Request request) {
  if (successor_) return turn_away_as_owned(request.peer);
  if (!admit(request.peer)) return;
  switch (request.verb) {
    case DoorVerb::Describe: {
      WaitingFacts facts{.state = std::string(stream_->command()->state), .seconds_left = {}, .ended = ended_};
      if (limit_) facts.seconds_left = std::chrono::ceil<std::chrono::seconds>(*limit_ - Clock::now()).count();
      (void)send_facts(request.peer.get(), facts);
      return;
    }
    case DoorVerb::Claim: return claim(std::move(request.peer));
    case DoorVerb::End: ender_ = std::move(request.peer); return;
    case DoorVerb::Attach: return attach(std::move(request.peer));
    case DoorVerb::Await: return;  // it has its answer
  }
}

void SuccessorWait::claim(FileDescriptor peer) {
  terminal_->memory = FileDescriptor(::fcntl(stream_->memory().get(), F_DUPFD_CLOEXEC, 0));
  if (send_terminal(peer.get(), *terminal_)) {
    successor_ = std::move(peer);
    viewer_.reset();
  }
  terminal_->memory.reset();
}

void SuccessorWait::attach(FileDescriptor peer) {
  viewer_ = std::move(peer);
  for (const std::string_view bytes : stream_->last(shown_bytes)) show(bytes);
}

void SuccessorWait::type() {
  std::array<char, 4096> typed{};
  const ssize_t got = ::recv(viewer_.get(), typed.data(), typed.size(), MSG_DONTWAIT);
  if (got <= 0) return viewer_.reset();
  [[maybe_unused]] const ssize_t written =
      ::write(terminal_->master.get(), typed.data(), static_cast<std::size_t>(got));
}

/// Somebody who does not read in time sees no more.
void SuccessorWait::show(std::string_view bytes) {
  if (!viewer_) return;
  const ssize_t sent = ::send(viewer_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent != static_cast<ssize_t>(bytes.size())) viewer_.reset();
}

}  // namespace termhost::io
