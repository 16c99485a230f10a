// Bytes from one file descriptor to another, as they are, until either ends.
#pragma once

namespace termhost::io {

/// Blocks until `from` has ended or `to` takes no more.
void relay(int from, int to);

}  // namespace termhost::io
