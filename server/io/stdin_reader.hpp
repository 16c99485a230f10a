// Reads a file descriptor on a thread of its own and hands the bytes to the event loop, in large chunks and never more
// than two ahead of it.
//
// Not asio's stream_descriptor: that sets O_NONBLOCK on the open file description, which the editor and our stdout may
// share; a write on the other end of the description would then fail half way.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include <asio/io_context.hpp>

namespace termhost::io {

struct StdinEvents {
  std::function<void(std::string_view bytes)> on_bytes;
  /// The end, once and last: end of file, or an error (`reason` is not empty then).
  std::function<void(std::string_view reason)> on_end;
};

class StdinReader {
 public:
  /// The events come on `loop`, which is kept running until on_end. `fd` is not closed.
  StdinReader(asio::io_context& loop, int fd, StdinEvents events);
  /// Stops reading; no event comes afterwards. To be called on the loop's thread.
  ~StdinReader();
  /// Reads on only after resume(), but for the chunk that is on its way. To be called on the loop's thread.
  void pause();
  void resume();
  StdinReader(const StdinReader&) = delete;
  StdinReader& operator=(const StdinReader&) = delete;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
  std::thread thread_;
};

}  // namespace termhost::io
