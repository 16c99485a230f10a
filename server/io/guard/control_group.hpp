// A control group of one terminal, where the system lets us make one (Linux, cgroup v2, delegated to this user): the
// kernel itself then knows everything that was started in it, however fast it forks.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>
#include <utility>

#include "io/file_descriptor.hpp"

namespace termhost::io {

/// The name of the control group of the terminal whose guard is this process.
[[nodiscard]] inline std::string control_group_name(pid_t guard) { return "termhost-" + std::to_string(guard); }

class ControlGroup {
 public:
  /// A new one below our own; nothing where that may not be.
  [[nodiscard]] static std::optional<ControlGroup> make(const std::string& name);

  /// One that another process made below our own group and left.
  [[nodiscard]] static std::optional<ControlGroup> find(const std::string& name);

  ControlGroup(ControlGroup&& other) noexcept
      : path_(std::exchange(other.path_, {})), folder_(std::move(other.folder_)) {}
  ControlGroup& operator=(ControlGroup&&) = delete;
  ~ControlGroup();  ///< removes it, if nobody is in it any more

  /// fork(2) of a child that is in it from its first moment; -1 where the kernel can't do that.
  [[nodiscard]] pid_t fork() const;
  /// Nobody in it runs, and no parent is told so. Waits a moment until that is true; false if it can't be had.
  bool freeze() const;
  void thaw() const;
  /// SIGKILL to everyone in it at once, also to those who are being born.
  bool kill() const;

 private:
  ControlGroup(std::string path, FileDescriptor folder) : path_(std::move(path)), folder_(std::move(folder)) {}
  [[nodiscard]] bool write(const char* file, char value) const;

  std::string path_;
  FileDescriptor folder_;
};

}  // namespace termhost::io
