#include "cli/serving/served_stream.hpp"

#include <fmt/format.h>

#include "cli/log.hpp"

namespace termhost::cli {
namespace {

void log_loss(std::uint64_t frames, std::uint64_t bytes) {
  log_line(fmt::format("the other side was too slow: {} messages with real-time output ({} bytes) were not sent",
                       frames, bytes));
}

}  // namespace

ServedStream::ServedStream(asio::io_context& loop, int in, int out, const rpc::Dialect& dialect, Ends ends,
                           Record record)
    : loop_(loop),
      in_(in),
      ends_(std::move(ends)),
      writer_(loop, out,
              {.on_broken = [this](std::string_view) { ends_.reader_gone(); },
               .on_caught_up = log_loss,
               .on_drained = [this] { receive(); }}),
      connection_(dialect, writer_, {.log = log_line, .record = std::move(record)}) {}

void ServedStream::start() {
  reader_.emplace(
      loop_, in_,
      io::StdinEvents{.fill = [this](std::string_view bytes,
                                     std::size_t slot) { connection_.intake().read(bytes, batches_[slot]); },
                      .on_filled =
                          [this](std::size_t slot) {
                            filled_.push_back(slot);
                            receive();
                          },
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

void ServedStream::receive() {
  for (; !filled_.empty() && connection_.receive(batches_[filled_.front()]); filled_.pop_front()) {
    if (reader_) reader_->release();
  }
}

}  // namespace termhost::cli
