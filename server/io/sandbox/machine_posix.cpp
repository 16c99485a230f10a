#include "io/sandbox/machine_posix.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <fmt/format.h>

#include "io/file_descriptor.hpp"
#include "io/private_folder_posix.hpp"
#include "io/sandbox/homes.hpp"
#include "io/storage/storage_folder.hpp"
#include "sandbox/home_places.hpp"

namespace termhost::io {
namespace {

std::optional<std::string> real_path(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> real(path.empty() ? nullptr : ::realpath(path.c_str(), nullptr),
                                                    std::free);
  return real ? std::optional<std::string>(real.get()) : std::nullopt;
}

std::optional<std::string> link_target(const std::string& path) {
  std::array<char, PATH_MAX> text{};
  const ssize_t size = ::readlink(path.c_str(), text.data(), text.size());
  return size > 0 ? std::optional(std::string(text.data(), static_cast<std::size_t>(size))) : std::nullopt;
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

constexpr off_t most_read = off_t{64} << 20;

/// A pipe that an agent has put there waits for a writer: it is not a plain file.
std::optional<std::string> content_of(const std::string& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > most_read)
    return std::nullopt;
  std::string content(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t got = 0;
  for (ssize_t more = 1; more > 0 && got < content.size(); got += static_cast<std::size_t>(more))
    if ((more = ::read(file.get(), content.data() + got, content.size() - got)) < 0) return std::nullopt;
  content.resize(got);
  return content;
}

/// The one of the user database where `$HOME` is another: what lies there is theirs all the same.
std::string home_folder() {
  const char* home = std::getenv("HOME");
  if (home != nullptr && home[0] == '/') return home;
  const passwd* user = ::getpwuid(::geteuid());
  return user != nullptr ? user->pw_dir : "";
}

/// For root alone: other users can read only the part that they are let.
std::vector<std::string> homes_of_others(const std::string& home) {
  if (::geteuid() != 0) return {};
  std::vector<std::string> homes = homes_of_users();
  for (const std::string& name : names_in(folder_of_homes))
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

}  // namespace

base::Expected<sandbox::Plan, std::string> plan_here(const sandbox::Sandbox& sandbox, const OwnFolders& own,
                                                     bool has_view) {
  const auto meeting = runtime_folder();
  if (!meeting) return base::unexpected(meeting.error());
  return sandbox::make_plan(sandbox,
                            {.home = home_folder(),
                             .temporary_folder = temporary_directory(),
                             .meeting_folder = *meeting,
                             .private_folder = own.private_folder,
                             .outputs = default_storage_path(),
                             .git_configs = git_configs(home_folder()),
                             .caches = named_caches(),
                             .tools = tool_folders(),
                             .mounts = mount_points(),
                             .scratch = own.scratch,
                             .other_homes = homes_of_others(home_folder()),
                             .is_root = ::geteuid() == 0,
                             .has_view = has_view},
                            {real_path, link_target, names_in, content_of});
}

std::string cache_place(const sandbox::Cache& cache) {
  const char* named = named_place(cache);
  return real_path(named != nullptr ? named : fmt::format("{}/{}", home_folder(), cache.path)).value_or("");
}

}  // namespace termhost::io
