#include "sandbox/private_home.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "sandbox/auto_loaded_names.hpp"
#include "sandbox/home_places.hpp"
#include "sandbox/known_places.hpp"
#include "sandbox/path_names.hpp"
#include "sandbox/reach.hpp"
#include "secrets/file_names.hpp"
#include "secrets/places.hpp"

namespace termhost::sandbox {
namespace {

/// Deep enough for everybody but loops.
constexpr int most_includes = 10;

constexpr std::array<std::string_view, 13> startup_files{".bashrc",
                                                         ".bash_profile",
                                                         ".bash_login",
                                                         ".bash_aliases",
                                                         ".profile",
                                                         ".zshrc",
                                                         ".zshenv",
                                                         ".zprofile",
                                                         ".zlogin",
                                                         ".kshrc",
                                                         ".mkshrc",
                                                         ".shrc",
                                                         ".config/fish/config.fish"};

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }
std::string_view name_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

class Home {
 public:
  Home(const std::string& home, const Files& files) : home_(home), files_(files) {}

  void show_table() {
    for (const HomePlace& place : home_places) show_named(place.path);
  }

  /// Secrets are left out.
  void show(const std::string& path) {
    if (!names_secret(path)) show_any(path);
  }

  /// A folder of programs comes with the rest of its tool.
  void show_tool(const std::string& folder) {
    const std::string real = files_.real_path(folder).value_or("");
    const std::string around = real.empty() ? real : folder_of(real);
    constexpr std::array<std::string_view, 4> of_programs{"bin", "sbin", "shims", ".bin"};
    const bool is_part = std::find(of_programs.begin(), of_programs.end(), name_of(real)) != of_programs.end();
    const bool is_shared = around == home_ || around == home_ + "/.local" || is_shown(real);
    show(is_part && !is_shared ? around : real);
  }

  void show_startup() {
    for (const std::string_view name : startup_files) {
      const std::string file = fmt::format("{}/{}", home_, name);
      for (const std::string& sourced : sourced_files(files_.read(file).value_or(""), home_))
        if (files_.names(sourced).empty()) show(sourced);
    }
  }

  /// The files that the user's own git settings name. The settings of a repository do not count, because an agent may
  /// have written them.
  void show_git(const std::string& config, int deeper) {
    if (deeper == 0 || !seen_.insert(config).second) return;
    show(config);
    for (const NamedPath& named : paths_in_git_config(files_.read(config).value_or(""))) {
      const std::string path = meaning(named, folder_of(config));
      if (path.empty()) continue;
      show(path);
      if (named.is_sure) show_git(path, deeper - 1);
    }
  }

  /// The folders of git that lie elsewhere.
  void show_git_of(const std::string& top) {
    const std::string git = top + "/.git";
    const std::string own = files_.names(git).empty() ? folder_told_by(git, "gitdir: ", top, files_) : git;
    if (own.empty()) return;
    const std::string shared = folder_told_by(own + "/commondir", "", own, files_);
    const std::string& common = shared.empty() ? own : shared;
    show_any(own);
    show_any(common);
    const std::string others = folder_told_by(common + "/objects/info/alternates", "", common + "/objects", files_);
    if (!others.empty()) show_any(others);
  }

  [[nodiscard]] std::vector<std::string> take() const {
    std::vector<std::string> places;
    for (const std::string& path : shown_)
      if (places.empty() || !lies_in(path, places.back())) places.push_back(path);
    return places;
  }

 private:
  [[nodiscard]] bool is_shown(const std::string& path) const {
    return std::any_of(shown_.begin(), shown_.end(), [&](const std::string& shown) { return lies_in(path, shown); });
  }

  [[nodiscard]] bool names_secret(const std::string& path) const {
    if (!lies_in(path, home_) || path == home_) return false;
    const std::string inner = path.substr(home_.size() + 1);
    return secrets::may_name_secret(inner) || secrets::lies_in_secret_place(inner);
  }

  void show_named(std::string_view place) {
    const std::string path = fmt::format("{}/{}", home_, place);
    if (!place.ends_with('*')) return show(path);
    const std::string folder = folder_of(path);
    const std::string_view start = std::string_view(path).substr(folder.size() + 1, path.size() - folder.size() - 2);
    for (const std::string& name : files_.names(folder))
      if (name.starts_with(start)) show(fmt::format("{}/{}", folder, name));
  }

  /// With the links on the way; a link that leads to a secret leads nowhere.
  void show_any(const std::string& path) {
    if (!path.starts_with('/') || !files_.real_path(path)) return;
    const std::vector<std::string> names = names_to(path, files_);
    for (const std::string& name : names)
      if (lies_in(name, home_) && name != home_ && !(name != path && names_secret(name))) shown_.insert(name);
  }

  [[nodiscard]] std::string meaning(const NamedPath& named, const std::string& folder) const {
    if (named.path.starts_with('/')) return named.path;
    if (named.path.starts_with("~/")) return home_ + named.path.substr(1);
    const bool may_be_word = !named.is_sure && named.path.find('/') == std::string::npos;
    return may_be_word ? std::string() : fmt::format("{}/{}", folder, named.path);
  }

  const std::string& home_;
  const Files& files_;
  std::set<std::string> shown_, seen_;
};

}  // namespace

Sandbox with_repositories(Sandbox sandbox, const std::string& home, const Files& files) {
  if (sandbox.level != Level::Trial) return sandbox;
  for (std::string& folder : sandbox.workspace)
    if (const auto real = files.real_path(folder)) folder = repository_around(*real, home, files);
  return sandbox;
}

bool shows_whole_home(const std::string& home, const Sandbox& sandbox, const Files& files) {
  const auto holds_home = [&](const std::string& folder) {
    return lies_in(home, files.real_path(folder).value_or(folder));
  };
  return std::ranges::any_of(sandbox.workspace, holds_home) || std::ranges::any_of(sandbox.writable, holds_home) ||
         std::ranges::any_of(sandbox.readable, holds_home);
}

std::string repository_around(const std::string& folder, const std::string& home, const Files& files) {
  std::string top = folder;
  while (!top.empty() && !lies_in(home, top) && !files.real_path(top + "/.git")) top = folder_of(top);
  return top.empty() || lies_in(home, top) || holds_system(top) ? folder : top;
}

std::vector<std::string> sourced_files(std::string_view text, const std::string& home) {
  constexpr std::string_view between = " \t\r\n\"';&|(){}[]";
  std::vector<std::string> files;
  bool sourced = false;
  for (std::size_t at = text.find_first_not_of(between); at != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(between, at), text.size());
    // `${HOME}` has brackets
    const bool braced = text.substr(at).starts_with("$") && text.substr(end).starts_with("{HOME}/");
    const std::size_t stop = braced ? std::min(text.find_first_of(between, end + 7), text.size()) : end;
    const std::string_view word = text.substr(at, stop - at);
    for (const std::string_view start : {"~/", "$HOME/", "${HOME}/"})
      if (sourced && word.starts_with(start)) files.push_back(fmt::format("{}/{}", home, word.substr(start.size())));
    if (sourced && word.starts_with(home + "/")) files.emplace_back(word);
    sourced = word == "source" || word == "." || word == "\\.";  // as nvm writes it
    at = text.find_first_not_of(between, stop);
  }
  return files;
}

std::vector<std::string> shown_in_home(const std::string& home, const Sandbox& sandbox, const MachineFacts& around,
                                       const Files& files) {
  Home shown(home, files);
  shown.show_table();
  for (const std::string& folder : around.caches)
    if (folder != home + "/.cache") shown.show(folder);
  for (const std::string& config : around.git_configs) shown.show_git(config, most_includes);
  shown.show_startup();
  for (const std::string& folder : around.tools) shown.show_tool(folder);
  for (const std::string& folder : sandbox.workspace)
    if (const auto real = files.real_path(folder)) shown.show_git_of(*real);
  for (const std::string& path : sandbox.readable) shown.show(path);
  std::vector<std::string> places = shown.take();
  for (const auto* trees : {&sandbox.workspace, &sandbox.writable})
    for (const std::string& tree : *trees)
      std::erase_if(places,
                    [&](const std::string& path) { return lies_in(path, files.real_path(tree).value_or(tree)); });
  return places;
}

}  // namespace termhost::sandbox
