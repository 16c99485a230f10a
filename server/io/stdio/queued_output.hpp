// Bytes for a handle that does not take them at once: they wait here, and nobody waits for its reader.
#pragma once

#include <string>
#include <string_view>

#include "io/stdio/ready_output.hpp"

namespace termhost::io {

class QueuedOutput {
 public:
  /// `to` is not closed.
  explicit QueuedOutput(Handle to) : to_(to), output_(to) {}

  void add(std::string_view bytes) { queue_ += bytes; }
  [[nodiscard]] std::size_t size() const { return queue_.size(); }
  /// The handle, if something waits for it; else a negative one.
  [[nodiscard]] Handle waits_for() const { return queue_.empty() ? -1 : to_; }
  /// As much as it takes now. False: its reader is gone, and nothing waits any more.
  bool write();

 private:
  Handle to_;
  ReadyOutput output_;
  std::string queue_;
};

/// One write to a handle that is ready: the number of bytes, 0 if it takes nothing now, negative if its reader is gone.
[[nodiscard]] long write_ready(const ReadyOutput& output, std::string_view bytes);

}  // namespace termhost::io
