// A message with a descriptor in it, over a stream socket.
#pragma once

#include <cstddef>

#include "io/file_descriptor.hpp"

namespace termhost::io {

/// False: nothing was sent.
bool send_with_descriptor(int socket, const void* message, std::size_t size, int descriptor);

/// Waits for `size` bytes, all or none; `descriptor` is what came with them. False: the other side is gone.
[[nodiscard]] bool receive_with_descriptor(int socket, void* message, std::size_t size, FileDescriptor& descriptor);

}  // namespace termhost::io
