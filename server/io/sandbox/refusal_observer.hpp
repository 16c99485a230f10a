// Watches one confined terminal, does what only termhost may do for it (supervised_calls_linux.hpp), and remembers what
// its sandbox has refused.
//
// In a thread of its own: whoever makes a watched call waits for it, and must not wait for what termhost does else.
#pragma once

#include <mutex>
#include <thread>
#include <vector>

#include "io/file_descriptor.hpp"
#include "io/sandbox/refused_path_linux.hpp"
#include "io/sandbox/supervised_calls_linux.hpp"
#include "sandbox/refusal.hpp"

namespace termhost::io {

class RefusalObserver {
 public:
  /// `watched`: of watch_system_calls() under that plan.
  RefusalObserver(FileDescriptor watched, sandbox::Plan plan);
  ~RefusalObserver();
  RefusalObserver(const RefusalObserver&) = delete;
  RefusalObserver& operator=(const RefusalObserver&) = delete;

  /// What was refused since the last time. What could not be looked at in time (a file system that does not answer)
  /// comes with the next.
  [[nodiscard]] std::vector<sandbox::Refusal> take();

 private:
  void watch();
  [[nodiscard]] bool answer_next();

  RefusedPaths paths_;
  SupervisedCalls supervisor_;
  FileDescriptor watched_, ended_, end_;  // the last two: a pipe, closed to end the thread
  std::timed_mutex mutex_;                // held from an answer until what it let go on has been looked at
  std::vector<sandbox::Refusal> refusals_;
  std::thread thread_;
};

}  // namespace termhost::io
