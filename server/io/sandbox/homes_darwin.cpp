#include <pwd.h>

#include "io/sandbox/homes.hpp"

namespace termhost::io {
namespace {

constexpr uid_t first_user = 501;                 // below are the system's own
constexpr uid_t nobody = static_cast<uid_t>(-2);  // so is this one

}  // namespace

const char* const folder_of_homes = "/Users";
const char* const list_of_users = "/etc/passwd";

/// The list is Open Directory's: /etc/passwd has only the system's own.
std::vector<std::string> homes_of_users() {
  std::vector<std::string> homes;
  ::setpwent();
  while (const passwd* user = ::getpwent())
    if ((user->pw_uid >= first_user && user->pw_uid != nobody) || user->pw_uid == 0) homes.emplace_back(user->pw_dir);
  ::endpwent();
  return homes;
}

// No sandbox asks for mount points.
std::vector<std::string> mount_points() { return {}; }
FileDescriptor open_mount_table() { return {}; }
bool have_mounts_changed(const FileDescriptor& /*table*/) { return false; }

}  // namespace termhost::io
