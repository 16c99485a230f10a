// Whether a file that a confined process is about to change is one that its sandbox keeps.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>

#include "io/file_descriptor.hpp"
#include "sandbox/plan.hpp"

namespace termhost::io {

struct NamedFile {
  pid_t process = 0;  ///< who names it
  int folder = -1;    ///< of its descriptors, that `path` is relative to; AT_FDCWD: its current one
  std::string path;
  bool entry = false;  ///< not the file is meant, but its name
};

/// Of all processes of one terminal, which see the same files.
class RefusedPaths {
 public:
  explicit RefusedPaths(sandbox::Plan plan) : plan_(std::move(plan)) {}

  /// The absolute path; nothing: the sandbox does not stand in the way, or the person could not change it either.
  [[nodiscard]] std::optional<std::string> find(const NamedFile& file);

 private:
  [[nodiscard]] FileDescriptor open(const std::string& path, bool entry) const;
  [[nodiscard]] bool keeps(const std::string& path) const;

  sandbox::Plan plan_;
  FileDescriptor root_;
};

}  // namespace termhost::io
