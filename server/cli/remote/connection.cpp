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
#include "io/thread_signals.hpp"
#include "rpc/frames/framer.hpp"
#include "rpc/parser.hpp"

namespace termhost::cli {
namespace {

constexpr std::chrono::milliseconds end_patience{2000}, errors_patience{200};
constexpr std::size_t most_errors = 64 * 1024;
constexpr int standard_errors = 2;

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
    (void)io::write_whole(standard_errors, std::exchange(kept_, {}));
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
    if (passes_) return (void)io::write_whole(standard_errors, text);
    kept_ += text;
    if (kept_.size() > most_errors) kept_.erase(0, kept_.size() - most_errors);
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string kept_;
  bool passes_ = false, ended_ = false;
};

RemoteConnection::RemoteConnection(Destination destination, std::unique_ptr<io::PipedProgram> program)
    : destination_(std::move(destination)), program_(std::move(program)), errors_(std::make_shared<Errors>()) {
  errors_->read(program_->take_errors());
}

base::Expected<std::shared_ptr<RemoteConnection>, std::string> RemoteConnection::open(Destination destination) {
  std::signal(SIGPIPE, SIG_IGN);
  const std::vector<CarriedProgram> programs = carried_programs();
  const std::string marker = io::random_secret();
  auto program = io::PipedProgram::start(destination.running(bootstrap_script(marker, TERMHOST_VERSION, programs)));
  if (!program)
    return base::unexpected(fmt::format("--on: the program '{}' cannot be started ({}); install it, or correct --on",
                                        destination.carrier.front(), program.error()));
  const std::shared_ptr<RemoteConnection> connection(new RemoteConnection(std::move(destination), *std::move(program)));
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
  }
  received_ = reader.rest();
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
  return base::unexpected(fmt::format("{} asks for a program that this termhost does not have", machine()));
}

RemoteConnection::Answer<protocol::Json> RemoteConnection::ask(std::string_view method,
                                                               const protocol::OrderedJson& params) {
  const std::string line = rpc::framed(rpc::Framing::Lines, rpc::request_text("on", method, params));
  bool complete = io::write_whole(program_->input(), line);
  while (complete && received_.find('\n') == std::string::npos) complete = receive();
  if (!complete) return base::unexpected(Failure{why_ended(), true});
  const std::size_t end = received_.find('\n');
  const rpc::Message answer = rpc::parse_message(received_.substr(0, end));
  received_.erase(0, end + 1);
  const auto* response = std::get_if<rpc::Response>(&answer);
  if (response == nullptr) return base::unexpected(Failure{machine() + " did not answer like termhost", true});
  if (!response->outcome) return base::unexpected(Failure{machine() + ": " + response->outcome.error().message, false});
  return *response->outcome;
}

bool RemoteConnection::receive() {
  std::array<char, 64 * 1024> part;
  const long size = io::read_some(program_->output(), part.data(), part.size());
  if (size > 0) received_.append(part.data(), static_cast<std::size_t>(size));
  return size > 0;
}

int RemoteConnection::end() { return program_->end(end_patience); }

std::string RemoteConnection::why_ended() {
  const int status = end();
  return carrier_problem(destination_, status, errors_->whole());
}

}  // namespace termhost::cli
