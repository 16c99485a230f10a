#include "io/sandbox/mounts_linux.hpp"

#ifdef __linux__

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "io/file_descriptor.hpp"
#include "io/sandbox/exact_path_linux.hpp"

namespace termhost::io {
namespace {

using sandbox::Access;
using sandbox::Place;

/// A copy of a tree as it is mounted now, in nobody's way until it is put somewhere.
FileDescriptor tree_at(const std::string& path, bool whole) {
  const FileDescriptor place = open_exactly(path);
  const unsigned flags = OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_EMPTY_PATH | (whole ? AT_RECURSIVE : 0U);
  return FileDescriptor(place ? ::open_tree(place.get(), "", flags) : -1);
}

bool put(const FileDescriptor& tree, const std::string& path) {
  const FileDescriptor place = open_exactly(path);
  return place && ::move_mount(tree.get(), "", place.get(), "", MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH) == 0;
}

bool set(int folder, const char* path, std::uint64_t attributes, unsigned flags) {
  mount_attr wanted{};
  wanted.attr_set = attributes;
  return ::mount_setattr(folder, path, flags, &wanted, sizeof wanted) == 0;
}

bool is_folder(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

/// What hidden files and folders show, and the private folder: all on one small file system in the meeting folder.
class Blank {
 public:
  explicit Blank(const sandbox::Plan& plan) : folder_(plan.meeting_folder), own_(plan.private_folder) {}

  bool mount() {
    FileDescriptor own;
    if (!own_.empty() && !(own = tree_at(own_, false))) return false;
    if (::mount("tmpfs", folder_.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=64k") != 0) return false;
    FileDescriptor file(::open((folder_ + "/.file").c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444));
    if (!std::exchange(file, {}) || ::mkdir((folder_ + "/.folder").c_str(), 0555) != 0) return false;
    // A socket: nobody opens one, not even root, and git says so instead of taking it for an emptied file
    if (::mknod((folder_ + "/.shut").c_str(), S_IFSOCK | 0444, 0) != 0) return false;
    if (own && (::mkdir(own_.c_str(), 0700) != 0 || !put(own, own_) || !seal(own_))) return false;
    return seal(folder_);
  }

  [[nodiscard]] FileDescriptor like(const Place& place) const {
    const char* const name = is_folder(place.path) ? "/.folder" : place.access == Access::Shut ? "/.shut" : "/.file";
    return tree_at(folder_ + name, false);
  }

 private:
  static bool seal(const std::string& path) {
    return set(AT_FDCWD, path.c_str(), MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID, 0);
  }

  std::string folder_, own_;
};

/// Pseudo-terminals and shared memory of its own: in the machine's are those of other programs.
bool mount_devices() {
  const unsigned long flags = MS_NOSUID | MS_NOEXEC;
  if (is_folder("/dev/pts") &&
      ::mount("devpts", "/dev/pts", "devpts", flags, "newinstance,ptmxmode=0666,mode=0620") != 0)
    return false;
  return !is_folder("/dev/shm") ||
         ::mount("tmpfs", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777,size=1g") == 0;
}

}  // namespace

bool mount_view(const sandbox::Plan& plan) {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  std::vector<std::pair<const Place*, FileDescriptor>> trees;
  for (const Place& place : plan.places) {
    if (hides(place.access)) continue;
    FileDescriptor tree = tree_at(place.path, true);
    if (!tree) return false;
    const std::uint64_t attributes =
        MOUNT_ATTR_NOSUID | (place.access == Access::Fixed ? std::uint64_t{MOUNT_ATTR_RDONLY} : 0);
    if (!set(tree.get(), "", attributes, AT_EMPTY_PATH | AT_RECURSIVE)) return false;
    trees.emplace_back(&place, std::move(tree));
  }
  if (!set(AT_FDCWD, "/", MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID, AT_RECURSIVE) || !mount_devices()) return false;
  for (const auto& [place, tree] : trees)
    if (!put(tree, place->path)) return false;
  Blank blank(plan);
  if (!blank.mount()) return false;
  for (const Place& place : plan.places) {
    if (!hides(place.access)) continue;
    const FileDescriptor nothing = blank.like(place);
    if (!nothing || !put(nothing, place.path)) return false;
  }
  return true;
}

}  // namespace termhost::io

#endif
