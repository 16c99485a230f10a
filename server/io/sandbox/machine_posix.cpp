#include "io/sandbox/machine_posix.hpp"

#include <algorithm>
#include <cstdlib>
#include <pwd.h>
#include <unistd.h>

#include <fmt/format.h>

#include "io/private_folder_posix.hpp"
#include "io/sandbox/homes.hpp"
#include "io/storage/storage_folder.hpp"
#include "sandbox/home_places.hpp"

namespace termhost::io {

std::string home_of_user() {
  const char* home = std::getenv("HOME");
  if (home != nullptr && home[0] == '/') return home;
  const passwd* user = ::getpwuid(::geteuid());
  return user != nullptr ? user->pw_dir : "";
}

namespace {

/// The one of the user database where `$HOME` is another: what lies there is theirs all the same.
/// For root alone: other users can read only the part that they are let.
std::vector<std::string> homes_of_others(const std::string& home, LookedUpFiles& files) {
  if (::geteuid() != 0) return {};
  (void)files.content(list_of_users);  // a change of it is a change of the plan
  std::vector<std::string> homes = homes_of_users();
  for (const std::string& name : files.names_in(folder_of_homes))
    homes.push_back(fmt::format("{}/{}", folder_of_homes, name));
  std::erase(homes, home);
  return homes;
}

/// By the environment; null: by nothing.
const char* named_place(const sandbox::Cache& cache) {
  const char* named = cache.variable.empty() ? nullptr : std::getenv(cache.variable.data());
  return named != nullptr && named[0] == '/' ? named : nullptr;
}

std::vector<std::string> named_caches() {
  std::vector<std::string> folders;
  for (const sandbox::Cache& cache : sandbox::caches)
    if (const char* named = named_place(cache); named != nullptr) folders.emplace_back(named);
  return folders;
}

/// Folders of the search path, and of variables that tools have.
std::vector<std::string> tool_folders() {
  std::vector<std::string> folders;
  const auto add = [&](std::string_view folder) {
    if (folder.starts_with('/')) folders.emplace_back(folder);
  };
  const char* const path = std::getenv("PATH");
  for (std::string_view left = path == nullptr ? "" : path; !left.empty();) {
    const std::string_view folder = left.substr(0, left.find(':'));
    add(folder);
    left.remove_prefix(std::min(left.size(), folder.size() + 1));
  }
  for (const char* const variable : sandbox::tool_variables)
    if (const char* const folder = std::getenv(variable); folder != nullptr) add(folder);
  return folders;
}

/// The git that an editor or another terminal starts may have another environment, so no place stands for another.
std::vector<std::string> git_configs(const std::string& home) {
  std::vector<std::string> files{"/etc/gitconfig", home + "/.gitconfig", home + "/.config/git/config"};
  const char* const configs = std::getenv("XDG_CONFIG_HOME");
  if (configs != nullptr && configs[0] == '/') files.push_back(fmt::format("{}/git/config", configs));
  for (const char* const variable : {"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"}) {
    const char* const file = std::getenv(variable);
    if (file != nullptr && file[0] == '/') files.emplace_back(file);
  }
  return files;
}

/// All of it but the mount points is the environment of this process, or in `files`.
sandbox::MachineFacts facts_here(const std::string& meeting, const OwnFolders& own, bool has_view,
                                 LookedUpFiles& files) {
  return {.home = home_of_user(),
          .temporary_folder = temporary_directory(),
          .meeting_folder = meeting,
          .private_folder = own.private_folder,
          .outputs = default_storage_path(),
          .git_configs = git_configs(home_of_user()),
          .caches = named_caches(),
          .tools = tool_folders(),
          .mounts = mount_points(),
          .scratch = own.scratch,
          .other_homes = homes_of_others(home_of_user(), files),
          .is_root = ::geteuid() == 0,
          .has_view = has_view};
}

}  // namespace

base::Expected<PlanHere, std::string> PlanHere::make(const sandbox::Sandbox& sandbox, const OwnFolders& own,
                                                     bool has_view) {
  const auto meeting = runtime_folder();
  if (!meeting) return base::unexpected(meeting.error());
  PlanHere here;
  here.mount_table_ = open_mount_table();
  here.facts_ = facts_here(*meeting, own, has_view, here.files_);
  auto plan = sandbox::make_plan(sandbox, here.facts_, here.files_.port());
  if (!plan) return base::unexpected(plan.error());
  here.plan_ = *std::move(plan);
  return here;
}

bool PlanHere::is_current() {
  const auto meeting = runtime_folder();
  return meeting && *meeting == facts_.meeting_folder && files_.are_same() &&
         (!have_mounts_changed(mount_table_) || mount_points() == facts_.mounts);
}

bool is_plan_here(const sandbox::Plan& plan, const sandbox::Sandbox& sandbox, std::unique_ptr<PlanHere>& known) {
  if (known && known->is_current()) return true;
  auto now = PlanHere::make(sandbox, {plan.private_folder, plan.has_view ? "" : plan.scratch}, plan.has_view);
  if (!now || now->plan() != plan) return false;
  known = std::make_unique<PlanHere>(*std::move(now));
  return true;
}

std::string cache_place(const sandbox::Cache& cache) {
  const char* named = named_place(cache);
  return LookedUpFiles()
      .real_path(named != nullptr ? named : fmt::format("{}/{}", home_of_user(), cache.path))
      .value_or("");
}

}  // namespace termhost::io
