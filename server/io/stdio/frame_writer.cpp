#include "io/stdio/frame_writer.hpp"

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <unistd.h>
#include <utility>

#include <asio/post.hpp>
#include <climits>

#include "io/stdio/wake_pipe.hpp"

namespace termhost::io {
namespace {

// A pipe that poll() calls writable takes this much without blocking, so that the thread can always be stopped.
constexpr std::size_t write_bytes = PIPE_BUF;

}  // namespace

struct FrameWriter::Shared : std::enable_shared_from_this<Shared> {
  Shared(asio::io_context& context, int descriptor, StdoutEvents handlers)
      : loop(context), fd(descriptor), events(std::move(handlers)) {}

  void run() {
    block_signals_in_this_thread();
    std::string sending;
    while (take_queue(sending)) {
      const int error = write_all(sending);
      if (error != 0) return break_off(error);
    }
  }

  /// False when nothing is queued and nothing will be.
  bool take_queue(std::string& sending) {
    std::unique_lock lock(mutex);
    sending.clear();
    unsent = 0;
    if (queue.empty()) {
      idle.notify_all();
      report_loss();
      if (std::exchange(was_full, false)) post_drained();
    }
    queued.wait(lock, [this] { return !queue.empty() || closing; });
    if (queue.empty()) return false;
    std::swap(sending, queue);
    unsent = sending.size();
    return true;
  }

  /// 0, or the errno that ended it; ECANCELED when told to stop.
  int write_all(std::string_view bytes) {
    while (!bytes.empty()) {
      if (!wake.wait(fd, POLLOUT)) return ECANCELED;
      const ssize_t count = ::write(fd, bytes.data(), std::min(bytes.size(), write_bytes));
      if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (count < 0) return errno;
      bytes.remove_prefix(static_cast<std::size_t>(count));
      const std::lock_guard lock(mutex);
      unsent = bytes.size();
    }
    return 0;
  }

  void break_off(int error) {
    {
      const std::lock_guard lock(mutex);
      broken = true;
      queue.clear();
      unsent = 0;
    }
    idle.notify_all();
    if (error == ECANCELED) return;
    asio::post(loop, [self = shared_from_this(), error] {
      if (self->events.on_broken) self->events.on_broken(std::strerror(error));
    });
  }

  void report_loss() {
    if (dropped_frames == 0) return;
    asio::post(loop, [self = shared_from_this(), frames = dropped_frames, bytes = dropped_bytes] {
      if (self->events.on_caught_up) self->events.on_caught_up(frames, bytes);
    });
    dropped_frames = dropped_bytes = 0;
  }

  void post_drained() {
    asio::post(loop, [self = shared_from_this()] {
      if (self->events.on_drained) self->events.on_drained();
    });
  }

  /// Under the mutex.
  bool over_full() {
    const bool over = queue.size() + unsent > full_queue_bytes && !broken;
    was_full |= over;
    return over;
  }

  bool put(const std::string& frame, bool droppable) {
    const std::lock_guard lock(mutex);
    if (broken || closing) return false;
    if (droppable && queue.size() + unsent + frame.size() > max_queued_bytes) {
      ++dropped_frames;
      dropped_bytes += frame.size();
      return false;
    }
    queue += frame;
    queued.notify_one();
    return true;
  }

  void close(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex);
    closing = true;
    queued.notify_one();
    idle.wait_for(lock, patience, [this] { return broken || (queue.empty() && unsent == 0); });
    wake.wake();
  }

  asio::io_context& loop;
  int fd;
  StdoutEvents events;  // used and dropped on the loop's thread
  WakePipe wake;
  std::mutex mutex;
  std::condition_variable queued;
  std::condition_variable idle;
  // Guarded by mutex:
  std::string queue;
  std::size_t unsent = 0;  // of what the thread has taken from the queue
  std::uint64_t dropped_frames = 0;
  std::uint64_t dropped_bytes = 0;
  bool was_full = false;  // since everything was written
  bool closing = false;
  bool broken = false;
};

FrameWriter::FrameWriter(asio::io_context& loop, int fd, StdoutEvents events)
    : shared_(std::make_shared<Shared>(loop, fd, std::move(events))), thread_([shared = shared_] { shared->run(); }) {}

FrameWriter::~FrameWriter() {
  close(std::chrono::seconds{1});
  shared_->events = {};
}

void FrameWriter::write(std::string frame) { shared_->put(frame, false); }

bool FrameWriter::write_droppable(std::string frame) { return shared_->put(frame, true); }

bool FrameWriter::full() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->over_full();
}

void FrameWriter::close(std::chrono::milliseconds patience) {
  if (!thread_.joinable()) return;
  shared_->close(patience);
  thread_.join();
}

}  // namespace termhost::io
