// Files that a test describes: where links lead, where a bare repository is, what git leaves out and keeps.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "approval/files.hpp"

namespace termhost::testing {

class FakeFiles final : public approval::Files {
 public:
  [[nodiscard]] std::string real_path(std::string_view path) const override {
    for (const auto& [link, target] : links)
      if (path == link || (path.starts_with(link) && path[link.size()] == '/'))
        return target + std::string(path.substr(link.size()));
    return std::string(path);
  }
  [[nodiscard]] bool is_there(std::string_view path) const override {
    return present.contains(path) || folders.contains(path) || ignored.contains(path) || tracked.contains(path);
  }
  [[nodiscard]] bool is_folder(std::string_view path) const override { return folders.contains(path); }
  [[nodiscard]] bool is_ignored(std::string_view path) const override { return ignored.contains(path); }
  [[nodiscard]] bool is_tracked(std::string_view path) const override { return tracked.contains(path); }

  [[nodiscard]] bool in_bare_repository(std::string_view folder) const override {
    return !bare_repository.empty() && folder.starts_with(bare_repository);
  }

  std::map<std::string, std::string> links;
  std::string bare_repository;                                            ///< empty: there is none
  std::set<std::string, std::less<>> folders, ignored, tracked, present;  ///< present: beside these
};

}  // namespace termhost::testing
