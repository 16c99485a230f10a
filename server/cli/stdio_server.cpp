#include "cli/stdio_server.hpp"

#include <chrono>
#include <csignal>
#include <unistd.h>

#include <fmt/format.h>

namespace termhost::cli {
namespace {

constexpr std::chrono::milliseconds last_frames_patience{1000};

void log_loss(std::uint64_t frames, std::uint64_t bytes) {
  log_line(fmt::format("the other side was too slow: {} messages with real-time output ({} bytes) were not sent",
                       frames, bytes));
}

}  // namespace

void log_line(std::string_view line) { fmt::print(stderr, "termhost: {}\n", line); }

StdioServer::StdioServer(const rpc::Dialect& dialect, int end_of_input, Record record)
    : end_of_input_(end_of_input),
      out_(loop_, STDOUT_FILENO,
           {.on_broken = [this](std::string_view) { stop(1); },
            .on_caught_up = log_loss,
            .on_drained =
                [this] {
                  connection_.resume();
                  if (in_ != nullptr && !connection_.held()) in_->resume();
                }}),
      connection_(dialect, out_, {.log = log_line, .record = std::move(record)}),
      signals_(loop_, SIGTERM, SIGINT, SIGHUP) {
  signals_.async_wait([this](const std::error_code& error, int) {
    if (!error) stop(1);
  });
}

int StdioServer::run() {
  io::StdinReader in(loop_, STDIN_FILENO,
                     {.on_bytes =
                          [this](std::string_view bytes) {
                            connection_.feed(bytes);
                            if (connection_.held()) in_->pause();
                          },
                      .on_end =
                          [this](std::string_view reason) {
                            if (!reason.empty()) log_line(reason);
                            connection_.end_of_input();
                            stop(end_of_input_);
                          }});
  in_ = &in;
  loop_.run();
  in_ = nullptr;
  out_.close(last_frames_patience);
  return status_;
}

void StdioServer::stop(int status) {
  if (loop_.stopped()) return;
  status_ = status;
  loop_.stop();
}

}  // namespace termhost::cli
