#include "cli/serving/stdio_server.hpp"

#include <csignal>

namespace termhost::cli {
namespace {

constexpr std::chrono::milliseconds last_frames_patience{1000};

Farewell farewell_of(int status) { return status == 0 ? Farewell::Said : Farewell::None; }

}  // namespace

StdioServer::StdioServer(const rpc::Dialect& dialect, int end_of_input, ServedStream::Record record)
    : stream_(loop_, io::standard_input, io::standard_output, dialect,
              {.input_ended = [this, end_of_input] { stop(end_of_input, farewell_of(end_of_input)); },
               .reader_gone = [this] { stop(1, Farewell::None); }},
              std::move(record)),
      signals_(loop_, SIGTERM, SIGINT, SIGHUP) {
  signals_.async_wait([this](const std::error_code& error, int) {
    if (!error) stop(1);
  });
}

int StdioServer::run() {
  stream_.start();
  loop_.run();
  stream_.close(last_frames_patience);
  return status_;
}

void StdioServer::stop(int status, Farewell farewell) {
  if (loop_.stopped()) return;
  farewell_ = farewell;
  status_ = status;
  loop_.stop();
}

}  // namespace termhost::cli
