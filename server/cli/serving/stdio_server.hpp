// The parts that every server on stdin and stdout has: the event loop, the connection, and the ends (end of input, a
// reader that is gone, a signal). Stdout carries frames and nothing else.
#pragma once

#include <asio/io_context.hpp>
#include <asio/signal_set.hpp>

#include "cli/serving/served_stream.hpp"

namespace termhost::cli {

enum class Farewell { Said, None };

class StdioServer {
 public:
  /// `end_of_input`: the exit status when the other side closes its end; 0: that is how it says farewell.
  StdioServer(const rpc::Dialect& dialect, int end_of_input, ServedStream::Record record = {});

  [[nodiscard]] asio::io_context& loop() { return loop_; }
  [[nodiscard]] rpc::Connection& connection() { return stream_.connection(); }
  [[nodiscard]] ServedStream& stream() { return stream_; }

  /// Serves until stop() or one of the ends; returns the exit status.
  int run();
  void stop(int status, Farewell farewell = Farewell::Said);
  /// The other side went without a word: it may have been killed, and another one may come.
  [[nodiscard]] bool was_left() const { return farewell_ == Farewell::None; }

 private:
  asio::io_context loop_{1};
  int status_ = 1;
  Farewell farewell_ = Farewell::Said;
  ServedStream stream_;
  asio::signal_set signals_;
};

}  // namespace termhost::cli
