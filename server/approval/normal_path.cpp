#include "approval/normal_path.hpp"

#include <algorithm>

namespace termhost::approval {

std::string normal_path(std::string_view path, std::string_view cwd) {
  std::string result;
  result.reserve(cwd.size() + path.size() + 2);
  const auto add = [&](std::string_view text) {
    while (!text.empty()) {
      const std::size_t slash = std::min(text.find('/'), text.size());
      const std::string_view part = text.substr(0, slash);
      if (part == "..")
        result.resize(result.empty() ? 0 : result.rfind('/'));
      else if (!part.empty() && part != ".")
        (result += '/') += part;
      text.remove_prefix(std::min(slash + 1, text.size()));
    }
  };
  if (!path.starts_with('/')) add(cwd);
  add(path);
  return result.empty() ? "/" : result;
}

bool is_below(std::string_view path, std::string_view folder) {
  return path == folder || folder == "/" || (path.starts_with(folder) && path[folder.size()] == '/');
}

}  // namespace termhost::approval
