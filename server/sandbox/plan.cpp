#include "sandbox/plan.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "sandbox/auto_loaded_names.hpp"
#include "sandbox/known_places.hpp"
#include "sandbox/path_names.hpp"
#include "sandbox/private_home.hpp"
#include "sandbox/reach.hpp"
#include "sandbox/tracked_files.hpp"
#include "secrets/file_names.hpp"
#include "secrets/places.hpp"

namespace termhost::sandbox {
namespace {

/// Limits of the search for repositories in a workspace.
constexpr std::size_t most_folders = 400;
constexpr int deepest_repository = 3;
constexpr std::array<std::string_view, 3> without_repositories{"node_modules", "target", "build"};

int strictness(Access access) {
  return static_cast<int>(std::string_view("wcepigrhs").find(static_cast<char>(access)));
}

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

/// Deep enough for everybody but loops.
constexpr int most_includes = 10;

class Planner {
 public:
  Planner(const Sandbox& sandbox, const MachineFacts& around, const Files& files)
      : around_(around),
        files_(files),
        home_(files.real_path(around.home).value_or("")),
        sandbox_(with_repositories(sandbox, home_, files)) {}

  base::Expected<Plan, std::string> plan() {
    if (sandbox_.level == Level::Workspace) {
      add_temporary_folder();
      if (!around_.has_view) add(Access::Writable, std::string(memory_folder));
      for (const std::string& folder : sandbox_.workspace) add_tree(folder, "the workspace");
      for (const std::string& tree : sandbox_.writable) add_tree(tree, "writable");
      for (const std::string& folder : sandbox_.workspace) fix(folder);
    }
    if (sandbox_.level == Level::Trial && sandbox_.only_reads) show_everything_read();
    if (sandbox_.level == Level::Trial && !sandbox_.only_reads) copy_everything_written();
    if (around_.has_view) copy_caches();
    hide();
    if (!around_.scratch.empty()) add(Access::Writable, around_.scratch);
    if (!problem_.empty()) return base::unexpected(problem_);
    Plan plan;
    plan.network = sandbox_.network;
    plan.has_view = around_.has_view;
    plan.only_reads = sandbox_.level == Level::ReadOnly || sandbox_.only_reads;
    plan.is_trial = sandbox_.level == Level::Trial;
    plan.workspace = workspace_;
    plan.kept.assign(kept_.begin(), kept_.end());
    for (const auto& [path, access] : places_) plan.places.push_back({access, path});
    plan.meeting_folder = files_.real_path(around_.meeting_folder).value_or("");
    if (!around_.private_folder.empty()) plan.private_folder = files_.real_path(around_.private_folder).value_or("");
    if (plan.meeting_folder.empty()) return base::unexpected("termhost has no folder of its own");
    if (!plan.private_folder.empty() && !lies_in(plan.private_folder, plan.meeting_folder))
      return base::unexpected(fmt::format("'{}' is not in termhost's own folder", plan.private_folder));
    plan.scratch = plan.has_view ? fmt::format("{}/{}", plan.meeting_folder, view_scratch) : around_.scratch;
    if (!plan.has_view) require_no_view(plan);
    if (!problem_.empty()) return base::unexpected(problem_);
    plan.readable = readable_trees(plan, files_.names);
    return plan;
  }

 private:
  /// Checks protections that are needed in any case. Without a view they fail for a place in a writable tree.
  void require_no_view(const Plan& plan) {
    if (plan.is_trial) complain("copies of folders need them");
    if (plan.network == Network::Loopback) complain("a network of the terminal's own needs them");
    for (const std::string& kept : {home_, plan.meeting_folder, files_.real_path(around_.outputs).value_or("")})
      if (access_to(plan, kept) == Access::Writable)
        complain(fmt::format("'{}' can't be protected, because the folder around it can be written", kept));
  }

  /// The stricter access wins.
  void add(Access access, const std::string& path) {
    const auto real = files_.real_path(path);
    if (!real) return;
    Access& known = places_.try_emplace(*real, access).first->second;
    known = std::max(known, access, [](Access a, Access b) { return strictness(a) < strictness(b); });
  }

  void complain(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }

  /// Checks a path from the settings: the meaning of a relative one is not known.
  [[nodiscard]] bool is_absolute(const std::string& path) {
    if (path.starts_with('/')) return true;
    complain(fmt::format("'{}' is not an absolute path", path));
    return false;
  }

  void add_tree(const std::string& path, std::string_view what) {
    if (!is_absolute(path)) return;
    const std::string real = files_.real_path(path).value_or("");
    if (real.empty()) return;
    if (holds_system(real) || (!home_.empty() && lies_in(home_, real)))
      return complain(fmt::format("'{}' can't be {}: it contains startup files or the system", real, what));
    add(Access::Writable, real);
  }

  void add_temporary_folder() {
    for (const std::string& folder : {around_.temporary_folder, std::string("/tmp")}) {
      const std::string real = files_.real_path(folder).value_or("");
      if (real.empty() || holds_system(real)) continue;
      add(Access::Writable, real);
      if (!home_.empty() && lies_in(home_, real)) add(Access::Fixed, home_);
    }
  }

  /// Files that a program writes in the workspace or the home folder go to copies. Temporary folders are empty at
  /// first. A file system that begins within such a folder has a copy of its own.
  void copy_everything_written() {
    for (const std::string& folder : {around_.temporary_folder, std::string("/tmp"), std::string("/var/tmp")}) {
      const std::string real = files_.real_path(folder).value_or("");
      if (!real.empty() && !holds_system(real)) add(Access::Empty, real);
    }
    if (shows_whole_home(home_, sandbox_, files_)) copy_tree(home_, "the home folder");
    for (const std::string& folder : sandbox_.workspace) copy_tree(folder, "the workspace");
    for (const std::string& folder : sandbox_.writable) copy_tree(folder, "writable");
    if (!home_.empty() && !places_.contains(home_)) show_home();
  }

  /// The same part of the files as in other trials, but no copies.
  void show_everything_read() {
    if (home_.empty() || shows_whole_home(home_, sandbox_, files_)) return;
    for (const auto* trees : {&sandbox_.workspace, &sandbox_.writable})
      for (const std::string& tree : *trees)
        if (const auto real = files_.real_path(tree); real && lies_in(*real, home_)) add(Access::Fixed, *real);
    show_home();
  }

  void show_home() {
    if (holds_system(home_))
      return complain(fmt::format("'{}' can't be the home folder: the system lies in it", home_));
    for (const std::string& path : shown_in_home(home_, sandbox_, around_, files_)) {
      places_.insert_or_assign(path, Access::Shown);
      hide_secrets_in(path, false);
    }
    places_.insert_or_assign(home_, Access::Home);
  }

  void copy_tree(const std::string& path, std::string_view what) {
    const std::string real = files_.real_path(path).value_or("");
    if (real.empty()) return;
    if (holds_system(real)) return complain(fmt::format("'{}' can't be {}: the system lies in it", real, what));
    places_.insert_or_assign(real, Access::Copied);  // also in a folder that is empty otherwise
    for (const std::string& mount : around_.mounts) {
      if (!lies_in(mount, real) || files_.real_path(mount) != mount) continue;
      // The kernel locks mounts in a user's namespace: an overlay of the folder around would show what they hide
      if (mount != real && !around_.is_root)
        complain(fmt::format("'{}' is a mount in {}, and only root can copy a folder with a mount in it", mount, what));
      places_.insert_or_assign(mount, Access::Copied);
    }
  }

  /// All caches except those that the user has made writable.
  void copy_caches() {
    std::vector<std::string> folders = around_.caches;
    for (const Cache& cache : caches) folders.push_back(fmt::format("{}/{}", home_, cache.path));
    for (const std::string& folder : folders) {
      const std::string real = files_.real_path(folder).value_or("");
      if (real.empty() || holds_system(real) || lies_in(home_, real) || files_.names(real).empty()) continue;
      if (sandbox_.level == Level::Trial && lies_in(real, home_)) continue;
      const auto is_trusted = [&](const std::string& tree) {
        return lies_in(real, files_.real_path(tree).value_or(tree));
      };
      if (std::none_of(sandbox_.writable.begin(), sandbox_.writable.end(), is_trusted)) add(Access::Copied, real);
    }
  }

  /// Protects names in the workspace. An agent may have made some of them, so a link is never followed to a writable
  /// place.
  void fix(const std::string& named) {
    const std::string folder = files_.real_path(named).value_or("");
    if (folder.empty()) return;
    workspace_.push_back(folder);
    std::size_t folders = most_folders;
    fix_repositories(folder, deepest_repository, folders);
    fix_configured(folder, around_.git_configs);
    for (const std::string& name : files_.names(folder))
      if (is_auto_loaded(name)) keep(folder, fmt::format("{}/{}", folder, name));
    for (const std::string_view below : auto_loaded_below()) keep(folder, fmt::format("{}/{}", folder, below));
  }

  /// Keeps all names on the way as well: a process that changes one of them changes the file that is found there.
  void keep(const std::string& folder, const std::string& path) {
    for (std::string& name : names_to(path, files_))
      if (is_written(name)) kept_.insert(std::move(name));
    const auto real = files_.real_path(path);
    if (real && !lies_in(folder, *real) && lies_in_written(*real)) add(Access::Fixed, *real);
  }

  [[nodiscard]] bool lies_in_written(const std::string& path) const {
    return std::any_of(places_.begin(), places_.end(), [&](const auto& place) {
      return place.second == Access::Writable && lies_in(path, place.first);
    });
  }

  /// A tree is more than what it was named for.
  [[nodiscard]] bool is_written(const std::string& path) const {
    const auto tree = places_.find(path);
    return (tree == places_.end() || tree->second != Access::Writable) && lies_in_written(path);
  }

  /// Submodules and nested ones too. What is not found is as a new one is: docs/enforcement.md.
  void fix_repositories(const std::string& folder, int deeper, std::size_t& folders) {
    fix_repository(folder);
    if (deeper == 0) return;
    for (const std::string& name : files_.names(folder)) {
      const bool left_out = name.starts_with('.') || std::find(without_repositories.begin(), without_repositories.end(),
                                                               name) != without_repositories.end();
      const std::string inner = fmt::format("{}/{}", folder, name);
      if (left_out || files_.real_path(inner) != inner || files_.names(inner).empty()) continue;
      if (folders-- == 0) return void(folders = 0);
      fix_repositories(inner, deeper - 1, folders);
    }
  }

  void fix_repository(const std::string& folder) {
    const std::string git = folder + "/.git";
    // A place of its own can't be renamed, and another put there with hooks in it
    if (files_.real_path(git) != git) return;
    if (!files_.names(git).empty()) return fix_git_folder(folder, git);
    add(Access::Fixed, git);
    const std::string own = folder_told_by(git, "gitdir: ", folder, files_);
    const std::string shared = folder_told_by(own + "/commondir", "", own, files_);
    const std::string& common = shared.empty() ? own : shared;
    const bool known = std::ranges::any_of(
        places_, [&](const auto& place) { return place.second == Access::Repository && lies_in(common, place.first); });
    if (!known && is_written(common)) fix_git_folder(folder, common);
  }

  void fix_git_folder(const std::string& folder, const std::string& git) {
    add(around_.has_view ? Access::Repository : Access::Fixed, git);
    for (auto& [path, access] : places_)
      if (access == Access::Writable && path != git && lies_in(path, git)) access = Access::Fixed;
    std::vector<std::string> configs = around_.git_configs;
    configs.push_back(git + "/config");
    fix_configured(folder, configs);
  }

  void fix_configured(const std::string& folder, const std::vector<std::string>& configs) {
    std::set<std::string> seen;
    for (const std::string& config : configs) fix_configured_by(config, folder, most_includes, seen);
  }

  /// Files that it includes are looked into as well.
  void fix_configured_by(const std::string& config, const std::string& folder, int deeper,
                         std::set<std::string>& seen) {
    if (deeper == 0 || !seen.insert(config).second) return;
    for (const NamedPath& named : paths_in_git_config(files_.read(config).value_or("")))
      for (const std::string& path : meanings(named.path, {folder, folder + "/.git", folder_of(config)})) {
        if (named.is_sure || is_named(named, path, folder)) keep(folder, path);
        if (named.is_sure) fix_configured_by(path, folder, deeper - 1, seen);
      }
  }

  /// The paths that git may mean by a configured name.
  [[nodiscard]] std::vector<std::string> meanings(const std::string& named, std::vector<std::string> folders) const {
    if (named.starts_with('/')) return {named};
    for (const std::string_view start : {"~/", "$HOME/", "${HOME}/"})
      if (named.starts_with(start)) return {fmt::format("{}/{}", home_, named.substr(start.size()))};
    for (std::string& folder : folders) folder = fmt::format("{}/{}", folder, named);
    return folders;
  }

  /// True if a word of a value names an existing file that a process could change.
  [[nodiscard]] bool is_named(const NamedPath& named, const std::string& path, const std::string& folder) const {
    const auto real = files_.real_path(path);
    if (!real || lies_in(folder, *real) || (named.no_folder && !files_.names(*real).empty())) return false;
    const auto tree = places_.find(*real);
    if (tree != places_.end() && tree->second == Access::Writable) return false;
    const auto names = names_to(path, files_);
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return is_written(name); });
  }

  void hide() {
    hide_secrets_of(home_);
    for (const std::string& home : around_.other_homes) hide_other(files_.real_path(home).value_or(""));
    for (const std::string& folder : sandbox_.workspace) {
      hide_secrets_in(folder, true);
      for (const secrets::Place& place : secrets::secret_in_workspace)
        hide_unless_kept(fmt::format("{}/{}", folder, place.path));
    }
    if (around_.is_root) hide_secrets_in("/etc", false);
    add(Access::Hidden, around_.outputs);
    for (const std::string& path : sandbox_.hidden)
      if (is_absolute(path)) hide_in_any_case(path);
    for (const std::string& named : sandbox_.secret_files) hide_named(named);
  }

  void hide_secrets_of(const std::string& home) {
    for (const std::string_view below : secrets::looked_through) hide_secrets_in(home + std::string(below), false);
    for (const secrets::Place& place : secrets::secret_in_home)
      add(Access::Hidden, fmt::format("{}/{}", home, place.path));
  }

  /// Hides all of another user's home; if the workspace is in it, only the secrets.
  void hide_other(const std::string& home) {
    if (home.size() <= 1 || holds_system(home) || lies_in(home_, home)) return;
    const auto is_in_it = [&](const std::string& folder) { return lies_in(folder, home); };
    const bool used = std::any_of(sandbox_.workspace.begin(), sandbox_.workspace.end(), is_in_it) ||
                      std::any_of(sandbox_.writable.begin(), sandbox_.writable.end(), is_in_it);
    if (used)
      hide_secrets_of(home);
    else
      add(Access::Hidden, home);
  }

  /// Hides the files that a secret's name from the settings may mean.
  void hide_named(const std::string& named) {
    if (named.starts_with('/')) return hide_in_any_case(named);
    if (named.starts_with("~/")) return hide_in_any_case(home_ + named.substr(1));
    for (const std::string& folder : sandbox_.workspace) hide_in_any_case(fmt::format("{}/{}", folder, named));
    for (const std::string_view below : secrets::looked_through)
      hide_unless_in_use(fmt::format("{}{}/{}", home_, below, named));
  }

  void hide_secrets_in(const std::string& folder, bool in_workspace) {
    for (const std::string& name : files_.names(folder)) {
      const bool needed = std::ranges::find(secrets::needed_in_workspace, name) != secrets::needed_in_workspace.end();
      if (!secrets::may_name_secret(name) || (in_workspace && needed)) continue;
      const std::string path = fmt::format("{}/{}", folder, name);
      if (in_workspace)
        hide_unless_kept(path);
      else
        hide_unless_in_use(path);
    }
  }

  void hide_unless_in_use(const std::string& path) {
    const auto holds_workspace = [&](const std::string& one) { return lies_in(one, path); };
    if (std::none_of(sandbox_.workspace.begin(), sandbox_.workspace.end(), holds_workspace)) add(Access::Hidden, path);
  }

  /// Shows a file that git has with the same content. A file with other content must not look empty, because git would
  /// take that for a change.
  void hide_unless_kept(const std::string& path) {
    const auto real = files_.real_path(path);
    const Tracked state = real ? state_of(*real) : Tracked::Same;
    if (state == Tracked::No) hide_unless_in_use(path);
    if (state == Tracked::Changed) add(Access::Shut, path);
    if (state != Tracked::Below) return;
    for (const std::string& name : files_.names(*real))
      if (const std::string inner = fmt::format("{}/{}", *real, name); files_.real_path(inner) == inner)
        hide_unless_kept(inner);
  }

  void hide_in_any_case(const std::string& path) {
    const auto real = files_.real_path(path);
    const Tracked state = real ? state_of(*real) : Tracked::No;
    add(state == Tracked::Same || state == Tracked::Changed ? Access::Shut : Access::Hidden, path);
  }

  /// The state in the repository of the workspace's folder that it lies in.
  Tracked state_of(const std::string& real) {
    for (const std::string& folder : sandbox_.workspace) {
      const auto known = files_.real_path(folder);
      if (!known || !lies_in(real, *known)) continue;
      return tracked_.try_emplace(*known, files_, *known).first->second.state_of(real);
    }
    return Tracked::No;
  }

  const MachineFacts& around_;
  const Files& files_;
  std::string home_;
  Sandbox sandbox_;
  std::vector<std::string> workspace_;  // as in Plan
  std::set<std::string> kept_;          // as in Plan
  std::map<std::string, Access> places_;
  std::map<std::string, TrackedFiles> tracked_;  // by folders of the workspace
  std::string problem_;
};

}  // namespace

base::Expected<Plan, std::string> make_plan(const Sandbox& sandbox, const MachineFacts& around, const Files& files) {
  return Planner(sandbox, around, files).plan();
}

}  // namespace termhost::sandbox
