// A thread that writes to files, in order, what the event loop must not wait for.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace termhost::io {

class WriteQueue {
 public:
  /// Past it post() waits: a slow disk slows the commands, and memory does not grow.
  static constexpr std::size_t most_waiting_bytes = std::size_t{1} << 20;

  WriteQueue() = default;
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

  bool start();
  void run();

  std::mutex mutex_;
  std::condition_variable posted_, done_;
  std::deque<Job> jobs_;           // guarded by mutex_, as what follows; the first one is being run
  std::size_t waiting_bytes_ = 0;  // of jobs_
  bool closing_ = false;
  std::thread thread_;
};

}  // namespace termhost::io
