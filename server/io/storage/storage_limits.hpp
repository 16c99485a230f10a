// Keeps the storage folder within its limits: what all artifacts take together, and what is left on the disk. Makes
// room by removing the artifacts of finished commands, oldest first.
#pragma once

#include <chrono>
#include <cstdint>

#include "io/storage/storage_folder.hpp"

namespace termhost::io {

struct StorageLimitValues {
  std::uint64_t artifact_max_bytes = std::uint64_t{1} << 30;
  std::uint64_t storage_max_bytes = std::uint64_t{5} << 30;
  std::uint64_t storage_min_free_bytes = std::uint64_t{1} << 30;
};

class StorageLimits {
 public:
  StorageLimits(const StorageFolder& folder, StorageLimitValues values) : folder_(folder), values_(values) {}

  void set(StorageLimitValues values) { values_ = values; }
  [[nodiscard]] const StorageLimitValues& values() const { return values_; }

  /// Before `bytes` are written to `file`. Cheap: what others wrote is looked at now and then only.
  [[nodiscard]] base::Expected<void, terminal::StoreError> reserve(const FileDescriptor& file, std::uint64_t bytes);
  void release(std::uint64_t bytes) { used_ -= bytes < used_ ? bytes : used_; }

 private:
  struct Artifact;

  void look();
  void make_room(std::uint64_t bytes);
  [[nodiscard]] base::Expected<void, terminal::StoreError> check_disk(const FileDescriptor& file, std::uint64_t bytes);

  const StorageFolder& folder_;
  StorageLimitValues values_;
  std::uint64_t used_ = 0;
  std::uint64_t unchecked_ = 0;  ///< written since the disk was looked at
  bool disk_known_ = false;
  std::chrono::steady_clock::time_point looked_{};
};

/// True if a running command writes the artifact, in any process.
[[nodiscard]] bool is_being_written(const FileDescriptor& folder, const std::string& name);

}  // namespace termhost::io
