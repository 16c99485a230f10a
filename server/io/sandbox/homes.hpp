// The home folders of this machine's users, as its own list of them has it, and the folders where file systems begin.
#pragma once

#include <string>
#include <vector>

namespace termhost::io {

/// The folder with most homes, also of users that the list has no more.
extern const char* const folder_of_homes;

/// Root's, and those of users that the system did not make for itself.
[[nodiscard]] std::vector<std::string> homes_of_users();

/// The mount points of this process's view of the files, absolute.
[[nodiscard]] std::vector<std::string> mount_points();

}  // namespace termhost::io
