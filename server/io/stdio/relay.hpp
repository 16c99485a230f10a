// Bytes from one file descriptor to another, as they are, until either ends.
#pragma once

namespace termhost::io {

enum class RelayEnd {
  NothingMore,  ///< what was read from has ended
  ReaderGone,   ///< what was written to takes no more
};

/// Blocks until then.
RelayEnd relay(int from, int to);

}  // namespace termhost::io
