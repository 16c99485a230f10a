#include "cli/remote/connection.hpp"

#include <array>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "cli/remote/carried_programs.hpp"
#include "cli/remote/carrier_problem.hpp"
#include "io/handle.hpp"
#include "io/secret.hpp"
#include "io/stdio/watch.hpp"
#include "io/thread_signals.hpp"

namespace termhost::cli {
namespace {

constexpr std::chrono::milliseconds end_patience{2000}, errors_patience{200};
constexpr std::chrono::seconds send_patience{120}, answer_patience{20};  // once the script there has answered
constexpr std::size_t most_errors = 64 * 1024;

}  // namespace

/// The carrier's standard error: kept until termhost has begun there, and then passed on. A thread reads it, which may
/// outlive the connection: a program in the background (ssh's ControlPersist) can hold it open.
class RemoteConnection::Errors : public std::enable_shared_from_this<Errors> {
 public:
  void read(io::FileDescriptor from) {
    std::thread([self = shared_from_this(), from = std::move(from)] {
      io::block_signals_in_this_thread();
      std::array<char, 4096> part{};
      for (long size = 0; (size = io::read_some(from.get(), part.data(), part.size())) > 0;)
        self->add({part.data(), static_cast<std::size_t>(size)});
      const std::lock_guard lock(self->mutex_);
      self->ended_ = true;
      self->changed_.notify_all();
    }).detach();
  }

  void pass_on() {
    const std::lock_guard lock(mutex_);
    passes_ = true;
    (void)io::write_whole(io::standard_errors, std::exchange(kept_, {}));
  }

  /// All of it, if it ends soon.
  std::string whole() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, errors_patience, [this] { return ended_; });
    return kept_;
  }

 private:
  void add(std::string_view text) {
    const std::lock_guard lock(mutex_);
    if (passes_) return (void)io::write_whole(io::standard_errors, text);
    kept_ += text;
    if (kept_.size() > most_errors) kept_.erase(0, kept_.size() - most_errors);
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string kept_;
  bool passes_ = false, ended_ = false;
};

RemoteConnection::RemoteConnection(const Destination& destination, std::unique_ptr<io::PipedProgram> program,
                                   Clock::time_point until, io::Handle stop)
    : destination_(destination),
      until_(until),
      stop_(stop),
      program_(std::move(program)),
      errors_(std::make_shared<Errors>()) {
  errors_->read(program_->take_errors());
}

base::Expected<std::unique_ptr<RemoteConnection>, std::string> RemoteConnection::open(const Destination& destination,
                                                                                      Clock::time_point until,
                                                                                      io::Handle stop) {
  std::signal(SIGPIPE, SIG_IGN);
  const std::vector<CarriedProgram> programs = carried_programs();
  const std::string marker = io::random_secret();
  auto program = io::PipedProgram::start(destination.running(bootstrap_script(marker, TERMHOST_VERSION, programs)));
  if (!program)
    return base::unexpected(fmt::format("--on: the program '{}' cannot be started ({}); install it, or correct --on",
                                        destination.carrier.front(), program.error()));
  std::unique_ptr<RemoteConnection> connection(new RemoteConnection(destination, *std::move(program), until, stop));
  if (const auto started = connection->start_termhost(AnswerReader(marker), programs); !started)
    return base::unexpected(started.error());
  connection->errors_->pass_on();
  return connection;
}

base::Expected<void, std::string> RemoteConnection::start_termhost(AnswerReader reader,
                                                                   const std::vector<CarriedProgram>& programs) {
  while (true) {
    const auto answer = next_answer(reader);
    if (!answer) return base::unexpected(answer.error());
    if (const std::string problem = bootstrap_problem(*answer, machine(), TERMHOST_VERSION); !problem.empty())
      return base::unexpected(problem);
    if (answer->word == "ready") break;
    if (const auto sent = send_program(answer->detail, programs); !sent) return sent;
    until_ = Clock::now() + send_patience;
  }
  received_ = reader.rest();
  until_ = Clock::now() + answer_patience;
  return {};
}

base::Expected<BootstrapAnswer, std::string> RemoteConnection::next_answer(AnswerReader& reader) {
  auto answer = reader.feed({});
  while (!answer) {
    if (!receive()) return base::unexpected(why_ended());
    answer = reader.feed(std::exchange(received_, {}));
  }
  return *std::move(answer);
}

/// A carrier that takes no more has said why, or has ended: its next answer shows it.
base::Expected<void, std::string> RemoteConnection::send_program(const std::string& kind,
                                                                 const std::vector<CarriedProgram>& programs) {
  for (const CarriedProgram& program : programs)
    if (program.kind == kind) {
      (void)io::write_whole(program_->input(), content_of(program));
      return {};
    }
  return base::unexpected(
      fmt::format("{} asks for the program of {}, which this termhost does not have", machine(), kind));
}

RemoteAnswer<protocol::Json> RemoteConnection::ask(std::string_view method, const protocol::OrderedJson& params) {
  bool complete = io::write_whole(program_->input(), remote_request(method, params));
  while (complete && received_.find('\n') == std::string::npos) complete = receive();
  if (!complete) return base::unexpected(RemoteFailure{why_ended(), true});
  const std::size_t end = received_.find('\n');
  const std::string line = received_.substr(0, end);
  received_.erase(0, end + 1);
  return remote_result(line, machine());
}

bool RemoteConnection::receive() {
  io::Watch watch;
  watch.read(program_->output());
  watch.read(stop_);
  watch.wait(std::chrono::ceil<std::chrono::milliseconds>(until_ - Clock::now()));
  timed_out_ = !watch.readable(program_->output());
  if (timed_out_) return false;
  std::array<char, 64 * 1024> part;
  const long size = io::read_some(program_->output(), part.data(), part.size());
  if (size > 0) received_.append(part.data(), static_cast<std::size_t>(size));
  return size > 0;
}

int RemoteConnection::end() { return program_->end(end_patience); }

std::string RemoteConnection::why_ended() {
  if (timed_out_) {
    const auto seconds = std::chrono::round<std::chrono::seconds>(Clock::now() - begun_);
    (void)program_->end(std::chrono::milliseconds(0));
    return silent_carrier(destination_, seconds, errors_->whole());
  }
  const int status = end();
  return carrier_problem(destination_, status, errors_->whole());
}

}  // namespace termhost::cli
