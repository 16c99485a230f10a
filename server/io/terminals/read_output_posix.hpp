// Reads what a terminal or a pipe has, as much as is worth one delivery.
#pragma once

#include <string_view>

#include "io/guard/kept_stream_posix.hpp"

namespace termhost::io {

/// A PTY gives 4 KiB at a time, which are collected into one delivery of so many bytes.
inline constexpr std::size_t chunk_bytes = 64 * 1024;

/// `bytes`: what has come, valid until the next call; empty: nothing is there. `stream`: where the terminal is kept,
/// else null. False: it has come to its end.
bool read_output(int from, KeptStream* stream, std::string_view& bytes);

}  // namespace termhost::io
