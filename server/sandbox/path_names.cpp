#include "sandbox/path_names.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace termhost::sandbox {
namespace {

/// The kernel's limit.
constexpr int most_links = 40;

}  // namespace

std::vector<std::string> names_to(std::string path, const Files& files) {
  std::vector<std::string> names;
  std::string at;
  for (int links = 0; !path.empty();) {
    const std::string name = path.substr(0, path.find('/'));
    path.erase(0, name.size() + 1);
    if (name.empty() || name == ".") continue;
    if (name == "..") {
      at.resize(std::min(at.size(), at.rfind('/')));
      continue;
    }
    const std::string here = fmt::format("{}/{}", at, name);
    const auto link = links < most_links ? files.link(here) : std::nullopt;
    if (!link) {
      at = here;
      continue;
    }
    ++links;
    names.push_back(here);
    if (link->starts_with('/')) at.clear();
    path = fmt::format("{}/{}", *link, path);
  }
  names.push_back(at);
  return names;
}

std::string folder_told_by(const std::string& file, std::string_view mark, const std::string& folder,
                           const Files& files) {
  std::string text = files.read(file).value_or("");
  text.resize(text.find_last_not_of("\r\n") + 1);
  if (text.empty() || !text.starts_with(mark)) return {};
  text.erase(0, mark.size());
  return files.real_path(text.starts_with('/') ? text : fmt::format("{}/{}", folder, text)).value_or("");
}

}  // namespace termhost::sandbox
