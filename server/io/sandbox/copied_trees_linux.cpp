#include "io/sandbox/copied_trees_linux.hpp"

#include <fcntl.h>
#include <fstream>
#include <sys/mount.h>
#include <sys/stat.h>

#include <fmt/format.h>

#include "io/sandbox/exact_path_linux.hpp"

namespace termhost::io {
namespace {

/// As much as shared memory of a view: what a package manager fetches for one project fits.
constexpr const char* layers_size = "mode=0700,size=1g";

/// The marks of an overlay are attributes that only the machine's administrator may set, but for a second kind.
bool has_all_rights() {
  std::ifstream map("/proc/self/uid_map");
  unsigned long long inside = 0, outside = 0, count = 0;
  return (map >> inside >> outside >> count) && inside == 0 && outside == 0 && count == 0xFFFFFFFF;
}

}  // namespace

std::string upper_layer(int number) { return fmt::format("upper{}", number); }

bool CopiedTrees::begin() {
  if (::mount("tmpfs", folder_.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, layers_size) != 0) return false;
  layers_ = FileDescriptor(::open(folder_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  return static_cast<bool>(layers_);
}

FileDescriptor CopiedTrees::layers() const {
  return FileDescriptor(::open_tree(layers_.get(), "", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_EMPTY_PATH));
}

FileDescriptor CopiedTrees::empty(const std::string& name, mode_t mode) const {
  if (::mkdirat(layers_.get(), name.c_str(), 0700) != 0 || ::fchmodat(layers_.get(), name.c_str(), mode, 0) != 0)
    return {};
  return FileDescriptor(::open_tree(layers_.get(), name.c_str(), OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC));
}

FileDescriptor CopiedTrees::overlay(const FileDescriptor& lower, const std::string& upper,
                                    const std::string& work) const {
  const FileDescriptor made(::fsopen("overlay", FSOPEN_CLOEXEC));
  const std::string layers = name_of(layers_);
  const auto option = [&](const char* name, const std::string& value) {
    return ::fsconfig(made.get(), FSCONFIG_SET_STRING, name, value.c_str(), 0) == 0;
  };
  const bool ready = made && option("source", "overlay") && option("lowerdir", name_of(lower)) &&
                     option("upperdir", fmt::format("{}/{}", layers, upper)) &&
                     option("workdir", fmt::format("{}/{}", layers, work)) &&
                     (has_all_rights() || ::fsconfig(made.get(), FSCONFIG_SET_FLAG, "userxattr", nullptr, 0) == 0) &&
                     ::fsconfig(made.get(), FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) == 0;
  return FileDescriptor(ready ? ::fsmount(made.get(), FSMOUNT_CLOEXEC, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV) : -1);
}

FileDescriptor CopiedTrees::emptied(const std::string& path, int number) {
  const FileDescriptor like = open_exactly(path);
  struct stat status {};
  if (!like || ::fstat(like.get(), &status) != 0) return {};
  return empty(upper_layer(number), status.st_mode & 07777);
}

FileDescriptor CopiedTrees::of(const std::string& path, int number) {
  FileDescriptor copy = whole_copy_of(path, number);
  return copy ? std::move(copy) : empty(fmt::format("empty{}", number), 0700);
}

FileDescriptor CopiedTrees::whole_copy_of(const std::string& path, int number) {
  const std::string upper = upper_layer(number), work = fmt::format("work{}", number);
  const FileDescriptor lower = open_exactly(path);
  struct stat status {};
  if (!lower || ::fstat(lower.get(), &status) != 0 ||
      ::mkdirat(layers_.get(), upper.c_str(), status.st_mode & 07777) != 0 ||
      ::mkdirat(layers_.get(), work.c_str(), 0700) != 0)
    return {};
  return overlay(lower, upper, work);
}

}  // namespace termhost::io
