// The home folders of this machine's users, as its own list of them has it, and the folders where file systems begin.
#pragma once

#include <string>
#include <vector>

#include "io/file_descriptor.hpp"

namespace termhost::io {

/// The folder with most homes, also of users that the list has no more.
extern const char* const folder_of_homes;
/// The file with the list of users.
extern const char* const list_of_users;

/// Root's, and those of users that the system did not make for itself.
[[nodiscard]] std::vector<std::string> homes_of_users();

/// The mount points of this process's view of the files, absolute.
[[nodiscard]] std::vector<std::string> mount_points();

/// The table of mount points, open: the kernel tells at it whether the table has changed since the last question, which
/// costs less than to read the table.
[[nodiscard]] FileDescriptor open_mount_table();
/// True if that is not known.
[[nodiscard]] bool have_mounts_changed(const FileDescriptor& table);

}  // namespace termhost::io
