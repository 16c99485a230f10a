// A path as it was resolved when a sandbox was planned.
#pragma once

#include <string>

#include "io/file_descriptor.hpp"

namespace termhost::io {

/// A descriptor that only names what is there (O_PATH). No link is followed in any part: one that has come there since
/// may have been made by who is to be confined; with O_NOFOLLOW a link at the end is what is opened. Without one errno
/// says why.
[[nodiscard]] FileDescriptor open_exactly(const std::string& path, int flags = 0);

/// A path that leads to what is open, in whatever view of the files it lies.
[[nodiscard]] std::string name_of(const FileDescriptor& file);
/// Its path in that view; empty: nobody can tell.
[[nodiscard]] std::string path_of(const FileDescriptor& file);

}  // namespace termhost::io
