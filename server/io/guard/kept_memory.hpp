// Memory without a name that two processes can share by its descriptor.
#pragma once

#include <cstddef>

#include "io/file_descriptor.hpp"

namespace termhost::io {

/// All zeros, and no page is taken before it is written. Nothing where the system has none: there no terminal is kept.
[[nodiscard]] FileDescriptor make_kept_memory(std::size_t bytes);

/// These pages of a mapping of it are given back, and read as zeros.
void give_back(void* pages, std::size_t bytes);

/// From now on no other process of this user opens what this one has open, or looks into its memory: it holds the
/// nonces of a shell.
void hide_from_others();
/// A child that does not hold the nonces undoes this, so that it may set up namespaces again.
void hide_no_more();

}  // namespace termhost::io
