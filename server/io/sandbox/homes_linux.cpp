#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <mntent.h>
#include <poll.h>
#include <pwd.h>

#include "io/sandbox/homes.hpp"

namespace termhost::io {
namespace {

constexpr uid_t first_user = 1000;  // below are the system's own, whose homes are folders such as /bin
constexpr const char* mount_table = "/proc/self/mounts";

}  // namespace

const char* const folder_of_homes = "/home";
const char* const list_of_users = "/etc/passwd";

std::vector<std::string> homes_of_users() {
  std::vector<std::string> homes;
  const std::unique_ptr<FILE, int (*)(FILE*)> users(::fopen(list_of_users, "re"), std::fclose);
  for (const passwd* user = users ? ::fgetpwent(users.get()) : nullptr; user != nullptr;
       user = ::fgetpwent(users.get()))
    if (user->pw_uid >= first_user || user->pw_uid == 0) homes.emplace_back(user->pw_dir);
  return homes;
}

std::vector<std::string> mount_points() {
  std::vector<std::string> points;
  const std::unique_ptr<FILE, int (*)(FILE*)> mounts(::setmntent(mount_table, "re"), ::endmntent);
  for (const mntent* mount = mounts ? ::getmntent(mounts.get()) : nullptr; mount != nullptr;
       mount = ::getmntent(mounts.get()))
    points.emplace_back(mount->mnt_dir);
  return points;
}

FileDescriptor open_mount_table() { return FileDescriptor(::open(mount_table, O_RDONLY | O_CLOEXEC)); }

bool have_mounts_changed(const FileDescriptor& table) {
  pollfd event{table.get(), POLLPRI, 0};  // proc(5), /proc/pid/mounts
  return !table || ::poll(&event, 1, 0) != 0;
}

}  // namespace termhost::io
