#include "cli/remote/session.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/log.hpp"
#include "io/stdio/watch.hpp"
#include "protocol/remote.hpp"

namespace termhost::cli {
namespace {

using Clock = RemoteConnection::Clock;

constexpr std::chrono::milliseconds first_pause{250}, longest_pause{5000};  // between two tries
constexpr std::chrono::milliseconds shortest_try{1000};
constexpr std::chrono::milliseconds confirmation_patience{1000}, reader_patience{1000};
constexpr std::size_t most_unprinted = std::size_t{1} << 20;

int status_in(std::string_view text) {
  int status = 1;
  std::from_chars(text.data(), text.data() + text.size(), status);
  return status;
}

}  // namespace

RemoteSession::RemoteSession(Destination destination, std::chrono::seconds patience, io::Pipe stop)
    : destination_(std::move(destination)),
      patience_(patience),
      stop_(std::move(stop)),
      output_(io::standard_output),
      errors_(io::standard_errors) {}

base::Expected<std::shared_ptr<RemoteSession>, std::string> RemoteSession::open(Destination destination,
                                                                                std::chrono::seconds patience) {
  auto stop = io::Pipe::make();
  if (!stop) return base::unexpected(stop.error());
  std::shared_ptr<RemoteSession> session(new RemoteSession(std::move(destination), patience, *std::move(stop)));
  const auto connected = session->connect(Clock::now() + session->destination_.login_patience);
  if (!connected) return base::unexpected(connected.error().sentence);
  return session;
}

base::Expected<void, RemoteSession::NotConnected> RemoteSession::connect(Clock::time_point until) {
  auto opened = RemoteConnection::open(destination_, until, stop_.reading.get());
  if (!opened) return base::unexpected(NotConnected{opened.error()});
  // The session there hears of the end of a carrier before this side does, or much later.
  const auto patience = patience_.count() == 0 ? patience_ : patience_ + destination_.notice_patience;
  const auto answer =
      (*opened)->request(protocol::methods::connect, {.session = name_,
                                                      .received = static_cast<std::int64_t>(parts_.received()),
                                                      .patience = static_cast<int>(patience.count())});
  if (!answer) return base::unexpected(NotConnected{answer.error().sentence, !answer.error().began});
  if (!parts_.begin_carrier(static_cast<std::uint64_t>(answer->received)))
    return base::unexpected(NotConnected{machine() + " lost messages of this connection", true});
  name_ = answer->session;
  connection_ = *std::move(opened);
  to_carrier_.emplace(connection_->program().input());
  understand(connection_->take_rest());
  return {};
}

RemoteAnswer<protocol::Json> RemoteSession::ask(std::string_view method, const protocol::OrderedJson& params) {
  parts_.send({io::Part::Kind::Messages, remote_request(method, params)});
  while (true) {
    if (const std::size_t end = rest_.find('\n'); end != std::string::npos) {
      const std::string line = rest_.substr(0, end);
      events_.emplace_front(Output{rest_.substr(end + 1)});
      return remote_result(line, machine());
    }
    Event event = next();
    if (auto* output = std::get_if<Output>(&event)) rest_ += output->bytes;
    if (const auto* lost = std::get_if<Lost>(&event)) return base::unexpected(RemoteFailure{lost->why, true});
    if (std::holds_alternative<Ended>(event))
      return base::unexpected(RemoteFailure{machine() + ": termhost has ended there without an answer", true});
  }
}

void RemoteSession::take_input(io::Handle from, std::function<void(std::string_view)> noticed) {
  input_ = from;
  noticed_ = std::move(noticed);
}

RemoteSession::Event RemoteSession::next() {
  while (events_.empty()) {
    if (connection_ == nullptr) return repair();
    step();
  }
  Event event = std::move(events_.front());
  events_.pop_front();
  if (std::holds_alternative<Ended>(event)) confirm_end();
  return event;
}

void RemoteSession::step() {
  io::Watch watch;
  watch.read(stop_.reading.get());
  if (output_.size() + errors_.size() < most_unprinted) watch.read(connection_->program().output());
  if (!parts_.to_write().empty()) watch.write(connection_->program().input());
  if (parts_.has_room()) watch.read(input_);
  for (const io::QueuedOutput* queue : {&output_, &errors_}) watch.write(queue->waits_for());
  watch.wait(std::nullopt);
  for (io::QueuedOutput* queue : {&output_, &errors_})
    if (watch.writable(queue->waits_for())) (void)queue->write();
  if (watch.readable(input_)) read_input();
  if (watch.readable(stop_.reading.get())) {
    stop_.reading.reset();
    send_end();
  }
  const bool answers = watch.readable(connection_->program().output());
  if (watch.writable(connection_->program().input())) write_to_carrier();
  if (answers && connection_ != nullptr) read_carrier();
}

void RemoteSession::read_input() {
  std::array<char, 64 * 1024> part;
  const long size = io::read_some(input_, part.data(), part.size());
  if (size <= 0) return send_end();
  const std::string_view bytes(part.data(), static_cast<std::size_t>(size));
  if (noticed_) noticed_(bytes);
  parts_.send({io::Part::Kind::Messages, std::string(bytes)});
}

void RemoteSession::send_end() {
  input_ = -1;
  if (!std::exchange(user_ended_, true)) parts_.send({io::Part::Kind::End, {}});
}

void RemoteSession::read_carrier() {
  std::array<char, 64 * 1024> part;
  const long size = io::read_some(connection_->program().output(), part.data(), part.size());
  if (size <= 0) return lose_carrier();
  understand({part.data(), static_cast<std::size_t>(size)});
}

void RemoteSession::write_to_carrier() {
  const long size = io::write_ready(*to_carrier_, parts_.to_write());
  if (size < 0) return lose_carrier();
  parts_.written(static_cast<std::size_t>(size));
}

/// The carrier's input has two writers.
void RemoteSession::lose_carrier() {
  to_carrier_.reset();
  connection_.reset();
}

void RemoteSession::understand(std::string_view bytes) {
  std::vector<io::Part> parts;
  const bool understood = parts_.feed(bytes, parts);
  for (io::Part& part : parts) {
    switch (part.kind) {
      case io::Part::Kind::Messages: events_.emplace_back(Output{std::move(part.text)}); break;
      case io::Part::Kind::Errors: errors_.add(part.text); break;
      case io::Part::Kind::End: events_.emplace_back(Ended{status_in(part.text)}); break;
    }
  }
  if (!understood) lose_carrier();
}

RemoteSession::Event RemoteSession::repair() {
  if (patience_.count() == 0 || name_.empty() || user_ended_ || finishing_) return Lost{};
  log_line(fmt::format("the connection to {} is lost; termhost tries to connect again for {} s", machine(),
                       patience_.count()));
  const auto until = Clock::now() + patience_;
  flush(reader_patience);
  std::string why;
  for (auto pause = first_pause; why.empty() || Clock::now() + shortest_try < until;
       pause = std::min(2 * pause, longest_pause)) {
    const auto connected = connect(std::min(until, Clock::now() + destination_.login_patience));
    if (connected) {
      log_line(fmt::format("termhost is connected to {} again", machine()));
      events_.emplace_front(Repaired{});
      repaired_ = true;
      return next();
    }
    why = connected.error().sentence;
    if (connected.error().is_final) return Lost{fmt::format("It could not be repaired: {}.", why)};
    if (!wait_for_next_try(std::min(pause, std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()))))
      return Lost{};
  }
  return Lost{fmt::format("It could not be repaired within {} s: {}.", patience_.count(), why)};
}

/// False: the user has ended it.
bool RemoteSession::wait_for_next_try(std::chrono::milliseconds time) {
  io::Watch watch;
  watch.read(stop_.reading.get());
  watch.wait(time);
  return !watch.readable(stop_.reading.get());
}

/// The session there ends when it knows that everything has arrived.
void RemoteSession::confirm_end() {
  const auto until = Clock::now() + confirmation_patience;
  while (connection_ != nullptr && !parts_.to_write().empty() && Clock::now() < until) {
    io::Watch watch;
    watch.write(connection_->program().input());
    watch.wait(std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()));
    if (watch.writable(connection_->program().input())) write_to_carrier();
  }
  to_carrier_.reset();
  if (connection_ != nullptr) (void)connection_->end();
}

void RemoteSession::finish() {
  finishing_ = true;
  for (Event event = next(); !std::holds_alternative<Ended>(event) && !std::holds_alternative<Lost>(event);)
    event = next();
  flush();
}

void RemoteSession::flush(std::optional<std::chrono::milliseconds> most) {
  const auto begun = Clock::now();
  while (output_.size() + errors_.size() > 0 && (!most || Clock::now() - begun < *most)) {
    io::Watch watch;
    for (const io::QueuedOutput* queue : {&output_, &errors_}) watch.write(queue->waits_for());
    watch.wait(most);
    for (io::QueuedOutput* queue : {&output_, &errors_})
      if (watch.writable(queue->waits_for())) (void)queue->write();
  }
}

}  // namespace termhost::cli
