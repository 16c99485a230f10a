#include "io/storage/storage_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "io/storage/os_file.hpp"

namespace termhost::io {
namespace {

constexpr const char* tasks_name = "tasks";
constexpr const char* artifacts_name = "command-output";
constexpr const char* nameless_task = "default";
constexpr std::size_t longest_name = 200;  ///< file systems take 255

bool is_plain(char c) { return base::is_name_char(c) || c == '-' || c == '.'; }

StorageFolder::Result<FileDescriptor> open_below(const FileDescriptor& parent, const char* name,
                                                 const std::string& path, Missing missing) {
  if (missing == Missing::Create && !make_folder(parent, name))
    return base::unexpected(store_error(errno, "create", path));
  FileDescriptor folder = open_folder(parent, name);
  if (!folder) return base::unexpected(store_error(errno, "open", path));
  return folder;
}

}  // namespace

StorageFolder::StorageFolder(std::string path) : path_(std::move(path)) {
  while (path_.size() > 1 && path_.ends_with('/')) path_.pop_back();
}

StorageFolder::Result<FileDescriptor> StorageFolder::open(Missing missing) const {
  FileDescriptor folder = open_folder(path_);
  if (!folder && missing == Missing::Create) {
    if (!make_folders(path_)) return base::unexpected(store_error(errno, "create", path_));
    folder = open_folder(path_);
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
  remove_folder(*tasks, fmt::format("{}/{}", task_folder, artifacts_name));
  remove_folder(*tasks, task_folder);
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

std::string default_storage_path() {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && state[0] == '/') return std::string(state) + "/termhost";
  const char* named = std::getenv("HOME");
  const std::string home = named != nullptr && named[0] == '/' ? named : home_by_database();
  return (home.empty() ? "/tmp" : home) + "/.local/state/termhost";
}

}  // namespace termhost::io
