#include "io/storage/storage_limits.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/number_text.hpp"
#include "io/storage/artifact_view.hpp"
#include "io/storage/os_file.hpp"

namespace termhost::io {

using terminal::StoreError;
using terminal::StoreErrorCode;

namespace {

constexpr std::chrono::seconds look_interval{60};                ///< at what others wrote to the folder
constexpr std::uint64_t disk_interval = std::uint64_t{4} << 20;  ///< bytes written between looks at the disk
constexpr std::uint64_t room_divisor = 20;                       ///< making room frees 5 % more than needed

}  // namespace

struct StorageLimits::Artifact {
  std::string task;
  std::string name;
  std::uint64_t bytes = 0;
  std::int64_t modified = 0;
};

bool is_being_written(const FileDescriptor& folder, const std::string& name) {
  const FileDescriptor file = open_to_read(folder, name);
  return file && !try_lock(file, Lock::Shared);
}

base::Expected<void, StoreError> StorageLimits::reserve(const FileDescriptor& file, std::uint64_t bytes) {
  if (std::chrono::steady_clock::now() - looked_ > look_interval) look();
  if (used_ + bytes > values_.storage_max_bytes) make_room(bytes);
  if (used_ + bytes > values_.storage_max_bytes) {
    return base::unexpected(StoreError{
        StoreErrorCode::TooLarge, fmt::format("storageMaxBytes ({}) is used up by the artifacts of running commands",
                                              base::size_text(values_.storage_max_bytes))});
  }
  if (auto free = check_disk(file, bytes); !free) return free;
  used_ += bytes;
  return {};
}

base::Expected<void, StoreError> StorageLimits::check_disk(const FileDescriptor& file, std::uint64_t bytes) {
  unchecked_ += bytes;
  if (disk_known_ && unchecked_ < disk_interval) return {};
  const auto free = free_bytes(file);
  if (!free) return {};  // writing will tell
  disk_known_ = *free >= values_.storage_min_free_bytes;
  unchecked_ = 0;
  if (disk_known_) return {};
  return base::unexpected(
      StoreError{StoreErrorCode::DiskFull,
                 fmt::format("the disk of '{}' has only {} free, less than storageMinFreeBytes ({})", folder_.path(),
                             base::size_text(*free), base::size_text(values_.storage_min_free_bytes))});
}

void StorageLimits::look() {
  looked_ = std::chrono::steady_clock::now();
  used_ = 0;
  for (const std::string& task : folder_.tasks()) {
    const auto folder = folder_.open_task_folder(task, Missing::Fail);
    if (!folder) continue;
    for (const std::string& name : entries_of(*folder)) {
      const auto facts = facts_of(*folder, name);
      if (facts && facts->is_plain) used_ += facts->bytes;
    }
  }
}

void StorageLimits::make_room(std::uint64_t bytes) {
  std::vector<Artifact> artifacts;
  for (const std::string& task : folder_.tasks()) {
    const auto folder = folder_.open_task_folder(task, Missing::Fail);
    if (!folder) continue;
    for (const std::string& name : entries_of(*folder)) {
      const auto facts = facts_of(*folder, name);
      if (!facts || !facts->is_plain || name.ends_with(".index")) continue;  // an index goes with its artifact
      artifacts.push_back({task, name, facts->bytes, facts->modified});
    }
  }
  std::sort(artifacts.begin(), artifacts.end(), [](const Artifact& a, const Artifact& b) {
    return std::pair(a.modified, a.name) < std::pair(b.modified, b.name);
  });
  const std::uint64_t goal = values_.storage_max_bytes - values_.storage_max_bytes / room_divisor;
  for (const Artifact& artifact : artifacts) {
    if (used_ + bytes <= goal) return;
    const auto folder = folder_.open_task_folder(artifact.task, Missing::Fail);
    if (!folder || is_being_written(*folder, artifact.name)) continue;
    if (remove_file(*folder, artifact.name)) release(artifact.bytes);
    remove_file(*folder, index_name(artifact.name));
  }
}

}  // namespace termhost::io
