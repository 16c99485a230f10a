#include "io/sandbox/mounts_linux.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <set>
#include <string>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "io/file_descriptor.hpp"
#include "io/sandbox/copied_trees_linux.hpp"
#include "io/sandbox/exact_path_linux.hpp"
#include "io/sandbox/file_copies_linux.hpp"
#include "io/sandbox/own_mounts_linux.hpp"
#include "sandbox/reach.hpp"

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

/// True in a folder that is empty in the view: shared memory, or a temporary folder of a trial.
bool lies_in_emptied(const sandbox::Plan& plan, const std::string& path) {
  return sandbox::lies_in(path, sandbox::memory_folder) ||
         std::any_of(plan.places.begin(), plan.places.end(), [&](const Place& place) {
           return (place.access == Access::Empty || place.access == Access::Home) && path != place.path &&
                  sandbox::lies_in(path, place.path);
         });
}

/// Not what lay in a folder that is empty now.
bool is_there(const sandbox::Plan& plan, const std::string& path) {
  struct stat status {};
  return !lies_in_emptied(plan, path) || ::lstat(path.c_str(), &status) == 0;
}

bool is_folder(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

/// A folder that is empty now has nothing of what lay there: it gets the folders that others are put on.
bool make_folders(const sandbox::Plan& plan, const std::string& path) {
  if (!lies_in_emptied(plan, path)) return true;
  for (std::size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1))
    ::mkdir(path.substr(0, end).c_str(), 0755);
  ::mkdir(path.c_str(), 0755);
  return is_folder(path);
}

/// The content of hidden files and folders, the private folder and the scratch: all on one small file system in the
/// meeting folder.
class Blank {
 public:
  explicit Blank(const sandbox::Plan& plan)
      : plan_(plan), folder_(plan.meeting_folder), own_(plan.private_folder), scratch_(plan.scratch) {}

  /// The part of it that is there already; before anything is mounted over the meeting folder.
  bool take_own() { return own_.empty() || (own_tree_ = tree_at(own_, false)); }

  bool mount(const FileDescriptor& scratch) {
    if (!make_folders(plan_, folder_) ||
        ::mount("tmpfs", folder_.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=64k") != 0)
      return false;
    FileDescriptor file(::open((folder_ + "/.file").c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444));
    if (!std::exchange(file, {}) || ::mkdir((folder_ + "/.folder").c_str(), 0555) != 0) return false;
    // A socket: nobody opens one, not even root, and git says so instead of taking it for an emptied file
    if (::mknod((folder_ + "/.shut").c_str(), S_IFSOCK | 0444, 0) != 0) return false;
    if (::mkdir(scratch_.c_str(), 0700) != 0 || !put(scratch, scratch_)) return false;
    if (own_tree_ && (::mkdir(own_.c_str(), 0700) != 0 || !put(own_tree_, own_) || !seal(own_))) return false;
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

  const sandbox::Plan& plan_;
  std::string folder_, own_, scratch_;
  FileDescriptor own_tree_;
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

bool is_file_of_home(const Place& place, const FileDescriptor& file) {
  struct stat status {};
  return place.access == Access::Shown && ::fstat(file.get(), &status) == 0 && !S_ISDIR(status.st_mode);
}

/// A trial that wrote some files to an empty folder would not tell of them.
FileDescriptor tree_for(const Place& place, const sandbox::Plan& plan, CopiedTrees& copies) {
  const auto number = static_cast<int>(&place - plan.places.data());
  if (place.access == Access::Empty || place.access == Access::Home) return copies.emptied(place.path, number);
  if (place.access == Access::Shown && !is_folder(place.path)) return open_exactly(place.path, O_NOFOLLOW);
  const bool copied = place.access == Access::Copied || (place.access == Access::Shown && !plan.only_reads);
  if (!copied) return tree_at(place.path, true);
  return plan.is_trial ? copies.whole_copy_of(place.path, number) : copies.of(place.path, number);
}

}  // namespace

bool mount_view(const sandbox::Plan& plan, FileDescriptor& layers) {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  Blank blank(plan);
  CopiedTrees copies(plan.meeting_folder);
  if (!blank.take_own() || !copies.begin()) return false;
  std::vector<std::pair<const Place*, FileDescriptor>> trees, files;
  for (const Place& place : plan.places) {
    if (hides(place.access)) continue;
    FileDescriptor tree = tree_for(place, plan, copies);
    if (!tree && place.access == Access::Shown) continue;  // one program may miss something; better than no trial
    if (!tree) return false;
    if (is_file_of_home(place, tree)) {
      files.emplace_back(&place, std::move(tree));
      continue;
    }
    const std::uint64_t attributes =
        MOUNT_ATTR_NOSUID | (takes_writes(plan, place.access) ? 0 : std::uint64_t{MOUNT_ATTR_RDONLY});
    if (!set(tree.get(), "", attributes, AT_EMPTY_PATH | AT_RECURSIVE)) return false;
    trees.emplace_back(&place, std::move(tree));
  }
  const FileDescriptor scratch = copies.scratch();
  layers = copies.layers();
  if (!scratch || !layers || !set(AT_FDCWD, "/", MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID, AT_RECURSIVE) ||
      !mount_devices())
    return false;
  std::set<std::uint64_t> own;
  const auto know = [&](const FileDescriptor& mount) {
    if (const auto number = mount_of(mount)) own.insert(*number);
  };
  know(scratch);
  know(open_exactly(std::string(sandbox::memory_folder)));
  for (const auto& [place, tree] : trees) {
    if (!make_folders(plan, place->path) || !put(tree, place->path)) return false;
    if (place->access != Access::Writable && takes_writes(plan, place->access)) know(tree);
  }
  for (const auto& [place, file] : files)
    if (make_folders(plan, place->path.substr(0, place->path.rfind('/')))) make_anew(file, place->path);
  if (!blank.mount(scratch)) return false;
  for (const Place& place : plan.places) {
    if (!hides(place.access) || !is_there(plan, place.path)) continue;
    const FileDescriptor nothing = blank.like(place);
    if (!nothing || !put(nothing, place.path)) return false;
  }
  return list_own_mounts(layers, own);
}

}  // namespace termhost::io
