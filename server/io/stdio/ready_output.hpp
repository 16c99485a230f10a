// Writes to a pipe or a socket that is ready as much as it takes now, and never waits for its reader.
//
// The handle stays blocking: the editor may share its open file description. A pipe is opened anew, by the system's
// name for it; a socket is asked not to wait. A system without one of these means gets PIPE_BUF bytes at a time, which
// a ready pipe or socket takes whole.
#pragma once

#include <span>
#include <string_view>

#include "io/file_descriptor.hpp"
#include "io/handle.hpp"

namespace termhost::io {

class ReadyOutput {
 public:
  static constexpr std::size_t most_parts = 16;

  /// `to` is not closed.
  explicit ReadyOutput(Handle to);
  /// Bytes written of the parts, which are not empty and at most `most_parts`, or -1 and errno: EAGAIN if nothing can
  /// be written now.
  [[nodiscard]] long write(std::span<const std::string_view> parts) const;

 private:
  Handle to_;
  bool socket_;         ///< it can be asked not to wait
  FileDescriptor own_;  ///< a description of our own, which does not block
};

}  // namespace termhost::io
