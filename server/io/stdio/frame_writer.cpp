#include "io/stdio/frame_writer.hpp"

#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include <asio/post.hpp>

#include "io/stdio/ready_output.hpp"
#include "io/stdio/threaded_reader.hpp"
#include "io/stdio/wake_pipe.hpp"
#include "io/thread_signals.hpp"

namespace termhost::io {

/// Whole frames in the order they go out, the first one perhaps begun.
class Frames {
 public:
  [[nodiscard]] bool empty() const { return frames_.empty(); }
  void push(std::string frame) { frames_.push_back(std::move(frame)); }

  [[nodiscard]] long write_to(const ReadyOutput& output) const {
    std::array<std::string_view, ReadyOutput::most_parts> parts;
    std::size_t count = 0;
    for (auto frame = frames_.begin(); frame != frames_.end() && count < parts.size(); ++frame, ++count)
      parts[count] = *frame;
    parts[0].remove_prefix(begun_);
    return output.write(std::span(parts).first(count));
  }

  void written(std::size_t bytes) {
    for (begun_ += bytes; !frames_.empty() && begun_ >= frames_.front().size(); frames_.pop_front())
      begun_ -= frames_.front().size();
  }

 private:
  std::deque<std::string> frames_;
  std::size_t begun_ = 0;  // bytes of the first one that are written
};

struct FrameWriter::Shared : std::enable_shared_from_this<Shared> {
  struct Mark {
    std::uint64_t end;  // of what must be written
    std::function<void()> then;
  };

  Shared(asio::io_context& context, Handle handle, StdoutEvents handlers, std::chrono::milliseconds longest_wait)
      : loop(context), out(handle), events(std::move(handlers)), patience(longest_wait) {}

  void run() {
    block_signals_in_this_thread();
    widen_pipe(out, chunk_bytes);
    const ReadyOutput output(out);
    Frames sending;
    while (take_queue(sending)) {
      const int error = write_all(sending, output);
      if (error != 0) return break_off(error);
    }
  }

  /// False when nothing is queued and nothing will be.
  bool take_queue(Frames& sending) {
    std::unique_lock lock(mutex);
    if (queue.empty()) {
      impatient = false;
      idle.notify_all();
      report_loss();
      if (std::exchange(was_full, false)) post_drained();
    }
    queued.wait(lock, [this] { return !queue.empty() || closing; });
    if (queue.empty()) return false;
    std::swap(sending, queue);
    return true;
  }

  /// 0, or the errno that ended it; ECANCELED when told to stop.
  int write_all(Frames& frames, const ReadyOutput& output) {
    while (!frames.empty()) {
      if (!wake.wait_to_write(out)) return ECANCELED;
      const long count = frames.write_to(output);
      if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (count < 0) return errno;
      frames.written(static_cast<std::size_t>(count));
      {
        const std::lock_guard lock(mutex);
        unwritten -= static_cast<std::size_t>(count);
        pass_marks();
      }
      room.notify_one();
    }
    return 0;
  }

  void break_off(int error) {
    {
      const std::lock_guard lock(mutex);
      broken = true;
      queue = {};
      unwritten = 0;
      marks = {};
    }
    idle.notify_all();
    room.notify_one();
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

  void mark(std::function<void()> then) {
    const std::lock_guard lock(mutex);
    if (broken || closing) return;
    marks.push_back({given, std::move(then)});
    pass_marks();
  }

  /// Under the mutex.
  void pass_marks() {
    const bool waits = !passed.empty();
    for (; !marks.empty() && marks.front().end + unwritten <= given; marks.pop_front())
      passed.push_back(std::move(marks.front().then));
    if (!waits && !passed.empty()) asio::post(loop, [self = shared_from_this()] { self->run_passed(); });
  }

  /// On the loop's thread, which may have stopped the loop since.
  void run_passed() {
    std::vector<std::function<void()>> now;
    {
      const std::lock_guard lock(mutex);
      now.swap(passed);
    }
    for (const auto& then : now) then();
  }

  /// Under the mutex.
  bool over_full() {
    const bool over = unwritten > full_queue_bytes && !broken;
    was_full |= over;
    return over;
  }

  /// Under the mutex.
  [[nodiscard]] bool fits(const std::string& frame) const { return unwritten + frame.size() <= max_queued_bytes; }

  bool put(std::string frame, bool droppable) {
    std::unique_lock lock(mutex);
    if (droppable && !fits(frame) && !std::exchange(impatient, true)) {
      queued.notify_one();
      room.wait_for(lock, patience, [&] { return broken || fits(frame); });
    }
    if (broken || closing) return false;
    if (droppable && !fits(frame)) {
      ++dropped_frames;
      dropped_bytes += frame.size();
      return false;
    }
    const bool awaited = queue.empty();
    unwritten += frame.size();
    given += frame.size();
    queue.push(std::move(frame));
    lock.unlock();
    // Frames that are made before that go out with it.
    if (awaited) asio::post(loop, [self = shared_from_this()] { self->queued.notify_one(); });
    return true;
  }

  void close(std::chrono::milliseconds longest) {
    std::unique_lock lock(mutex);
    closing = true;
    queued.notify_one();
    idle.wait_for(lock, longest, [this] { return broken || unwritten == 0; });
    wake.wake();
  }

  asio::io_context& loop;
  Handle out;
  StdoutEvents events;  // used and dropped on the loop's thread
  std::chrono::milliseconds patience;
  WakePipe wake;
  std::mutex mutex;
  std::condition_variable queued;
  std::condition_variable idle;
  std::condition_variable room;
  // Guarded by mutex:
  Frames queue;
  std::size_t unwritten = 0;  // bytes: of the queue, and of what the thread has taken from it
  std::uint64_t given = 0;    // bytes, ever
  std::deque<Mark> marks;
  std::vector<std::function<void()>> passed;
  std::uint64_t dropped_frames = 0;
  std::uint64_t dropped_bytes = 0;
  bool impatient = false;  // live output has waited for room since everything was written
  bool was_full = false;   // since everything was written
  bool closing = false;
  bool broken = false;
};

FrameWriter::FrameWriter(asio::io_context& loop, Handle out, StdoutEvents events, std::chrono::milliseconds patience)
    : shared_(std::make_shared<Shared>(loop, out, std::move(events), patience)),
      thread_([shared = shared_] { shared->run(); }) {}

FrameWriter::~FrameWriter() {
  close(std::chrono::seconds{1});
  shared_->events = {};
}

void FrameWriter::write(std::string frame) { shared_->put(std::move(frame), false); }

bool FrameWriter::write_droppable(std::string frame) { return shared_->put(std::move(frame), true); }

void FrameWriter::after_written(std::function<void()> then) { shared_->mark(std::move(then)); }

bool FrameWriter::full() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->over_full();
}

void FrameWriter::close(std::chrono::milliseconds patience) {
  if (!thread_.joinable()) return;
  shared_->close(patience);
  thread_.join();
  shared_->run_passed();
}

}  // namespace termhost::io
