// A thread that writes to files, in order, what the event loop must not wait for.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace termhost::io {

class WriteQueue {
 public:
  /// Past it post() waits: a slow disk slows the commands, and memory does not grow.
  static constexpr std::size_t most_waiting_bytes = std::size_t{1} << 20;

  /// Runs what it is given soon, on the thread that posts: once for all that is posted until then the writing thread is
  /// woken up, which costs more than to write 64 KiB.
  using Later = std::function<void(std::function<void()> wake)>;

  WriteQueue() : WriteQueue([](const std::function<void()>& wake) { wake(); }) {}
  explicit WriteQueue(Later later) : later_(std::move(later)) {}
  /// After all that was posted.
  ~WriteQueue();
  WriteQueue(const WriteQueue&) = delete;
  WriteQueue& operator=(const WriteQueue&) = delete;

  /// Runs `job`, which holds `bytes`, after those before it; where there can be no thread, now.
  void post(std::size_t bytes, std::function<void()> job);
  /// Returns when all that was posted is done: what jobs touch is the caller's until it posts again.
  void settle();

 private:
  struct Job {
    std::size_t bytes = 0;
    std::function<void()> run;
  };

  template <class Far>
  void wait(std::unique_lock<std::mutex>& lock, Far far);
  bool start();
  void run();

  Later later_;
  std::mutex mutex_;
  std::condition_variable done_;
  std::shared_ptr<std::condition_variable> posted_ =
      std::make_shared<std::condition_variable>();  // and of those to wake
  std::deque<Job> jobs_;                            // guarded by mutex_, as what follows; the first one is being run
  std::size_t waiting_bytes_ = 0;                   // of jobs_
  bool closing_ = false;
  std::thread thread_;
};

}  // namespace termhost::io
