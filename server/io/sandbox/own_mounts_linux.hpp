// The mounts of a view that the processes in it write and nobody outside can: a list that enter_view() leaves in its
// layers, where no process of the view gets at it.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "io/file_descriptor.hpp"

namespace termhost::io {

/// The number of the mount that a descriptor leads to (Linux 5.8).
[[nodiscard]] std::optional<std::uint64_t> mount_of(const FileDescriptor& file);

/// False: errno says why.
[[nodiscard]] bool list_own_mounts(const FileDescriptor& layers, const std::set<std::uint64_t>& mounts);
[[nodiscard]] std::set<std::uint64_t> own_mounts(const FileDescriptor& layers);

}  // namespace termhost::io
