// A connection over two file descriptors: read on one thread, written on another, so that neither a slow nor a vanished
// reader holds up the event loop. One that does not read its answers is not read from either, where its dialect says
// so.
#pragma once

#include <array>
#include <chrono>
#include <deque>
#include <functional>
#include <optional>
#include <string_view>

#include <asio/io_context.hpp>

#include "io/stdio/frame_writer.hpp"
#include "io/stdio/threaded_reader.hpp"
#include "rpc/connection/connection.hpp"

namespace termhost::cli {

class ServedStream {
 public:
  using Record = std::function<void(rpc::Way, std::string_view)>;
  struct Ends {
    std::function<void()> input_ended;  ///< open calls have failed by then
    std::function<void()> reader_gone;
  };

  /// The descriptors are not closed.
  ServedStream(asio::io_context& loop, int in, int out, const rpc::Dialect& dialect, Ends ends, Record record = {});

  [[nodiscard]] rpc::Connection& connection() { return connection_; }
  void start();
  /// See FrameWriter.
  void after_written(std::function<void()> then) { writer_.after_written(std::move(then)); }
  /// Reads no more, and writes what is queued for as long as `patience` lasts.
  void close(std::chrono::milliseconds patience);

 private:
  void receive();

  asio::io_context& loop_;
  int in_;
  Ends ends_;
  io::FrameWriter writer_;
  rpc::Connection connection_;
  std::array<rpc::FrameBatch, io::stdin_slots> batches_;
  std::deque<std::size_t> filled_;            // of batches_: to be received, in this order
  std::optional<io::ThreadedReader> reader_;  // once started
};

}  // namespace termhost::cli
