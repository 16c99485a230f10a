// Reads a handle on a thread of its own, in large chunks, and never gets further than two of them ahead of the event
// loop. The owner turns the bytes into what it needs: it has two slots for that, which are filled by turns.
//
// Not asio's stream_descriptor: that sets O_NONBLOCK on the open file description, which the editor and our stdout may
// share; a write on the other end of the description would then fail half way.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include <asio/io_context.hpp>

#include "io/handle.hpp"

namespace termhost::io {

inline constexpr std::size_t chunk_bytes = std::size_t{256} << 10;  ///< few hand-offs, and still in the cache
inline constexpr std::size_t stdin_slots = 2;                       // one is filled while the other is used up

struct StdinEvents {
  /// On the reader's thread: makes of `bytes` what the loop needs, in `slot`.
  std::function<void(std::string_view bytes, std::size_t slot)> fill;
  /// On the loop, where `slot` stays until release().
  std::function<void(std::size_t slot)> on_filled;
  /// On the loop, once and last: end of file, or an error (`reason` is not empty then).
  std::function<void(std::string_view reason)> on_end;
};

class ThreadedReader {
 public:
  /// `loop` is kept running until on_end. `in` is not closed.
  ThreadedReader(asio::io_context& loop, Handle in, StdinEvents events);
  /// Stops reading; no event comes afterwards. To be called on the loop's thread.
  ~ThreadedReader();
  /// The slot that was filled first is used up. Who keeps the slots reads no more.
  void release();
  ThreadedReader(const ThreadedReader&) = delete;
  ThreadedReader& operator=(const ThreadedReader&) = delete;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
  std::thread thread_;
};

}  // namespace termhost::io
