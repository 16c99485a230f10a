#include "io/sandbox/file_stamp.hpp"

#include <algorithm>
#include <ctime>

namespace termhost::io {
namespace {

constexpr std::int64_t one_second = 1'000'000'000;

std::int64_t nanoseconds(const timespec& time) { return time.tv_sec * one_second + time.tv_nsec; }

std::int64_t wall_clock() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return nanoseconds(now);
}

/// Longer than a tick of the kernel's coarse clock, by which files are stamped: 10 ms at 100 Hz.
constexpr std::int64_t clock_tick = 20'000'000;
/// Longer than the 2 s of FAT. A time of whole seconds may come from such a file system.
constexpr std::int64_t coarse_tick = 2'100'000'000;

}  // namespace

FileStamp stamp_of(const struct stat& status) {
  return {.exists = true,
          .device = status.st_dev,
          .number = status.st_ino,
          .size = status.st_size,
          .changed = nanoseconds(status.st_ctim),
          .written = nanoseconds(status.st_mtim)};
}

FileStamp stamp_of(int folder, const char* path) {
  struct stat status {};
  if (*path == '\0' || ::fstatat(folder, path, &status, 0) != 0) return {};
  return stamp_of(status);
}

bool shows_changes(const FileStamp& stamp) {
  const std::int64_t last = std::max(stamp.changed, stamp.written);
  return last < wall_clock() - (last % one_second == 0 ? coarse_tick : clock_tick);
}

}  // namespace termhost::io
