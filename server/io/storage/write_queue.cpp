#include "io/storage/write_queue.hpp"

#include <system_error>
#include <utility>

#include "io/thread_signals.hpp"

namespace termhost::io {

WriteQueue::~WriteQueue() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  posted_->notify_one();
  thread_.join();
}

/// Until the thread has come so far, which may still have to hear that there is something to do.
template <class Far>
void WriteQueue::wait(std::unique_lock<std::mutex>& lock, Far far) {
  if (far()) return;
  posted_->notify_one();
  done_.wait(lock, far);
}

void WriteQueue::post(std::size_t bytes, std::function<void()> job) {
  if (!start()) return job();
  std::unique_lock lock(mutex_);
  wait(lock, [this] { return waiting_bytes_ <= most_waiting_bytes; });
  const bool awaited = jobs_.empty();
  jobs_.push_back({bytes, std::move(job)});
  waiting_bytes_ += bytes;
  lock.unlock();
  if (awaited) later_([posted = posted_] { posted->notify_one(); });
}

void WriteQueue::settle() {
  std::unique_lock lock(mutex_);
  wait(lock, [this] { return jobs_.empty(); });
}

/// False: the system has no thread for it.
bool WriteQueue::start() {
  if (thread_.joinable()) return true;
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {
    return false;
  }
  return true;
}

void WriteQueue::run() {
  block_signals_in_this_thread();
  std::unique_lock lock(mutex_);
  while (true) {
    posted_->wait(lock, [this] { return !jobs_.empty() || closing_; });
    if (jobs_.empty()) return;
    const std::function<void()>& job = jobs_.front().run;  // stays where it is while others are pushed
    lock.unlock();
    job();
    lock.lock();
    waiting_bytes_ -= jobs_.front().bytes;
    jobs_.pop_front();
    done_.notify_all();
  }
}

}  // namespace termhost::io
