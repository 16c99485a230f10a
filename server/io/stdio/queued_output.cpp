#include "io/stdio/queued_output.hpp"

#include <array>
#include <cerrno>

namespace termhost::io {

bool QueuedOutput::write() {
  if (queue_.empty()) return true;
  const long size = write_ready(output_, queue_);
  queue_.erase(0, size < 0 ? queue_.size() : static_cast<std::size_t>(size));
  return size >= 0;
}

long write_ready(const ReadyOutput& output, std::string_view bytes) {
  const std::array parts{bytes};
  const long size = output.write(parts);
  const bool later = size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
  return later ? 0 : size;
}

}  // namespace termhost::io
