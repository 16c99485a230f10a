// The file system, as one plan sees it: a plan asks for the same folders many times, and each is looked up once.
// For one plan only, since files change.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sandbox/plan.hpp"

namespace termhost::io {

class LookedUpFiles {
 public:
  /// Must not outlive this object.
  [[nodiscard]] sandbox::Files port();

  /// See sandbox::Files.
  [[nodiscard]] std::optional<std::string> real_path(const std::string& path);
  [[nodiscard]] const std::vector<std::string>& names_in(const std::string& folder);

 private:
  std::map<std::string, std::optional<std::string>> real_paths_;
  std::map<std::string, std::vector<std::string>> names_;
};

/// Sorted.
[[nodiscard]] std::vector<std::string> names_in(const std::string& folder);

}  // namespace termhost::io
