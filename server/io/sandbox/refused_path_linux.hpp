// Files that a confined process is about to change, and that its sandbox keeps.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>

#include "io/file_descriptor.hpp"
#include "sandbox/plan.hpp"

namespace termhost::io {

struct NamedFile {
  std::string path;    ///< absolute, as the process names it; empty: nobody can tell
  bool entry = false;  ///< not the file is meant, but its name
  bool made = false;   ///< it is to be made: where it is there already, that is why not
};

/// `folder`: that of the process's descriptors that `path` is relative to; AT_FDCWD: its current one.
[[nodiscard]] std::string absolute_path(pid_t process, int folder, std::string path);

/// The refused paths of all processes of one terminal, which see the same files.
class RefusedPaths {
 public:
  explicit RefusedPaths(sandbox::Plan plan) : plan_(std::move(plan)) {}

  /// To be called while one of the processes is there.
  void look_into(pid_t process);
  /// The absolute path; nothing: the sandbox does not stand in the way, or the person could not change it either.
  [[nodiscard]] std::optional<std::string> find(const NamedFile& file) const;

 private:
  [[nodiscard]] FileDescriptor open(const std::string& path, bool entry) const;
  [[nodiscard]] bool keeps(const std::string& path) const;

  sandbox::Plan plan_;
  FileDescriptor root_;
};

}  // namespace termhost::io
