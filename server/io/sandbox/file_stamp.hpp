// The state of a folder or a file, by which a later change of it shows.
#pragma once

#include <cstdint>
#include <sys/stat.h>
#include <sys/types.h>

namespace termhost::io {

/// Both times, since a program may set that of the content.
struct FileStamp {
  bool exists = false;
  dev_t device = 0;
  ino_t number = 0;
  off_t size = 0;
  std::int64_t changed = 0, written = 0;  ///< nanoseconds
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

[[nodiscard]] FileStamp stamp_of(const struct stat& status);
/// `path`: from the folder with this descriptor, if it is relative. Links are followed.
[[nodiscard]] FileStamp stamp_of(int folder, const char* path);

/// True if each later change shows in another stamp. A clock's tick may hide one that comes right after the last.
[[nodiscard]] bool shows_changes(const FileStamp& stamp);

}  // namespace termhost::io
