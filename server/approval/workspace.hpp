// The folders that a session works in. They are fixed when it starts: no command, and no `cwd` of a call, moves them.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace termhost::approval {

class Workspace {
 public:
  Workspace() = default;
  /// Absolute paths, each as written and, if links lead elsewhere, also as the system resolves it; the caller gives
  /// both. `/` cannot be a workspace, because everything would be in it.
  Workspace(const std::vector<std::string>& folders);  // NOLINT: a list of folders is one
  Workspace(std::initializer_list<std::string> folders) : Workspace(std::vector<std::string>(folders)) {}

  [[nodiscard]] const std::vector<std::string>& folders() const { return folders_; }
  /// `path` is absolute, without `.` and `..`.
  [[nodiscard]] bool holds(std::string_view path) const;
  /// `path` as seen from the folder that holds it; empty: none does, or it is that folder.
  [[nodiscard]] std::string_view seen_from_top(std::string_view path) const;

 private:
  std::vector<std::string> folders_;
};

}  // namespace termhost::approval
