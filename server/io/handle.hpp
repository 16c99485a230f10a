// Handles: open files, pipes and sockets of this process by the system's own name for them. Calls block as the handle
// does; after a failure errno says why.
#pragma once

#include <cstddef>
#include <string_view>

namespace termhost::io {

using Handle = int;  ///< POSIX: a file descriptor

inline constexpr Handle standard_input = 0, standard_output = 1, standard_errors = 2;

/// Bytes read; 0: there are no more; negative: it failed.
[[nodiscard]] long read_some(Handle from, char* into, std::size_t size);

/// Writes until everything is written. False if `to` takes no more.
[[nodiscard]] bool write_whole(Handle to, std::string_view text);

/// A pipe that holds so many bytes instead of 64 KiB saves both sides most of the switching. Linux only; elsewhere it
/// stays.
void widen_pipe(Handle pipe, std::size_t bytes);

}  // namespace termhost::io
