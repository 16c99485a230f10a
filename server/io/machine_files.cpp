#include "io/machine_files.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>

#include <fmt/format.h>

#include "approval/git/repository_settings.hpp"
#include "io/git_repository.hpp"

namespace termhost::io {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 1024;       ///< that are kept; past it all are forgotten
constexpr std::size_t most_repositories = 64;  ///< that git enters from one

/// `make` makes it of the content.
template <class Kept, class Make>
auto kept(Kept& all, const std::string& file, const Make& make) -> decltype(all.begin()->second.second) {
  const std::optional<std::string> version = version_of(file);
  if (!version) return nullptr;
  if (const auto known = all.find(file); known != all.end() && known->second.first == *version)
    return known->second.second;
  if (all.size() >= most_files) all.clear();
  return (all[file] = {*version, make(content_of(file))}).second;
}

/// The file of the user's own patterns, if no setting of theirs names another one.
std::string own_patterns() {
  const std::string settings = settings_of_user().back();
  return settings.substr(0, settings.rfind('/')) + "/ignore";
}

}  // namespace

void MachineFiles::begin_decision() const { looked_.emplace(); }
void MachineFiles::end_decision() const { looked_.reset(); }

std::string MachineFiles::real_path(std::string_view path) const {
  std::error_code failed;  // who can't follow it can't read it either
  const fs::path real = fs::weakly_canonical(path, failed);
  return failed ? std::string(path) : real.string();
}

bool MachineFiles::in_bare_repository(std::string_view written) const {
  for (fs::path folder = real_path(written); folder.is_absolute(); folder = folder.parent_path()) {
    if (is_working_tree(folder.string())) return false;
    const bool complete = is_present(folder / "objects") && is_present(folder / "refs");
    if (is_present(folder / "HEAD") && (complete || is_present(folder / "commondir"))) return true;
    if (folder == folder.parent_path()) return false;
  }
  return false;
}

bool MachineFiles::is_there(std::string_view path) const { return is_present(std::string(path)); }

bool MachineFiles::is_folder(std::string_view path) const {
  std::error_code failed;
  return fs::is_directory(path, failed);
}

MachineFiles::Shared<sandbox::IgnorePatterns> MachineFiles::patterns(const std::string& file) const {
  return kept(patterns_, file,
              [](const std::string& text) { return std::make_shared<const sandbox::IgnorePatterns>(text); });
}

MachineFiles::Shared<MachineFiles::Settings> MachineFiles::settings(const std::string& file) const {
  return kept(settings_, file, [](const std::string& text) {
    return std::make_shared<const Settings>(sandbox::read_git_settings(text));
  });
}

MachineFiles::Shared<sandbox::GitIndex> MachineFiles::index_of(const std::string& top) const {
  if (looked_)
    if (const auto known = looked_->indexes.find(top); known != looked_->indexes.end()) return known->second;
  auto index = kept(indexes_, git_folder(top) + "/index", [](const std::string& bytes) {
    auto read = sandbox::read_git_index(bytes);
    return read ? std::make_shared<const sandbox::GitIndex>(std::move(*read)) : nullptr;
  });
  if (looked_) looked_->indexes.emplace(top, index);
  return index;
}

/// The file that the settings of the repository name, or the user's, or git's own choice.
std::string MachineFiles::patterns_of_user(const std::string& common) const {
  std::vector<std::string> files = settings_of_user();
  files.insert(files.begin(), common + "/config");
  for (const std::string& file : files) {
    const auto read = settings(file);
    if (std::string named = read ? path_in(*read, "core.excludesfile") : std::string(); !named.empty()) return named;
  }
  return own_patterns();
}

std::optional<bool> MachineFiles::ignored_by(const FolderState& state, std::string_view path, bool is_folder) {
  for (auto source = state.sources.rbegin(); source != state.sources.rend(); ++source)
    if (const auto ignored = source->patterns->ignores(path.substr(source->below), is_folder)) return ignored;
  return std::nullopt;
}

/// git asks of each folder from the top, and then of the file: what an ignored folder holds is ignored too.
MachineFiles::FolderState MachineFiles::look_at(const std::string& folder) const {
  FolderState state;
  if (folder.empty()) return state;
  const auto add = [&](const std::string& file) {
    if (auto found = patterns(file)) state.sources.push_back({folder.size() + 1, std::move(found)});
  };
  if (is_working_tree(folder)) {
    state.top = folder;
    const std::string common = common_folder(git_folder(folder));
    add(patterns_of_user(common));
    add(common + "/info/exclude");
  } else {
    state = *state_of(folder.substr(0, folder.rfind('/')));
    state.ignored = state.ignored || ignored_by(state, folder, true).value_or(false);
  }
  if (!state.top.empty()) add(folder + "/.gitignore");
  return state;
}

MachineFiles::Shared<MachineFiles::FolderState> MachineFiles::state_of(const std::string& folder) const {
  if (!looked_) return std::make_shared<const FolderState>(look_at(folder));
  if (const auto known = looked_->folders.find(folder); known != looked_->folders.end()) return known->second;
  auto state = std::make_shared<const FolderState>(look_at(folder));
  return looked_->folders.emplace(folder, std::move(state)).first->second;
}

bool MachineFiles::is_ignored(std::string_view path) const {
  const auto state = state_of(std::string(path.substr(0, path.rfind('/'))));
  if (state->ignored) return true;
  const bool as_file = ignored_by(*state, path, false).value_or(false);
  const bool as_folder = ignored_by(*state, path, true).value_or(false);
  return as_file == as_folder || !is_folder(path) ? as_file : as_folder;
}

bool MachineFiles::is_tracked(std::string_view path) const {
  const auto state = state_of(std::string(path.substr(0, path.rfind('/'))));
  const auto index = state->top.empty() ? nullptr : index_of(state->top);
  if (index == nullptr) return false;
  const std::string name(path.substr(state->top.size() + 1));
  if (index->contains(name)) return true;
  const auto below = index->lower_bound(name + "/");
  return below != index->end() && below->first.starts_with(name + "/");
}

std::optional<std::vector<approval::FolderEntry>> MachineFiles::entries(std::string_view folder,
                                                                        std::size_t most) const {
  std::vector<approval::FolderEntry> found;
  std::error_code failed;
  const fs::directory_iterator end;
  for (fs::directory_iterator entry(folder, failed); !failed && entry != end; entry.increment(failed)) {
    if (found.size() == most) return std::nullopt;
    std::error_code unseen;
    const bool is_link = entry->is_symlink(unseen);
    found.push_back({entry->path().filename().string(), is_link, !is_link && entry->is_directory(unseen)});
  }
  return found;
}

/// A relative folder of hooks lies in the working tree, whoever names it: a clone may bring it.
void MachineFiles::add_hook(const std::string& top, const std::string& common, Settings& found) const {
  std::vector<std::string> folders{common + "/hooks"};
  for (const approval::GitSetting& setting : found)
    if (setting.name == "core.hookspath") folders.push_back(path_in({setting}, setting.name));
  for (const std::string& file : settings_of_user())
    if (const auto read = settings(file))
      if (std::string named = path_in(*read, "core.hookspath"); !named.starts_with('/')) folders.push_back(named);
  for (const std::string& folder : folders) {
    const bool elsewhere = folder.starts_with('~') || folder.starts_with('%');  // another home, git's own folder
    const std::string hook = (fs::path(top) / folder / "post-index-change").string();
    if (!folder.empty() && (elsewhere || is_present(hook)))
      found.push_back({std::string(approval::reading_hook), hook});
  }
}

void MachineFiles::add_places(const std::string& top, const std::string& git, Settings& found) const {
  const std::string common = real_path(common_folder(git));
  const auto leads_back = [&](const approval::GitSetting& setting) {
    return setting.name == "core.worktree" && setting.value == top;
  };
  const bool own = common == top + "/.git" || worktree_of(git) == top || std::ranges::any_of(found, leads_back);
  if (!own) found.push_back({std::string(approval::other_repository), common});
  std::istringstream alternates(version_of(common + "/objects/info/alternates")
                                    ? content_of(common + "/objects/info/alternates")
                                    : std::string());
  for (std::string line; std::getline(alternates, line);)
    if (!line.empty() && !line.starts_with('#'))
      found.push_back(
          {std::string(approval::other_repository), real_path((fs::path(common) / "objects" / line).string())});
}

void MachineFiles::add_settings(const std::string& top, std::set<std::string>& seen, Settings& found) const {
  const std::string git = git_folder(top);
  const Settings unknown{{std::string(approval::unknown_submodules), {}}};
  if (!seen.insert(git).second) return;
  if (seen.size() > most_repositories) return void(found = unknown);
  const std::string common = common_folder(git);
  Settings own;
  for (const std::string& file : {common + "/config", git + "/config.worktree"})
    if (const auto read = settings(file)) own.insert(own.end(), read->begin(), read->end());
  add_hook(top, common, own);
  std::string tree = top;
  for (approval::GitSetting& setting : own)  // seen from the folder of the repository
    if (setting.name == "core.worktree") tree = setting.value = real_path((fs::path(git) / setting.value).string());
  add_places(top, git, own);
  found.insert(found.end(), own.begin(), own.end());
  const auto index = index_of(top);
  if (index == nullptr && is_present(git + "/index")) found.push_back(unknown.front());
  if (index == nullptr) return;
  for (const auto& [path, object] : *index)  // a submodule is no plain file
    if (object.empty() && is_present(fmt::format("{}/{}/.git", tree, path)))
      add_settings(fmt::format("{}/{}", tree, path), seen, found);
}

std::vector<approval::GitSetting> MachineFiles::repository_settings(std::string_view folder) const {
  const std::string top = top_of(real_path(folder) + "/.");
  Settings found;
  std::set<std::string> seen;
  if (!top.empty()) add_settings(top, seen, found);
  return found;
}

}  // namespace termhost::io
