// Bytes from one handle to another, as they are, until either ends.
#pragma once

#include "io/handle.hpp"

namespace termhost::io {

enum class RelayEnd {
  NothingMore,  ///< the source has ended
  ReaderGone,   ///< the destination takes no more
};

/// Blocks until then.
RelayEnd relay(Handle from, Handle to);

}  // namespace termhost::io
