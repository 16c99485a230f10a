// Watches one confined terminal, does what only termhost may do for it (supervised_calls_linux.hpp), and remembers what
// its sandbox has refused.
//
// In a thread of its own: whoever makes a watched call waits for it, and must not wait for what termhost does else.
#pragma once

#include <memory>
#include <vector>

#include "io/file_descriptor.hpp"
#include "sandbox/plan.hpp"
#include "sandbox/refusal.hpp"

namespace termhost::io {

class RefusalObserver {
 public:
  /// `watched`: of give_up_rights() under that plan, `layers`: of enter_view().
  RefusalObserver(FileDescriptor watched, sandbox::Plan plan, const FileDescriptor& layers);
  ~RefusalObserver();
  RefusalObserver(const RefusalObserver&) = delete;
  RefusalObserver& operator=(const RefusalObserver&) = delete;

  /// Refusals since the last time. One that could not be looked at in time (a file system that does not answer)
  /// comes with the next.
  [[nodiscard]] std::vector<sandbox::Refusal> take();

 private:
  class Watch;
  std::unique_ptr<Watch> watch_;
};

}  // namespace termhost::io
