// Files that a test describes: where links lead, where a bare repository is, what git leaves out and keeps.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
    return links.contains(std::string(path)) || present.contains(path) || folders.contains(path) ||
           ignored.contains(path) || tracked.contains(path);
  }
  [[nodiscard]] bool is_folder(std::string_view path) const override { return folders.contains(path); }
  [[nodiscard]] bool is_ignored(std::string_view path) const override { return ignored.contains(path); }
  [[nodiscard]] bool is_tracked(std::string_view path) const override { return tracked.contains(path); }

  [[nodiscard]] bool in_bare_repository(std::string_view folder) const override {
    return !bare_repository.empty() && folder.starts_with(bare_repository);
  }

  /// Of every path that the test names.
  [[nodiscard]] std::optional<std::vector<approval::FolderEntry>> entries(std::string_view folder,
                                                                          std::size_t most) const override {
    std::map<std::string, approval::FolderEntry> found;
    const std::string below = std::string(folder) + '/';
    const auto add = [&](std::string_view path, bool link, bool is_folder) {
      if (!path.starts_with(below)) return;
      path.remove_prefix(below.size());
      const std::size_t end = path.find('/');
      approval::FolderEntry& entry = found[std::string(path.substr(0, end))];
      entry.name = std::string(path.substr(0, end));
      entry.is_link |= link && end == std::string_view::npos;
      entry.is_folder |= is_folder || end != std::string_view::npos;
    };
    for (const std::string& path : folders) add(path, false, true);
    for (const auto* files : {&ignored, &tracked, &present})
      for (const std::string& path : *files) add(path, false, false);
    for (const auto& [link, target] : links) add(link, true, false);
    if (found.size() > most) return std::nullopt;
    std::vector<approval::FolderEntry> all;
    for (auto& [name, entry] : found) all.push_back({name, entry.is_link, entry.is_folder && !entry.is_link});
    return all;
  }
  [[nodiscard]] std::vector<approval::GitSetting> repository_settings(std::string_view folder) const override {
    std::vector<approval::GitSetting> found;
    for (const auto& [top, setting] : settings)
      if (folder == top || folder.starts_with(top + '/')) found.push_back(setting);
    return found;
  }

  std::map<std::string, std::string> links;
  std::vector<std::pair<std::string, approval::GitSetting>> settings;     ///< by the top of the repository
  std::string bare_repository;                                            ///< empty: there is none
  std::set<std::string, std::less<>> folders, ignored, tracked, present;  ///< present: beside these
};

}  // namespace termhost::testing
