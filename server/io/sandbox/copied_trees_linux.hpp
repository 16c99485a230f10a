// Copies of folders in which a confined process writes without changing them: overlay file systems, whose upper layers
// lie in memory of the process's own mount namespace, are bounded there, and are gone with it however it ends.
#pragma once

#include <string>

#include "io/file_descriptor.hpp"

namespace termhost::io {

class CopiedTrees {
 public:
  /// `folder`: any of ours; in the caller's mount namespace the layers lie over it until something else does.
  explicit CopiedTrees(std::string folder) : folder_(std::move(folder)) {}

  /// False: errno says why.
  bool begin();
  /// A mount to be put there; an empty folder where the kernel has no overlays for us. Without an end: errno says why.
  [[nodiscard]] FileDescriptor of(const std::string& path);
  /// A mount of an empty folder likewise.
  [[nodiscard]] FileDescriptor scratch() { return empty("scratch"); }

 private:
  [[nodiscard]] FileDescriptor empty(const std::string& name) const;
  [[nodiscard]] FileDescriptor overlay(const FileDescriptor& lower, const std::string& upper,
                                       const std::string& work) const;

  std::string folder_;
  FileDescriptor layers_;
  int made_ = 0;
};

}  // namespace termhost::io
