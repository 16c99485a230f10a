#include "sandbox/auto_loaded_names.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace termhost::sandbox {
namespace {

struct Row {
  std::string_view name, reason;
};

/// Names in small letters. A star at the end matches anything; a row with a folder is a path.
constexpr std::array auto_loaded{
    Row{"head", "with it a folder passes for a bare repository, whose configuration git runs"},
    Row{".gitmodules", "says what git fetches, and from where"},
    Row{".husky", "hooks of git"},
    Row{".githooks", "hooks of git"},
    Row{".git-hooks", "hooks of git"},
    Row{".lefthook", "hooks of git"},
    Row{".lefthook-local", "hooks of git"},
    Row{"lefthook.*", "says what hooks of git run"},
    Row{".lefthook.*", "the same"},
    Row{"lefthook-local.*", "the same"},
    Row{".lefthook-local.*", "the same"},
    Row{".config/lefthook*", "the same"},
    Row{".huskyrc*", "the same"},
    Row{".pre-commit-config.*", "the same"},
    Row{"prek.toml", "the same"},
    Row{".overcommit.yml", "the same"},
    Row{".local-overcommit.yml", "the same"},
    Row{"hk.pkl", "the same"},
    Row{".hk.pkl", "the same"},
    Row{"hk.local.pkl", "the same"},
    Row{".config/hk.pkl", "the same"},
    Row{"captainhook.json", "the same"},
    Row{".rusty-hook.toml", "the same"},
    Row{".trunk", "the same"},
    Row{".hg/hgrc", "hooks and extensions of Mercurial"},
    Row{".jj/repo/config.toml", "names programs that Jujutsu starts"},
    Row{".vscode", "tasks and settings of the editor"},
    Row{".devcontainer", "commands of the editor's container"},
    Row{".devcontainer.json", "the same"},
    Row{".idea", "tasks and settings of the editor"},
    Row{".fleet", "the same"},
    Row{"*.iml", "the same"},
    Row{"*.ipr", "the same"},
    Row{".zed", "the same"},
    Row{".vs", "the same"},
    Row{".nova", "the same"},
    Row{"*.code-workspace", "the same"},
    Row{"*.sublime-project", "the same"},
    Row{".project", "builders that the editor runs"},
    Row{".externaltoolbuilders", "the same"},
    Row{".factorypath", "the same"},
    Row{".vim/coc-settings.json", "names programs that the editor starts"},
    Row{".neoconf.json", "the same"},
    Row{".nlsp-settings", "the same"},
    Row{".cargo/config.toml", "names programs that the editor's cargo starts"},
    Row{".cargo/config", "the same"},
    Row{".helix", "names programs that the editor starts"},
    Row{".nvim.lua", "run by the editor"},
    Row{".nvimrc", "the same"},
    Row{".exrc", "the same"},
    Row{".vimrc", "the same"},
    Row{".gvimrc", "the same"},
    Row{".lvimrc", "the same"},
    Row{".local.vimrc", "the same"},
    Row{"_vimrc", "the same"},
    Row{"_gvimrc", "the same"},
    Row{"_exrc", "the same"},
    Row{".lazy.lua", "the same"},
    Row{".ycm_extra_conf.py", "the same"},
    Row{".dir-locals.el", "the same"},
    Row{".dir-locals-2.el", "the same"},
    Row{".envrc", "run by direnv"},
    Row{".direnv", "the same"},
    Row{".tool-versions", "says in which folders asdf and mise find programs"},
    Row{"mise.*", "the same, and what mise runs"},
    Row{".mise.*", "the same"},
    Row{".mise", "the same"},
    Row{"mise/config.*", "the same"},
    Row{".config/mise*", "the same"},
    Row{".rtx.toml", "the same"},
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
    Row{".agents", "the same"},
    Row{".amp", "the same"},
    Row{".cline", "the same"},
    Row{".codebuddy", "the same"},
    Row{".copilot", "the same"},
    Row{".factory", "the same"},
    Row{".github/hooks", "the same"},
    Row{".goose", "the same"},
    Row{".iflow", "the same"},
    Row{".kilo", "the same"},
    Row{"kilo.json", "the same"},
    Row{"kilo.jsonc", "the same"},
    Row{".kilocode", "the same"},
    Row{".kilocodemodes", "the same"},
    Row{".openhands", "the same"},
    Row{".pi", "the same"},
    Row{".roomodes", "the same"},
};

/// Keys whose values are not paths.
constexpr std::array<std::string_view, 8> no_paths{"url",   "pushurl",  "merge", "remote",
                                                   "fetch", "worktree", "name",  "email"};
/// Keys whose values are files and folders, also without a slash.
constexpr std::array<std::string_view, 4> sure_paths{"hookspath", "path", "templatedir", "attributesfile"};

bool is_one_of(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

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

/// The first names of `path`, as many as the pattern has.
std::string_view first_names(std::string_view path, std::string_view pattern) {
  std::size_t end = path.find('/');
  for (auto more = std::count(pattern.begin(), pattern.end(), '/'); more > 0 && end != path.npos; --more)
    end = path.find('/', end + 1);
  return path.substr(0, end);
}

bool matches(std::string_view path, std::string_view pattern) {
  const std::string_view start = first_names(path, pattern);
  if (pattern.starts_with('*')) return start.ends_with(pattern.substr(1));
  return pattern.ends_with('*') ? start.starts_with(pattern.substr(0, pattern.size() - 1)) : start == pattern;
}

/// The name of a section of configuration; nothing: the line begins none.
std::optional<std::string> section_in(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with('[')) return std::nullopt;
  return in_small_letters(line.substr(1, line.find_first_of(" ].") - 1));
}

}  // namespace

bool is_auto_loaded(std::string_view path) {
  const std::string small = in_small_letters(path);
  return std::any_of(auto_loaded.begin(), auto_loaded.end(), [&](const Row& row) { return matches(small, row.name); });
}

const std::vector<std::string_view>& auto_loaded_below() {
  static const std::vector<std::string_view> paths = [] {
    std::vector<std::string_view> all;
    for (const Row& row : auto_loaded)
      if (row.name.find('/') != row.name.npos && !row.name.ends_with('*')) all.push_back(row.name);
    return all;
  }();
  return paths;
}

std::vector<NamedPath> paths_in_git_config(std::string_view text) {
  constexpr std::string_view between = " \t\"';|&()<>!";
  std::vector<NamedPath> paths;
  std::string section;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    section = section_in(line).value_or(section);
    const std::size_t equals = line.find('=');
    const std::string key = equals == line.npos ? std::string() : in_small_letters(trimmed(line.substr(0, equals)));
    if (key.empty() || is_one_of(no_paths, key)) continue;
    const bool is_sure = is_one_of(sure_paths, key);
    bool is_program = true;
    const std::string_view value = trimmed(line.substr(equals + 1));
    for (std::size_t at = value.find_first_not_of(between); at != value.npos; is_program = false) {
      const std::size_t end = std::min(value.find_first_of(between, at), value.size());
      const std::string_view word = value.substr(at, end - at);
      const bool is_bare = !is_sure && word.find('/') == word.npos;
      paths.push_back({std::string(word), is_sure, is_bare && (is_program || section == "alias")});
      at = value.find_first_not_of(between, end);
    }
  }
  return paths;
}

}  // namespace termhost::sandbox
