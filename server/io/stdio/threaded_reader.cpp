#include "io/stdio/threaded_reader.hpp"

#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <utility>

#include <asio/executor_work_guard.hpp>
#include <asio/post.hpp>

#include "io/stdio/wake_pipe.hpp"
#include "io/thread_signals.hpp"

namespace termhost::io {
struct ThreadedReader::Shared : std::enable_shared_from_this<Shared> {
  Shared(asio::io_context& context, Handle handle, StdinEvents handlers)
      : loop(context), work(context.get_executor()), in(handle), events(std::move(handlers)) {}

  void run() {
    block_signals_in_this_thread();
    widen_pipe(in, chunk_bytes);
    const auto chunk = std::make_unique_for_overwrite<char[]>(chunk_bytes);
    for (std::size_t slot = 0; wait_for_free_slot(); slot = (slot + 1) % stdin_slots) {
      const std::size_t count = read(chunk.get());
      if (count == 0) return;
      events.fill({chunk.get(), count}, slot);
      asio::post(loop, [self = shared_from_this(), slot] {
        if (!self->stopping) self->events.on_filled(slot);
      });
    }
  }

  /// Bytes read; 0 when there is nothing more.
  std::size_t read(char* chunk) {
    while (wake.wait_to_read(in)) {
      const long count = read_some(in, chunk, chunk_bytes);
      if (count > 0) return static_cast<std::size_t>(count);
      if (count == 0) return finish(""), 0;
      if (errno != EINTR && errno != EAGAIN) return finish(std::strerror(errno)), 0;
    }
    return 0;
  }

  bool wait_for_free_slot() {
    std::unique_lock lock(mutex);
    freed.wait(lock, [this] { return free_slots > 0 || stopping; });
    if (stopping) return false;
    --free_slots;
    return true;
  }

  void release() {
    {
      const std::lock_guard lock(mutex);
      ++free_slots;
    }
    freed.notify_one();
  }

  void finish(std::string reason) {
    asio::post(loop, [self = shared_from_this(), reason = std::move(reason)] {
      if (self->stopping) return;
      self->work.reset();
      self->events.on_end(reason);
    });
  }

  void stop() {
    {
      const std::lock_guard lock(mutex);
      stopping = true;
    }
    freed.notify_one();
    wake.wake();
  }

  asio::io_context& loop;
  asio::executor_work_guard<asio::io_context::executor_type> work;
  Handle in;
  StdinEvents events;
  WakePipe wake;
  std::mutex mutex;
  std::condition_variable freed;
  std::size_t free_slots = stdin_slots;  // guarded by mutex
  bool stopping = false;                 // written on the loop's thread under mutex; read there without
};

ThreadedReader::ThreadedReader(asio::io_context& loop, Handle in, StdinEvents events)
    : shared_(std::make_shared<Shared>(loop, in, std::move(events))), thread_([shared = shared_] { shared->run(); }) {}

ThreadedReader::~ThreadedReader() {
  shared_->stop();
  thread_.join();
  shared_->work.reset();
}

void ThreadedReader::release() { shared_->release(); }

}  // namespace termhost::io
