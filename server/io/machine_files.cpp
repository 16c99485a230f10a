#include "io/machine_files.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "base/ascii.hpp"

namespace termhost::io {
namespace {

namespace fs = std::filesystem;

bool is_present(const fs::path& path) {
  std::error_code failed;  // what cannot be looked at is nothing that git reads
  return fs::exists(fs::symlink_status(path, failed));
}

constexpr std::size_t most_files = 1024;           ///< that are kept; past it all are forgotten
constexpr std::uintmax_t most_bytes = 64U << 20U;  ///< of one that is read

/// Of a plain file that is not huge: another text for each of its versions.
std::optional<std::string> version_of(const std::string& file) {
  std::error_code failed;
  if (!fs::is_regular_file(file, failed) || failed) return std::nullopt;
  const auto written = fs::last_write_time(file, failed);
  const std::uintmax_t size = failed ? 0 : fs::file_size(file, failed);
  if (failed || size > most_bytes) return std::nullopt;
  return fmt::format("{} {}", written.time_since_epoch().count(), size);
}

std::string content_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// `make` makes it of the content.
template <class Kept, class Make>
auto kept(Kept& all, const std::string& file, const Make& make) -> decltype(all.begin()->second.second.get()) {
  const std::optional<std::string> version = version_of(file);
  if (!version) return nullptr;
  if (const auto known = all.find(file); known != all.end() && known->second.first == *version)
    return known->second.second.get();
  if (all.size() >= most_files) all.clear();
  return (all[file] = {*version, make(content_of(file))}).second.get();
}

std::string folder_of(std::string_view path) { return std::string(path.substr(0, path.rfind('/'))); }

/// The top of the working tree that `path` lies in; empty: there is none.
std::string top_of(std::string_view path) {
  std::error_code failed;
  for (std::string folder = folder_of(path); !folder.empty(); folder = folder_of(folder))
    if (fs::exists(folder + "/.git", failed)) return folder;
  return {};
}

/// In another worktree, and in a submodule, `.git` is a file that says where the folder is.
std::string git_folder(const std::string& top) {
  constexpr std::string_view leads_to = "gitdir: ";
  std::string git = top + "/.git";
  std::error_code failed;
  if (!fs::is_regular_file(git, failed)) return git;
  const std::string text = content_of(git);
  if (!text.starts_with(leads_to)) return git;
  const std::string path = text.substr(leads_to.size(), text.find_last_not_of("\r\n") + 1 - leads_to.size());
  return path.starts_with('/') ? path : top + "/" + path;
}

/// Where git looks for the user's own patterns, if no setting of theirs names another file.
std::string own_patterns() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && *config == '/') return std::string(config) + "/git/ignore";
  const char* home = std::getenv("HOME");
  return home == nullptr ? std::string() : std::string(home) + "/.config/git/ignore";
}

/// What linked worktrees share.
std::string common_folder(const std::string& git) {
  std::string leads_to = version_of(git + "/commondir") ? content_of(git + "/commondir") : std::string();
  leads_to.resize(leads_to.find_last_not_of("\r\n") + 1);
  if (leads_to.empty()) return git;
  return leads_to.starts_with('/') ? leads_to : git + "/" + leads_to;
}

std::string trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\"";
  const std::size_t first = std::min(text.find_first_not_of(blanks), text.size());
  return std::string(text.substr(first, text.find_last_not_of(blanks) + 1 - first));
}

/// A value as written: quotes and what a comment adds are left in it.
std::vector<approval::GitSetting> settings_in(const std::string& text) {
  std::istringstream lines(text);
  std::vector<approval::GitSetting> found;
  std::string section;
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";  // of UTF-8, which git skips
    if (line.starts_with(mark)) line.erase(0, mark.size());
    line = trimmed(line);
    if (line.starts_with('[')) {                  // a key may stand behind it
      const std::size_t quoted = line.find('"');  // a name between quotes may hold a `]`
      const std::size_t name_end = quoted < line.find(']') ? line.find('"', quoted + 1) : 0;
      const std::size_t end = std::min(line.find(']', std::min(name_end, line.size())), line.size() - 1);
      section = base::lowered(line.substr(1, end - 1));
      std::erase_if(section, [](char c) { return c == '"'; });
      std::ranges::replace(section, ' ', '.');
      line.erase(0, end + 1);
    }
    const std::size_t equals = std::min(line.find('='), line.size());
    const std::string key = base::lowered(trimmed(line.substr(0, equals)));
    if (key.empty() || key.starts_with('#') || key.starts_with(';')) continue;
    found.push_back({fmt::format("{}.{}", section, key),
                     equals < line.size() ? trimmed(line.substr(equals + 1)) : std::string("true")});
  }
  return found;
}

/// `core.excludesFile` of the text of git's settings, its `~` followed; empty: it names none.
std::string excludes_named_in(const std::string& text) {
  std::string found;
  for (const approval::GitSetting& setting : settings_in(text))
    if (setting.name == "core.excludesfile") found = setting.value;
  const char* home = std::getenv("HOME");
  if (found.starts_with("~/") && home != nullptr) found.replace(0, 1, home);
  return found;
}

}  // namespace

std::string MachineFiles::real_path(std::string_view path) const {
  std::error_code failed;  // who can't follow it can't read it either
  const fs::path real = fs::weakly_canonical(path, failed);
  return failed ? std::string(path) : real.string();
}

bool MachineFiles::in_bare_repository(std::string_view written) const {
  for (fs::path folder = real_path(written); folder.is_absolute(); folder = folder.parent_path()) {
    if (is_present(folder / ".git")) return false;
    const bool complete = is_present(folder / "objects") && is_present(folder / "refs");
    if (is_present(folder / "HEAD") && (complete || is_present(folder / "commondir"))) return true;
    if (folder == folder.parent_path()) return false;
  }
  return false;
}

bool MachineFiles::is_there(std::string_view path) const { return is_present(path); }

bool MachineFiles::is_folder(std::string_view path) const {
  std::error_code failed;
  return fs::is_directory(path, failed);
}

const sandbox::IgnorePatterns* MachineFiles::patterns(const std::string& file) const {
  return kept(patterns_, file,
              [](const std::string& text) { return std::make_shared<const sandbox::IgnorePatterns>(text); });
}

/// Where the settings of the repository say, or the user's, or where git looks by itself.
std::string MachineFiles::patterns_of_user(const std::string& git) const {
  const std::string usual = own_patterns();
  const char* home = std::getenv("HOME");
  const std::string beside = usual.substr(0, usual.rfind('/') + 1) + "config";
  for (const std::string& settings :
       {git + "/config", std::string(home == nullptr ? "" : home) + "/.gitconfig", beside}) {
    const std::string* const named = kept(excludes_, settings, [](const std::string& text) {
      return std::make_shared<const std::string>(excludes_named_in(text));
    });
    if (named != nullptr && !named->empty()) return *named;
  }
  return usual;
}

const sandbox::GitIndex* MachineFiles::index_of(const std::string& top) const {
  return kept(indexes_, git_folder(top) + "/index", [](const std::string& bytes) {
    auto index = sandbox::read_git_index(bytes);
    return index ? std::make_shared<const sandbox::GitIndex>(std::move(*index)) : nullptr;
  });
}

/// git asks of each folder from the top, and then of the file: what an ignored folder holds is ignored too.
bool MachineFiles::is_ignored(std::string_view path) const {
  const std::string top = top_of(path);
  if (top.empty()) return false;
  struct Source {
    std::size_t below;  ///< where in `path` what it speaks of begins
    const sandbox::IgnorePatterns* patterns;
  };
  std::vector<Source> sources;  // the last one that speaks of a path has the last word
  const auto add = [&](const std::string& file, std::size_t below) {
    if (const sandbox::IgnorePatterns* found = patterns(file)) sources.push_back({below, found});
  };
  const std::string git = common_folder(git_folder(top));
  add(patterns_of_user(git), top.size() + 1);
  add(git + "/info/exclude", top.size() + 1);
  for (std::size_t at = top.size(); at != std::string_view::npos; at = path.find('/', at + 1)) {
    add(std::string(path.substr(0, at)) + "/.gitignore", at + 1);
    const std::size_t end = path.find('/', at + 1);
    const bool folder = end != std::string_view::npos || is_folder(path);
    for (auto source = sources.rbegin(); source != sources.rend(); ++source) {
      const auto ignored = source->patterns->ignores(path.substr(source->below, end - source->below), folder);
      if (ignored && *ignored) return true;
      if (ignored) break;
    }
  }
  return false;
}

bool MachineFiles::is_tracked(std::string_view path) const {
  const std::string top = top_of(path);
  const sandbox::GitIndex* index = top.empty() ? nullptr : index_of(top);
  if (index == nullptr) return false;
  const std::string name(path.substr(top.size() + 1));
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
    const fs::file_type type = entry->symlink_status(unseen).type();
    found.push_back(
        {entry->path().filename().string(), type == fs::file_type::symlink, type == fs::file_type::directory});
  }
  return found;
}

std::vector<approval::GitSetting> MachineFiles::repository_settings(std::string_view folder) const {
  const std::string top = top_of(real_path(folder) + "/.");
  if (top.empty()) return {};
  const std::string git = git_folder(top);
  std::vector<approval::GitSetting> found;
  for (const std::string& file : {common_folder(git) + "/config", git + "/config.worktree"}) {
    const auto* const settings = kept(settings_, file, [](const std::string& text) {
      return std::make_shared<const std::vector<approval::GitSetting>>(settings_in(text));
    });
    if (settings != nullptr) found.insert(found.end(), settings->begin(), settings->end());
  }
  for (approval::GitSetting& setting : found)  // seen from the folder of the repository
    if (setting.name == "core.worktree") setting.value = real_path((fs::path(git) / setting.value).string());
  return found;
}

}  // namespace termhost::io
