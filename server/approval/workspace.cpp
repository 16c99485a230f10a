#include "approval/workspace.hpp"

#include <algorithm>

#include "approval/normal_path.hpp"

namespace termhost::approval {

Workspace::Workspace(const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    std::string normal = normal_path(folder, {});
    if (normal != "/" && std::ranges::find(folders_, normal) == folders_.end()) folders_.push_back(std::move(normal));
  }
}

bool Workspace::holds(std::string_view path) const {
  return std::ranges::any_of(folders_, [&](const std::string& folder) { return is_below(path, folder); });
}

std::string_view Workspace::seen_from_top(std::string_view path) const {
  for (const std::string& folder : folders_)
    if (path.size() > folder.size() && is_below(path, folder)) return path.substr(folder.size() + 1);
  return {};
}

}  // namespace termhost::approval
