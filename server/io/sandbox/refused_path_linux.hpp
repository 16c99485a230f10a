// Whether a file that a confined process is about to change is one that its view of the files makes read only.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>

namespace termhost::io {

struct NamedFile {
  pid_t process = 0;  ///< who names it
  int folder = -1;    ///< of its descriptors, that `path` is relative to; AT_FDCWD: its current one
  std::string path;
  bool entry = false;  ///< not the file is meant, but its name
};

/// The absolute path; nothing: its sandbox does not stand in the way, or the person could not change it either.
[[nodiscard]] std::optional<std::string> refused_path(const NamedFile& file);

}  // namespace termhost::io
