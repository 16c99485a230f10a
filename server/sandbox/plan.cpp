#include "sandbox/plan.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "sandbox/known_places.hpp"
#include "sandbox/reach.hpp"
#include "sandbox/tracked_files.hpp"

namespace termhost::sandbox {
namespace {

constexpr char readable_tree = 't';  // in a list of texts, beside the letters of Access

int strictness(Access access) { return static_cast<int>(std::string_view("wrhs").find(static_cast<char>(access))); }

bool holds_system(std::string_view tree) {
  return std::any_of(system_folders.begin(), system_folders.end(),
                     [&](std::string_view folder) { return lies_in(folder, tree); });
}

class Planner {
 public:
  Planner(const Sandbox& sandbox, const Surroundings& around, const Files& files)
      : sandbox_(sandbox), around_(around), files_(files), home_(files.real_path(around.home).value_or("")) {}

  base::Expected<Plan, std::string> plan() {
    if (sandbox_.level == Level::Workspace) {
      add_temporary_folder();
      for (const Row& cache : caches) add(Access::Writable, fmt::format("{}/{}", home_, cache.path));
      for (const std::string& folder : sandbox_.workspace) add_tree(folder, "the workspace");
      for (const std::string& tree : sandbox_.writable) add_tree(tree, "writable");
      for (const std::string& folder : sandbox_.workspace) fix(folder);
    }
    hide();
    if (!problem_.empty()) return base::unexpected(problem_);
    Plan plan;
    plan.network = sandbox_.network;
    plan.has_view = around_.has_view;
    for (const auto& [path, access] : places_) plan.places.push_back({access, path});
    plan.meeting_folder = files_.real_path(around_.meeting_folder).value_or("");
    if (!around_.private_folder.empty()) plan.private_folder = files_.real_path(around_.private_folder).value_or("");
    if (plan.meeting_folder.empty()) return base::unexpected("termhost has no folder of its own");
    if (!plan.private_folder.empty() && !lies_in(plan.private_folder, plan.meeting_folder))
      return base::unexpected(fmt::format("'{}' is not in termhost's own folder", plan.private_folder));
    if (!plan.has_view) require_no_view(plan);
    if (!problem_.empty()) return base::unexpected(problem_);
    plan.readable = readable_trees(plan, files_.names);
    return plan;
  }

 private:
  /// What must hold in any case, and can't where it lies in a tree that may be written.
  void require_no_view(const Plan& plan) {
    if (plan.network == Network::Loopback) complain("a network of the terminal's own needs them");
    for (const std::string& kept : {home_, plan.meeting_folder, files_.real_path(around_.outputs).value_or("")})
      if (access_to(plan, kept) == Access::Writable)
        complain(fmt::format("'{}' can't be kept from what writes the folder that it lies in", kept));
  }

  /// What is stricter stays.
  void add(Access access, const std::string& path) {
    const auto real = files_.real_path(path);
    if (!real) return;
    Access& known = places_.try_emplace(*real, access).first->second;
    known = std::max(known, access, [](Access a, Access b) { return strictness(a) < strictness(b); });
  }

  void complain(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }

  /// From settings: a relative path may mean anything.
  [[nodiscard]] bool is_absolute(const std::string& path) {
    if (path.starts_with('/')) return true;
    complain(fmt::format("'{}' is no absolute path", path));
    return false;
  }

  void add_tree(const std::string& path, std::string_view what) {
    if (!is_absolute(path)) return;
    const std::string real = files_.real_path(path).value_or("");
    if (real.empty()) return;
    if (holds_system(real) || (!home_.empty() && lies_in(home_, real)))
      return complain(fmt::format("'{}' can't be {}: startup files or the system lie in it", real, what));
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

  /// What an agent may have made there itself must not lead elsewhere: a link is never followed to be written.
  void fix(const std::string& named) {
    const std::string folder = files_.real_path(named).value_or("");
    if (folder.empty()) return;
    const std::string git = folder + "/.git";
    // A place of its own can't be renamed, and another put there with hooks in it
    if (files_.real_path(git) == git) add(files_.names(git).empty() ? Access::Fixed : Access::Writable, git);
    for (const Row& row : fixed_in_workspace) add(Access::Fixed, fmt::format("{}/{}", folder, row.path));
  }

  void hide() {
    for (const std::string_view below : looked_through) hide_secrets_in(home_ + std::string(below), false);
    for (const Row& row : secret_in_home) add(Access::Hidden, fmt::format("{}/{}", home_, row.path));
    for (const std::string& folder : sandbox_.workspace) {
      hide_secrets_in(folder, true);
      for (const Row& row : secret_in_workspace) hide_unless_kept(fmt::format("{}/{}", folder, row.path));
    }
    if (around_.is_root) hide_secrets_in("/etc", false);
    add(Access::Hidden, around_.outputs);
    for (const std::string& path : sandbox_.hidden)
      if (is_absolute(path)) hide_in_any_case(path);
    for (const std::string& named : sandbox_.secret_files) hide_named(named);
  }

  /// Where a file that is named like a secret would be hidden.
  void hide_named(const std::string& named) {
    if (named.starts_with('/')) return hide_in_any_case(named);
    if (named.starts_with("~/")) return hide_in_any_case(home_ + named.substr(1));
    for (const std::string& folder : sandbox_.workspace) hide_in_any_case(fmt::format("{}/{}", folder, named));
    for (const std::string_view below : looked_through) hide_unless_in_use(fmt::format("{}{}/{}", home_, below, named));
  }

  void hide_secrets_in(const std::string& folder, bool in_workspace) {
    for (const std::string& name : files_.names(folder)) {
      const bool needed =
          std::find(needed_in_workspace.begin(), needed_in_workspace.end(), name) != needed_in_workspace.end();
      if (!files_.names_secret(name) || (in_workspace && needed)) continue;
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

  /// What git keeps as it is, is shown. What it keeps otherwise must not look empty: it would take that for a change.
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

  /// By the repository of the folder of the workspace that it lies in.
  Tracked state_of(const std::string& real) {
    for (const std::string& folder : sandbox_.workspace) {
      const auto known = files_.real_path(folder);
      if (!known || !lies_in(real, *known)) continue;
      return tracked_.try_emplace(*known, files_, *known).first->second.state_of(real);
    }
    return Tracked::No;
  }

  const Sandbox& sandbox_;
  const Surroundings& around_;
  const Files& files_;
  std::string home_;
  std::map<std::string, Access> places_;
  std::map<std::string, TrackedFiles> tracked_;  // by folders of the workspace
  std::string problem_;
};

}  // namespace

base::Expected<Plan, std::string> make_plan(const Sandbox& sandbox, const Surroundings& around, const Files& files) {
  return Planner(sandbox, around, files).plan();
}

std::vector<std::string> to_texts(const Plan& plan) {
  std::vector<std::string> texts{
      std::string(1, static_cast<char>('0' + static_cast<int>(plan.network))) + (plan.has_view ? 'v' : '-'),
      plan.meeting_folder, plan.private_folder};
  for (const Place& place : plan.places) texts.push_back(static_cast<char>(place.access) + place.path);
  for (const std::string& tree : plan.readable) texts.push_back(readable_tree + tree);
  return texts;
}

std::optional<Plan> from_texts(const std::vector<std::string>& texts) {
  if (texts.size() < 3 || texts[0].size() != 2 || texts[0][0] < '0' || texts[0][0] > '2') return std::nullopt;
  Plan plan{static_cast<Network>(texts[0][0] - '0'), texts[0][1] == 'v', {}, texts[1], texts[2], {}};
  for (std::size_t i = 3; i < texts.size(); ++i) {
    if (texts[i].size() < 2 || std::string_view("wrhst").find(texts[i][0]) == std::string_view::npos)
      return std::nullopt;
    if (texts[i][0] == readable_tree)
      plan.readable.push_back(texts[i].substr(1));
    else
      plan.places.push_back({static_cast<Access>(texts[i][0]), texts[i].substr(1)});
  }
  return plan;
}

}  // namespace termhost::sandbox
