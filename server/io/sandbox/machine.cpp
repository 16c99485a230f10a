#include "io/sandbox/machine.hpp"

#include <algorithm>
#include <cstdlib>
#include <dirent.h>
#include <memory>
#include <pwd.h>
#include <unistd.h>

#include <fmt/format.h>

#include "approval/paths.hpp"
#include "io/private_folder_posix.hpp"
#include "io/sandbox/landlock_linux.hpp"
#include "io/sandbox/system_calls_linux.hpp"
#include "io/storage/storage_folder.hpp"

namespace termhost::io {
namespace {

std::optional<std::string> real_path(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> real(path.empty() ? nullptr : ::realpath(path.c_str(), nullptr),
                                                    std::free);
  return real ? std::optional<std::string>(real.get()) : std::nullopt;
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  DIR* directory = folder.empty() ? nullptr : ::opendir(folder.c_str());
  if (directory == nullptr) return names;
  while (const dirent* entry = ::readdir(directory)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  ::closedir(directory);
  std::sort(names.begin(), names.end());
  return names;
}

/// The one of the user database where `$HOME` is another: what lies there is theirs all the same.
std::string home_folder() {
  const char* home = std::getenv("HOME");
  if (home != nullptr && home[0] == '/') return home;
  const passwd* user = ::getpwuid(::geteuid());
  return user != nullptr ? user->pw_dir : "";
}

}  // namespace

base::Expected<sandbox::Plan, std::string> plan_here(const sandbox::Sandbox& sandbox,
                                                     const std::string& private_folder) {
  const auto meeting = runtime_folder();
  if (!meeting) return base::unexpected(meeting.error());
  return sandbox::make_plan(sandbox,
                            {.home = home_folder(),
                             .temporary_folder = temporary_directory(),
                             .meeting_folder = *meeting,
                             .private_folder = private_folder,
                             .outputs = default_storage_path(),
                             .is_root = ::geteuid() == 0},
                            {real_path, names_in, approval::names_secret});
}

sandbox::Enforcement kernel_means() {
  sandbox::Enforcement means;
#ifdef __linux__
  const int landlock = landlock_version();
  if (landlock == 0) means.problem = "the kernel has no Landlock, or it is switched off (boot with lsm=landlock,…)";
  if (!can_restrict_system_calls()) means.problem = "the kernel has no seccomp";
  means.by = {"namespaces", fmt::format("landlock {}", landlock), "seccomp"};
  if (landlock < landlock_with_signals)
    means.gaps.emplace_back("signals to other programs of yours (Linux 6.12 stops them)");
#else
  means.problem = "only Linux can confine a terminal";
#endif
  return means;
}

}  // namespace termhost::io
