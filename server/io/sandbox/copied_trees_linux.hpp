// Copies of folders in which a confined process writes without changing them: overlay file systems, whose upper layers
// lie in memory of the process's own mount namespace, are bounded there, and are gone with it however it ends.
#pragma once

#include <string>
#include <sys/types.h>

#include "io/file_descriptor.hpp"

namespace termhost::io {

[[nodiscard]] std::string upper_layer(int number);
inline constexpr const char* scratch_layer = "scratch";

class CopiedTrees {
 public:
  /// `folder`: any of ours; in the caller's mount namespace the layers lie over it until something else does.
  explicit CopiedTrees(std::string folder) : folder_(std::move(folder)) {}

  /// False: errno says why.
  bool begin();
  /// A mount to be put there, with a number of its own; an empty folder where the kernel has no overlays for us.
  /// Without an end: errno says why.
  [[nodiscard]] FileDescriptor of(const std::string& path, int number);
  /// Likewise, but nothing where the kernel has no overlays for us.
  [[nodiscard]] FileDescriptor whole_copy_of(const std::string& path, int number);
  /// A mount of an empty folder with the rights of this one.
  [[nodiscard]] FileDescriptor emptied(const std::string& path, int number);
  /// A mount of an empty folder likewise.
  [[nodiscard]] FileDescriptor scratch() { return empty(scratch_layer, 0700); }
  /// A mount of the folder with the scratch and the upper layers, each named by upper_layer() with its number.
  [[nodiscard]] FileDescriptor layers() const;

 private:
  [[nodiscard]] FileDescriptor empty(const std::string& name, mode_t mode) const;
  [[nodiscard]] FileDescriptor overlay(const FileDescriptor& lower, const std::string& upper,
                                       const std::string& work) const;

  std::string folder_;
  FileDescriptor layers_;
};

}  // namespace termhost::io
