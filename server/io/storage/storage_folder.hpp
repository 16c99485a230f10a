// The storage folder: `<path>/tasks/<taskId>/command-output/`. Below the path, which is the person's own choice, every
// step is opened without following a symbolic link, and what we create is ours alone (0700).
#pragma once

#include <string>
#include <vector>

#include "base/expected.hpp"
#include "base/ids.hpp"
#include "io/file_descriptor.hpp"
#include "terminal/executions/artifact_store.hpp"

namespace termhost::io {

enum class Missing { Create, Fail };

class StorageFolder {
 public:
  template <class T>
  using Result = base::Expected<T, terminal::StoreError>;

  explicit StorageFolder(std::string path);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] Result<FileDescriptor> open(Missing missing) const;
  /// The folder of a task's artifacts.
  [[nodiscard]] Result<FileDescriptor> open_task(const base::TaskId& task, Missing missing) const;
  /// The folder of a task's artifacts, by a name that tasks() returned.
  [[nodiscard]] Result<FileDescriptor> open_task_folder(const std::string& name, Missing missing) const;
  [[nodiscard]] std::vector<std::string> tasks() const;
  /// Removes the folder of a task if nothing is in it any more.
  void remove_if_empty(const std::string& task_folder) const;

 private:
  std::string path_;
};

/// The task's name as one path component: what is no letter, digit, dot, dash or underscore is %-encoded. Empty for a
/// name that is too long.
[[nodiscard]] std::string task_folder_name(const base::TaskId& task);

/// `$XDG_STATE_HOME/termhost`, or `~/.local/state/termhost`.
[[nodiscard]] std::string default_storage_path();

}  // namespace termhost::io
