// Writes frames on a thread of its own: a reader that stalls or goes away never holds up the event loop.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include <asio/io_context.hpp>

#include "io/handle.hpp"
#include "rpc/connection/connection.hpp"

namespace termhost::io {

/// Frames waiting for a slow reader; past it live output is dropped, whose offsets then say so.
inline constexpr std::size_t max_queued_bytes = std::size_t{8} << 20;
/// So long live output waits for room before any of it is dropped, and not again until all is written: a reader whom a
/// busy machine keeps from running is not slow yet, and a gigabyte a second fills the queue in 8 ms.
inline constexpr std::chrono::milliseconds slow_reader_patience{20};
/// Past it nothing more is made for a reader whose own requests can be held (rpc::SlowReader::Holds): what its commands
/// still answer comes on top.
inline constexpr std::size_t full_queue_bytes = std::size_t{2} << 20;

struct StdoutEvents {
  /// Nothing can be written any more: the reader is gone. Once.
  std::function<void(std::string_view reason)> on_broken;
  /// The reader has caught up after frames were dropped: how many since it fell behind.
  std::function<void(std::uint64_t frames, std::uint64_t bytes)> on_caught_up;
  /// Everything is written after full() was true.
  std::function<void()> on_drained;
};

class FrameWriter final : public rpc::FrameSink {
 public:
  /// The events come on `loop`. `out` stays blocking and is not closed.
  FrameWriter(asio::io_context& loop, Handle out, StdoutEvents events,
              std::chrono::milliseconds patience = slow_reader_patience);
  /// Closes with a second of patience, unless close() was called before.
  ~FrameWriter() override;
  FrameWriter(const FrameWriter&) = delete;
  FrameWriter& operator=(const FrameWriter&) = delete;

  /// Never blocks, never drops: for what the protocol can't do without.
  void write(std::string frame) override;
  /// Blocks for `patience` at most, and that once until everything is written.
  bool write_droppable(std::string frame) override;
  /// More than full_queue_bytes wait.
  [[nodiscard]] bool full() const override;

  /// Calls `then` on the loop when all frames that were given so far are written; never if the reader is gone.
  void after_written(std::function<void()> then);

  /// Waits until everything is written, the reader is gone, or `patience` is over; afterwards nothing is written.
  void close(std::chrono::milliseconds patience);

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
  std::thread thread_;
};

}  // namespace termhost::io
