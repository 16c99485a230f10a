#include "cli/serving/editor_choice.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "protocol/attach.hpp"

namespace termhost::cli {
namespace {

bool folder_contains(std::string_view folder, std::string_view path) {
  if (folder == "/") return path.starts_with('/');
  return !folder.empty() && path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

bool is_usable(const FoundEditor& editor) { return editor.protocol == protocol::attach_protocol && editor.asks; }

/// The reason why an editor that has the folder open can't be used.
std::string why_unusable(const FoundEditor& editor, const std::string& cwd) {
  if (editor.protocol != protocol::attach_protocol)
    return fmt::format("the editor that has {} open runs another version of termhost; restart the older one of the two",
                       cwd);
  return fmt::format("the editor that has {} open cannot ask its user about agents", cwd);
}

}  // namespace

std::optional<std::string> holding_folder(const std::vector<std::string>& folders, std::string_view path) {
  std::optional<std::string> longest;
  for (const std::string& folder : folders)
    if (folder_contains(folder, path) && (!longest || folder.size() > longest->size())) longest = folder;
  return longest;
}

base::Expected<FoundEditor, std::string> choose_editor(const std::vector<FoundEditor>& editors,
                                                       const std::string& cwd) {
  const auto rank = [&](const FoundEditor& editor) {
    const auto folder = holding_folder(editor.folders, cwd);
    return std::tuple(folder.has_value(), is_usable(editor), folder.value_or("").size(), editor.started);
  };
  const auto best = std::max_element(editors.begin(), editors.end(),
                                     [&](const auto& one, const auto& other) { return rank(one) < rank(other); });
  if (best != editors.end() && holding_folder(best->folders, cwd)) {
    if (is_usable(*best)) return *best;
    return base::unexpected(why_unusable(*best, cwd));
  }
  const bool older = std::any_of(editors.begin(), editors.end(), [](const auto& each) { return each.protocol == 0; });
  return base::unexpected(fmt::format(
      "no editor that accepts agents has the folder {} open{}", cwd,
      older ? ", but one editor runs an older termhost, which cannot report its folders; restart that editor" : ""));
}

}  // namespace termhost::cli
