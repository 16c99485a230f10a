#include "cli/hosts/serve_hosts.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "cli/hosts/host_routes.hpp"
#include "cli/log.hpp"
#include "cli/remote/end_signals.hpp"
#include "io/handle.hpp"
#include "io/pipe_posix.hpp"
#include "io/piped_program_posix.hpp"
#include "io/stdio/queued_output.hpp"
#include "io/stdio/watch.hpp"
#include "rpc/frames/framer.hpp"
#include "tool/results/signal_name.hpp"

namespace termhost::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_unread = std::size_t{1} << 20;  // bytes that wait for a slow reader
constexpr std::size_t longest_reason = 4096;
constexpr std::chrono::milliseconds end_patience{2000};     // with a server that has closed its output
constexpr std::chrono::milliseconds signal_patience{5000};  // with all servers and the agent, after a signal
constexpr auto framing = rpc::Framing::Lines;

std::vector<std::string> names_of(const std::vector<HostServer>& hosts) {
  std::vector<std::string> names;
  for (const HostServer& host : hosts) names.push_back(host.name);
  return names;
}

/// False: it has ended.
template <class Take>
bool read_part(io::Handle from, const Take& take) {
  std::array<char, 64 * 1024> part;
  const long size = io::read_some(from, part.data(), part.size());
  if (size > 0) take(std::string_view(part.data(), static_cast<std::size_t>(size)));
  return size > 0;
}

/// The server of a host that runs.
class RunningServer {
 public:
  explicit RunningServer(std::unique_ptr<io::PipedProgram> program)
      : program_(std::move(program)), errors_(program_->take_errors()), input_(std::in_place, program_->input()) {}

  void add(std::string frame) {
    if (input_) input_->add(rpc::framed(framing, std::move(frame)));
  }
  /// When everything that waits is written.
  void end_input() {
    ends_ = true;
    end_when_written();
  }
  [[nodiscard]] bool holds() const { return input_ && input_->size() > most_unread; }

  void watch(io::Watch& watch, bool reads) const {
    if (reads) watch.read(program_->output());
    watch.read(errors_.get());
    if (input_) watch.write(input_->waits_for());
  }

  /// Frames that have come. Nothing: the server has ended.
  template <class Take>
  bool step(const io::Watch& watch, const Take& take) {
    if (input_ && watch.writable(input_->waits_for())) (void)input_->write();
    end_when_written();
    if (errors_ && watch.readable(errors_.get())) read_errors();
    if (!watch.readable(program_->output())) return true;
    const bool runs = read_part(program_->output(), [this](std::string_view bytes) { frames_->feed(bytes); });
    for (rpc::FramerEvent event = frames_->next(); !std::holds_alternative<rpc::NeedMore>(event);
         event = frames_->next())
      if (const auto* frame = std::get_if<rpc::Frame>(&event)) take(frame->text);
    return runs;
  }

  /// The last line of its errors, which says why it has ended. Ends it.
  [[nodiscard]] std::string reason() {
    for (io::Watch watch;; watch = {}) {
      watch.read(errors_.get());
      watch.wait(std::chrono::milliseconds(0));
      if (!errors_ || !watch.readable(errors_.get())) break;
      read_errors();
    }
    const int status = program_->end(end_patience);
    if (status > 128) return fmt::format("its termhost was ended by {}", tool::signal_name(status - 128));
    while (last_errors_.ends_with('\n')) last_errors_.pop_back();
    std::string line = last_errors_.substr(last_errors_.rfind('\n') + 1);
    if (line.starts_with(log_prefix)) line.erase(0, log_prefix.size());
    return line.empty() ? fmt::format("its termhost has ended with status {}", status) : line;
  }

 private:
  /// The input has two writers.
  void end_when_written() {
    if (!ends_ || !input_ || input_->size() > 0) return;
    input_.reset();
    program_->end_input();
  }

  void read_errors() {
    const bool more = read_part(errors_.get(), [this](std::string_view text) {
      (void)io::write_whole(io::standard_errors, text);
      last_errors_ += text;
      if (last_errors_.size() > longest_reason) last_errors_.erase(0, last_errors_.size() - longest_reason);
    });
    if (!more) errors_.reset();
  }

  std::unique_ptr<io::PipedProgram> program_;
  io::FileDescriptor errors_;
  std::optional<io::QueuedOutput> input_;  // until it has ended
  std::unique_ptr<rpc::Framer> frames_ = rpc::make_framer(framing);
  std::string last_errors_;
  bool ends_ = false;
};

class HostServers {
 public:
  HostServers(const std::vector<HostServer>& hosts, io::Handle stop)
      : hosts_(hosts), routes_(names_of(hosts)), running_(hosts.size()), stop_(stop) {}

  int run() {
    while (!input_ended_ || runs() || output_.size() > 0) {
      if (ends_at_ && *ends_at_ <= Clock::now()) return 1;
      step();
    }
    return 0;
  }

 private:
  [[nodiscard]] bool runs() const {
    for (const auto& server : running_)
      if (server) return true;
    return false;
  }

  [[nodiscard]] bool may_read() const {
    if (input_ended_ || output_.size() > most_unread) return false;
    for (const auto& server : running_)
      if (server && server->holds()) return false;
    return true;
  }

  void step() {
    io::Watch watch;
    if (!input_ended_) watch.read(stop_);
    if (may_read()) watch.read(io::standard_input);
    watch.write(output_.waits_for());
    std::vector<std::size_t> watched;  // one that is started meanwhile may get the handles of one that has ended
    for (std::size_t host = 0; host < running_.size(); ++host) {
      if (!running_[host]) continue;
      running_[host]->watch(watch, output_.size() <= most_unread);
      watched.push_back(host);
    }
    watch.wait(time_left());
    if (watch.writable(output_.waits_for()) && !output_.write()) end_input();
    for (const std::size_t host : watched) step(host, watch);
    if (watch.readable(stop_)) {
      ends_at_ = Clock::now() + signal_patience;
      return end_input();
    }
    if (watch.readable(io::standard_input)) read_input();
  }

  [[nodiscard]] std::optional<std::chrono::milliseconds> time_left() const {
    if (!ends_at_) return std::nullopt;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*ends_at_ - Clock::now());
    return std::max(left, std::chrono::milliseconds(0));
  }

  void step(std::size_t host, const io::Watch& watch) {
    const bool runs =
        running_[host]->step(watch, [this, host](std::string_view frame) { carry(routes_.from_host(host, frame)); });
    if (runs) return;
    const std::string why = running_[host]->reason();
    running_[host].reset();
    carry(routes_.ended(host, why));
  }

  void read_input() {
    const bool more = read_part(io::standard_input, [this](std::string_view bytes) { frames_->feed(bytes); });
    for (rpc::FramerEvent event = frames_->next(); !std::holds_alternative<rpc::NeedMore>(event);
         event = frames_->next())
      if (const auto* frame = std::get_if<rpc::Frame>(&event)) carry(routes_.from_agent(frame->text));
    if (!more) end_input();
  }

  void end_input() {
    input_ended_ = true;
    for (const auto& server : running_)
      if (server) server->end_input();
  }

  void carry(const HostRoutes::Sent& sent) {
    std::set<std::size_t> refused;  // hosts whose calls have got their answer: what follows for them must not run
    for (const auto& one : sent) {
      if (const auto* answer = std::get_if<HostRoutes::ToAgent>(&one)) {
        output_.add(rpc::framed(framing, answer->frame));
        continue;
      }
      const auto& [host, frame] = std::get<HostRoutes::ToHost>(one);
      if (refused.contains(host)) continue;
      if (!running_[host] && !input_ended_ && !start(host)) refused.insert(host);
      if (running_[host]) running_[host]->add(frame);
    }
  }

  bool start(std::size_t host) {
    auto program = io::PipedProgram::start(hosts_[host].argv);
    if (program) {
      running_[host] = std::make_unique<RunningServer>(*std::move(program));
      return true;
    }
    carry(routes_.ended(host, fmt::format("termhost cannot be started ({})", program.error())));
    return false;
  }

  const std::vector<HostServer>& hosts_;
  HostRoutes routes_;
  std::vector<std::unique_ptr<RunningServer>> running_;
  io::Handle stop_;
  io::QueuedOutput output_{io::standard_output};
  std::unique_ptr<rpc::Framer> frames_ = rpc::make_framer(framing);
  bool input_ended_ = false;
  std::optional<Clock::time_point> ends_at_;  // once a signal has asked for the end
};

}  // namespace

int serve_hosts(const std::vector<HostServer>& hosts) {
  auto stop = io::Pipe::make();
  if (!stop) {
    log_line(stop.error());
    return 1;
  }
  std::signal(SIGPIPE, SIG_IGN);
  const auto end = std::make_shared<io::FileDescriptor>(std::move(stop->writing));
  end_with_signal([end] { end->reset(); });
  return HostServers(hosts, stop->reading.get()).run();
}

}  // namespace termhost::cli
