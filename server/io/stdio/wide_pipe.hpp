// Pipes that hold a chunk of what is read and written at once.
#pragma once

#include <cstddef>
#include <fcntl.h>

namespace termhost::io {

inline constexpr std::size_t chunk_bytes = std::size_t{256} << 10;  ///< few hand-offs, and still in the cache

/// A pipe of one chunk instead of 64 KiB saves both sides most of the switching. Linux only; elsewhere it stays.
inline void widen_pipe([[maybe_unused]] int fd) {
#ifdef F_SETPIPE_SZ
  ::fcntl(fd, F_SETPIPE_SZ, static_cast<int>(chunk_bytes));
#endif
}

}  // namespace termhost::io
