#include "io/stdin_reader.hpp"

#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <unistd.h>
#include <utility>
#include <vector>

#include <asio/executor_work_guard.hpp>
#include <asio/post.hpp>

#include "io/wake_pipe.hpp"

namespace termhost::io {
namespace {

constexpr std::size_t chunk_bytes = std::size_t{256} << 10;  // few hand-offs, and still in the cache
constexpr std::size_t chunk_count = 2;                       // one is filled while the other is used up

/// A pipe of one chunk instead of 64 KiB saves the writer and us most of the switching. Linux only; elsewhere it stays.
void widen_pipe([[maybe_unused]] int fd) {
#ifdef F_SETPIPE_SZ
  ::fcntl(fd, F_SETPIPE_SZ, static_cast<int>(chunk_bytes));
#endif
}

}  // namespace

struct StdinReader::Shared : std::enable_shared_from_this<Shared> {
  Shared(asio::io_context& context, int descriptor, StdinEvents handlers)
      : loop(context), work(context.get_executor()), fd(descriptor), events(std::move(handlers)) {
    for (auto& chunk : chunks) chunk.resize(chunk_bytes);
  }

  void run() {
    block_signals_in_this_thread();
    widen_pipe(fd);
    for (std::size_t turn = 0; wait_for_free_chunk(); turn = (turn + 1) % chunk_count) {
      if (!fill(chunks[turn])) return;
    }
  }

  /// False when there is nothing more to read.
  bool fill(std::vector<char>& chunk) {
    while (wake.wait(fd, POLLIN)) {
      const ssize_t count = ::read(fd, chunk.data(), chunk.size());
      if (count > 0) return deliver({chunk.data(), static_cast<std::size_t>(count)}), true;
      if (count == 0) return finish(""), false;
      if (errno != EINTR && errno != EAGAIN) return finish(std::strerror(errno)), false;
    }
    return false;
  }

  bool wait_for_free_chunk() {
    std::unique_lock lock(mutex);
    freed.wait(lock, [this] { return free_chunks > 0 || stopping; });
    if (stopping) return false;
    --free_chunks;
    return true;
  }

  void deliver(std::string_view bytes) {
    asio::post(loop, [self = shared_from_this(), bytes] {
      if (self->stopping) return;
      self->events.on_bytes(bytes);
      ++self->used_chunks;
      if (!self->paused) self->give_back();
    });
  }

  void give_back() {
    const std::lock_guard lock(mutex);
    free_chunks += std::exchange(used_chunks, 0);
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
  int fd;
  StdinEvents events;
  WakePipe wake;
  std::array<std::vector<char>, chunk_count> chunks;
  std::mutex mutex;
  std::condition_variable freed;
  std::size_t free_chunks = chunk_count;  // guarded by mutex
  std::size_t used_chunks = 0;            // on the loop's thread only, like `paused`
  bool paused = false;
  bool stopping = false;  // written on the loop's thread under mutex; read there without
};

StdinReader::StdinReader(asio::io_context& loop, int fd, StdinEvents events)
    : shared_(std::make_shared<Shared>(loop, fd, std::move(events))), thread_([shared = shared_] { shared->run(); }) {}

StdinReader::~StdinReader() {
  shared_->stop();
  thread_.join();
  shared_->work.reset();
}

void StdinReader::pause() { shared_->paused = true; }

void StdinReader::resume() {
  shared_->paused = false;
  shared_->give_back();
}

}  // namespace termhost::io
