#include "io/storage/storage_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "io/storage/store_error.hpp"

namespace termhost::io {
namespace {

constexpr const char* tasks_name = "tasks";
constexpr const char* artifacts_name = "command-output";
constexpr const char* nameless_task = "default";
constexpr std::size_t longest_name = 200;  ///< file systems take 255
constexpr mode_t private_folder = 0700;
constexpr int open_flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

bool is_plain(char c) { return base::is_name_char(c) || c == '-' || c == '.'; }

/// mkdir -p with 0700 for what is new.
int make_folders(const std::string& path) {
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    ::mkdir(path.substr(0, slash).c_str(), private_folder);
  }
  return ::mkdir(path.c_str(), private_folder);
}

StorageFolder::Result<FileDescriptor> open_below(const FileDescriptor& parent, const char* name,
                                                 const std::string& path, Missing missing) {
  if (missing == Missing::Create && ::mkdirat(parent.get(), name, private_folder) != 0 && errno != EEXIST) {
    return base::unexpected(store_error(errno, "create", path));
  }
  FileDescriptor folder(::openat(parent.get(), name, open_flags | O_NOFOLLOW));
  if (!folder) return base::unexpected(store_error(errno, "open", path));
  return folder;
}

}  // namespace

StorageFolder::StorageFolder(std::string path) : path_(std::move(path)) {
  while (path_.size() > 1 && path_.ends_with('/')) path_.pop_back();
}

StorageFolder::Result<FileDescriptor> StorageFolder::open(Missing missing) const {
  FileDescriptor folder(::open(path_.c_str(), open_flags));
  if (!folder && missing == Missing::Create) {
    if (make_folders(path_) != 0 && errno != EEXIST) return base::unexpected(store_error(errno, "create", path_));
    folder.reset(::open(path_.c_str(), open_flags));
  }
  if (!folder) return base::unexpected(store_error(errno, "open", path_));
  return folder;
}

StorageFolder::Result<FileDescriptor> StorageFolder::open_task(const base::TaskId& task, Missing missing) const {
  const std::string name = task_folder_name(task);
  if (name.empty()) {
    return base::unexpected(terminal::StoreError{
        terminal::StoreErrorCode::NotAllowed, "the task id is too long to name a folder; use at most 200 characters"});
  }
  return open_task_folder(name, missing);
}

StorageFolder::Result<FileDescriptor> StorageFolder::open_task_folder(const std::string& name, Missing missing) const {
  auto folder = open(missing);
  std::string path = path_;
  for (const char* step : {tasks_name, name.c_str(), artifacts_name}) {
    if (!folder) return folder;
    path = fmt::format("{}/{}", path, step);
    folder = open_below(*folder, step, path, missing);
  }
  return folder;
}

std::vector<std::string> StorageFolder::tasks() const {
  const auto folder = open(Missing::Fail);
  if (!folder) return {};
  const auto tasks = open_below(*folder, tasks_name, path_, Missing::Fail);
  return tasks ? entries_of(*tasks) : std::vector<std::string>{};
}

void StorageFolder::remove_if_empty(const std::string& task_folder) const {
  const auto folder = open(Missing::Fail);
  if (!folder) return;
  const auto tasks = open_below(*folder, tasks_name, path_, Missing::Fail);
  if (!tasks) return;
  ::unlinkat(tasks->get(), fmt::format("{}/{}", task_folder, artifacts_name).c_str(), AT_REMOVEDIR);
  ::unlinkat(tasks->get(), task_folder.c_str(), AT_REMOVEDIR);
}

std::string task_folder_name(const base::TaskId& task) {
  if (task.empty()) return nameless_task;
  std::string name;
  for (const char c : task.str()) {
    const bool hidden = name.empty() && c == '.';  // also keeps "." and ".." out
    if (is_plain(c) && !hidden) {
      name += c;
    } else {
      name += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    if (name.size() > longest_name) return {};
  }
  return name;
}

std::vector<std::string> entries_of(const FileDescriptor& folder) {
  std::vector<std::string> names;
  DIR* stream = ::fdopendir(::openat(folder.get(), ".", open_flags));
  if (stream == nullptr) return names;
  while (const dirent* entry = ::readdir(stream)) {
    std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(std::move(name));
  }
  ::closedir(stream);
  return names;
}

std::string default_storage_path() {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && state[0] == '/') return std::string(state) + "/termhost";
  const char* home = std::getenv("HOME");
  if (home == nullptr || home[0] != '/') {
    const passwd* user = ::getpwuid(::getuid());
    home = user != nullptr ? user->pw_dir : "/tmp";
  }
  return std::string(home) + "/.local/state/termhost";
}

}  // namespace termhost::io
