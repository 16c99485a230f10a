#include "io/storage/storage_limits.hpp"

#include <algorithm>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/number_text.hpp"
#include "io/storage/artifact_view.hpp"

namespace termhost::io {

using terminal::StoreError;
using terminal::StoreErrorCode;

namespace {

constexpr std::chrono::seconds look_interval{60};                ///< at what others wrote to the folder
constexpr std::uint64_t disk_interval = std::uint64_t{4} << 20;  ///< bytes written between looks at the disk
constexpr std::uint64_t room_divisor = 20;                       ///< making room frees 5 % more than needed

/// POSIX 2008 has the time as `st_mtim`, Darwin as `st_mtimespec`. Nanoseconds.
template <class Stat>
std::int64_t modified(const Stat& info) {
  timespec time{};
  if constexpr (requires { info.st_mtim; })
    time = info.st_mtim;
  else
    time = info.st_mtimespec;
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

struct StorageLimits::Artifact {
  std::string task;
  std::string name;
  std::uint64_t bytes = 0;
  std::int64_t modified = 0;
};

bool is_being_written(const FileDescriptor& folder, const std::string& name) {
  const FileDescriptor file(::openat(folder.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  return file && ::flock(file.get(), LOCK_SH | LOCK_NB) != 0;
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
  struct statvfs disk {};
  if (::fstatvfs(file.get(), &disk) != 0) return {};  // writing will tell
  const std::uint64_t free = static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize;
  disk_known_ = free >= values_.storage_min_free_bytes;
  unchecked_ = 0;
  if (disk_known_) return {};
  return base::unexpected(
      StoreError{StoreErrorCode::DiskFull,
                 fmt::format("the disk of '{}' has only {} free, less than storageMinFreeBytes ({})", folder_.path(),
                             base::size_text(free), base::size_text(values_.storage_min_free_bytes))});
}

void StorageLimits::look() {
  looked_ = std::chrono::steady_clock::now();
  used_ = 0;
  for (const std::string& task : folder_.tasks()) {
    const auto folder = folder_.open_task_folder(task, Missing::Fail);
    if (!folder) continue;
    for (const std::string& name : entries_of(*folder)) {
      struct stat info {};
      if (::fstatat(folder->get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(info.st_mode)) {
        used_ += static_cast<std::uint64_t>(info.st_size);
      }
    }
  }
}

void StorageLimits::make_room(std::uint64_t bytes) {
  std::vector<Artifact> artifacts;
  for (const std::string& task : folder_.tasks()) {
    const auto folder = folder_.open_task_folder(task, Missing::Fail);
    if (!folder) continue;
    for (const std::string& name : entries_of(*folder)) {
      struct stat info {};
      if (::fstatat(folder->get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(info.st_mode)) continue;
      if (name.ends_with(".index")) continue;  // goes with its artifact
      artifacts.push_back({task, name, static_cast<std::uint64_t>(info.st_size), modified(info)});
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
    if (::unlinkat(folder->get(), artifact.name.c_str(), 0) == 0) release(artifact.bytes);
    ::unlinkat(folder->get(), index_name(artifact.name).c_str(), 0);
  }
}

}  // namespace termhost::io
