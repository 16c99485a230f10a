// What every server on stdin and stdout has: the event loop, the connection, and the ends (end of input, a reader that
// is gone, a signal). Stdout carries frames and nothing else.
#pragma once

#include <functional>
#include <string_view>

#include <asio/io_context.hpp>
#include <asio/signal_set.hpp>

#include "io/stdin_reader.hpp"
#include "io/stdout_writer.hpp"
#include "rpc/connection.hpp"

namespace termhost::cli {

/// One line on stderr.
void log_line(std::string_view line);

class StdioServer {
 public:
  using Record = std::function<void(rpc::Way, std::string_view)>;

  /// `end_of_input`: the exit status when the other side closes its end.
  StdioServer(const rpc::Dialect& dialect, int end_of_input, Record record = {});

  [[nodiscard]] asio::io_context& loop() { return loop_; }
  [[nodiscard]] rpc::Connection& connection() { return connection_; }

  /// Serves until stop() or one of the ends; returns the exit status.
  int run();
  void stop(int status);

 private:
  asio::io_context loop_{1};
  int end_of_input_;
  int status_ = 1;
  io::StdinReader* in_ = nullptr;  // while run() runs
  io::StdoutWriter out_;
  rpc::Connection connection_;
  asio::signal_set signals_;
};

}  // namespace termhost::cli
