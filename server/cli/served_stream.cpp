#include "cli/served_stream.hpp"

#include <cstdio>

#include <fmt/format.h>

namespace termhost::cli {
namespace {

void log_loss(std::uint64_t frames, std::uint64_t bytes) {
  log_line(fmt::format("the other side was too slow: {} messages with real-time output ({} bytes) were not sent",
                       frames, bytes));
}

}  // namespace

void log_line(std::string_view line) { fmt::print(stderr, "termhost: {}\n", line); }

ServedStream::ServedStream(asio::io_context& loop, int in, int out, const rpc::Dialect& dialect, Ends ends,
                           Record record)
    : loop_(loop),
      in_(in),
      ends_(std::move(ends)),
      writer_(loop, out,
              {.on_broken = [this](std::string_view) { ends_.reader_gone(); },
               .on_caught_up = log_loss,
               .on_drained = [this] { resume(); }}),
      connection_(dialect, writer_, {.log = log_line, .record = std::move(record)}) {}

void ServedStream::start() {
  reader_.emplace(loop_, in_,
                  io::StdinEvents{.on_bytes = [this](std::string_view bytes) { feed(bytes); },
                                  .on_end =
                                      [this](std::string_view reason) {
                                        if (!reason.empty()) log_line(reason);
                                        connection_.end_of_input();
                                        ends_.input_ended();
                                      }});
}

void ServedStream::close(std::chrono::milliseconds patience) {
  reader_.reset();
  writer_.close(patience);
}

void ServedStream::feed(std::string_view bytes) {
  connection_.feed(bytes);
  if (connection_.held()) reader_->pause();
}

void ServedStream::resume() {
  connection_.resume();
  if (reader_ && !connection_.held()) reader_->resume();
}

}  // namespace termhost::cli
