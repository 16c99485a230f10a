#include "sandbox/heeded_names.hpp"

#include <algorithm>
#include <array>

namespace termhost::sandbox {
namespace {

struct Row {
  std::string_view name, reason;
};

/// In small letters.
constexpr std::array heeded{
    Row{"head", "with it a folder passes for a bare repository, whose configuration git runs"},
    Row{".gitmodules", "says what git fetches, and from where"},
    Row{".husky", "hooks of git"},
    Row{".githooks", "hooks of git"},
    Row{"lefthook.yml", "says what hooks of git run"},
    Row{"lefthook.yaml", "the same"},
    Row{".lefthook.yml", "the same"},
    Row{".lefthook.yaml", "the same"},
    Row{"lefthook-local.yml", "the same"},
    Row{".pre-commit-config.yaml", "the same"},
    Row{".vscode", "tasks and settings of the editor"},
    Row{".devcontainer", "commands of the editor's container"},
    Row{".devcontainer.json", "the same"},
    Row{".idea", "tasks and settings of the editor"},
    Row{".fleet", "the same"},
    Row{".zed", "the same"},
    Row{".helix", "names programs that the editor starts"},
    Row{".nvim.lua", "run by the editor"},
    Row{".nvimrc", "the same"},
    Row{".exrc", "the same"},
    Row{".vimrc", "the same"},
    Row{".gvimrc", "the same"},
    Row{".lvimrc", "the same"},
    Row{".dir-locals.el", "the same"},
    Row{".dir-locals-2.el", "the same"},
    Row{".envrc", "run by direnv"},
    Row{".termhost", "policies"},
    Row{".mcp.json", "programs that agents start"},
    Row{".claude", "hooks and rules of agents"},
    Row{".cursor", "the same"},
    Row{".codex", "the same"},
    Row{".gemini", "the same"},
    Row{".qwen", "the same"},
    Row{".kiro", "the same"},
    Row{".roo", "the same"},
    Row{".clinerules", "the same"},
    Row{".windsurf", "the same"},
    Row{".continue", "the same"},
    Row{".amazonq", "the same"},
    Row{".augment", "the same"},
    Row{".junie", "the same"},
    Row{".trae", "the same"},
    Row{".opencode", "the same"},
    Row{"opencode.json", "the same"},
    Row{"opencode.jsonc", "the same"},
    Row{"crush.json", "the same"},
    Row{".crush.json", "the same"},
    Row{".aider.conf.yml", "the same"},
};
constexpr std::string_view workspace_file = ".code-workspace";

/// Their values are names of other things.
constexpr std::array<std::string_view, 6> no_paths{"url", "pushurl", "merge", "remote", "fetch", "worktree"};

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  for (char& c : small)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return small;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace

bool is_heeded(std::string_view name) {
  const std::string small = in_small_letters(name);
  return small.ends_with(workspace_file) ||
         std::any_of(heeded.begin(), heeded.end(), [&](const Row& row) { return row.name == small; });
}

std::vector<NamedPath> paths_in_git_config(std::string_view text) {
  constexpr std::string_view between = " \t\"';|&()<>!";
  std::vector<NamedPath> paths;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::size_t equals = line.find('=');
    const std::string key = equals == line.npos ? std::string() : in_small_letters(trimmed(line.substr(0, equals)));
    if (key.empty() || std::find(no_paths.begin(), no_paths.end(), key) != no_paths.end()) continue;
    std::string_view value = trimmed(line.substr(equals + 1));
    for (std::size_t at = value.find_first_not_of(between); at != value.npos;) {
      const std::size_t end = std::min(value.find_first_of(between, at), value.size());
      paths.push_back({std::string(value.substr(at, end - at)), key == "hookspath" || key == "path"});
      at = value.find_first_not_of(between, end);
    }
  }
  return paths;
}

}  // namespace termhost::sandbox
