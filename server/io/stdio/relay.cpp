#include "io/stdio/relay.hpp"

#include <array>
#include <cerrno>

namespace termhost::io {

RelayEnd relay(Handle from, Handle to) {
  static thread_local std::array<char, 64 * 1024> buffer;
  while (true) {
    const long count = read_some(from, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return RelayEnd::NothingMore;
    if (!write_whole(to, {buffer.data(), static_cast<std::size_t>(count)})) return RelayEnd::ReaderGone;
  }
}

}  // namespace termhost::io
