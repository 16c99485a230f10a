#include "cli/remote/run_there.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "cli/exit_status.hpp"
#include "cli/log.hpp"
#include "cli/remote/connection.hpp"
#include "cli/remote/forwarded_arguments.hpp"
#include "cli/remote/open_requests.hpp"
#include "io/handle.hpp"
#include "io/thread_signals.hpp"
#include "protocol/remote.hpp"
#include "rpc/frames/framer.hpp"

namespace termhost::cli {
namespace {

using SharedConnection = std::shared_ptr<RemoteConnection>;
using Opened = base::Expected<SharedConnection, std::string>;

protocol::RemoteParams params_of(const Destination& destination, const CLI::App& command, const UserFiles& files) {
  return {.machine = destination.name,
          .arguments = forwarded_arguments(command),
          .settings = files.settings,
          .policy = files.policy,
          .policy_named = files.policy_named};
}

/// The first of these signals ends the input of the program: the command there is then stopped, and its result comes.
/// The second one ends this process.
void end_with_signal(const SharedConnection& connection) {
  sigset_t ends;
  ::sigemptyset(&ends);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&ends, number);
  ::pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  std::thread([connection, ends] {
    int number = 0;
    if (::sigwait(&ends, &number) == 0) connection->program().end_input();
    if (::sigwait(&ends, &number) == 0) std::_Exit(could_not_run);
  }).detach();
}

/// Both directions of a connection, and the requests that are open in it.
class MessageRelay : public std::enable_shared_from_this<MessageRelay> {
 public:
  MessageRelay(SharedConnection connection, const rpc::Dialect& dialect)
      : connection_(std::move(connection)), dialect_(dialect), open_(dialect, connection_->machine()) {}

  int run() {
    std::thread([self = shared_from_this()] {
      self->pass_requests();
    }).detach();  // it may wait for the next request for ever
    pass_answers();
    const int status = connection_->end();
    const bool lost = answer_open_requests();
    if (!lost && user_ended_) return 0;
    if (!lost && dialect_.framing == rpc::Framing::ContentLength) return status;  // the editor has sent `exit`
    log_line(
        fmt::format("the connection to {} has ended, and with it the commands that ran there", connection_->machine()));
    return 1;
  }

 private:
  void pass_requests() {
    io::block_signals_in_this_thread();
    const auto framer = rpc::make_framer(dialect_.framing);
    std::array<char, 64 * 1024> part;
    for (long size = 0; (size = io::read_some(io::standard_input, part.data(), part.size())) > 0;) {
      const std::string_view bytes(part.data(), static_cast<std::size_t>(size));
      note_requests(*framer, bytes);
      if (!io::write_whole(connection_->program().input(), bytes)) return;
    }
    user_ended_ = true;
    connection_->program().end_input();
  }

  void note_requests(rpc::Framer& framer, std::string_view bytes) {
    const std::lock_guard lock(mutex_);
    framer.feed(bytes);
    for (rpc::FramerEvent event = framer.next(); !std::holds_alternative<rpc::NeedMore>(event); event = framer.next())
      if (const auto* frame = std::get_if<rpc::Frame>(&event)) open_.asked(frame->text);
  }

  /// Whole messages only: an answer of ours may have to follow.
  void pass_answers() {
    const auto framer = rpc::make_framer(dialect_.framing);
    framer->feed(connection_->rest());
    std::array<char, 64 * 1024> part;
    while (true) {
      for (rpc::FramerEvent event = framer->next(); !std::holds_alternative<rpc::NeedMore>(event);
           event = framer->next())
        if (const auto* frame = std::get_if<rpc::Frame>(&event)) pass_answer(frame->text);
      const long size = io::read_some(connection_->program().output(), part.data(), part.size());
      if (size <= 0) return;
      framer->feed({part.data(), static_cast<std::size_t>(size)});
    }
  }

  void pass_answer(std::string_view frame) {
    const std::lock_guard lock(mutex_);
    open_.answered(frame);
    write(std::string(frame));
  }

  /// True if there were any.
  bool answer_open_requests() {
    const std::lock_guard lock(mutex_);
    const std::vector<std::string> answers = open_.end();
    for (const std::string& answer : answers) write(answer);
    return !answers.empty();
  }

  void write(std::string message) {
    (void)io::write_whole(io::standard_output, rpc::framed(dialect_.framing, std::move(message)));
  }

  SharedConnection connection_;
  const rpc::Dialect& dialect_;
  std::mutex mutex_;  // of the open requests and standard output
  OpenRequests open_;
  std::atomic<bool> user_ended_{false};
};

}  // namespace

int run_there(const Destination& destination, const CLI::App& command, const UserFiles& files) {
  const Opened connection = RemoteConnection::open(destination);
  if (!connection) {
    log_line(connection.error());
    return could_not_run;
  }
  end_with_signal(*connection);
  const auto result = (*connection)->request(protocol::methods::run_remotely, params_of(destination, command, files));
  if (result) {
    (void)io::write_whole(io::standard_output, result->output);
    return result->status;
  }
  log_line(result.error().began ? lost_command(destination.name) : result.error().sentence);
  return could_not_run;
}

int serve_there(const Destination& destination, const CLI::App& command, const UserFiles& files,
                const rpc::Dialect& dialect) {
  const Opened connection = RemoteConnection::open(destination);
  if (!connection) {
    log_line(connection.error());
    return could_not_run;
  }
  const auto begun = (*connection)->request(protocol::methods::serve_remotely, params_of(destination, command, files));
  if (begun) return std::make_shared<MessageRelay>(*connection, dialect)->run();
  log_line(begun.error().sentence);
  return could_not_run;
}

}  // namespace termhost::cli
