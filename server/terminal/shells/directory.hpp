// The directory of a terminal's shell, by the last word on it: the shell's, the editor's or the kernel's.
#pragma once

#include <string>
#include <utility>

namespace termhost::terminal {

class Directory {
 public:
  Directory() = default;
  explicit Directory(std::string path) : path_(std::move(path)) {}

  [[nodiscard]] const std::string& path() const { return path_; }
  /// A command has ended since, and nobody has told where it left the shell.
  [[nodiscard]] bool doubtful() const { return doubtful_; }
  [[nodiscard]] bool known_to_kernel() const { return !kernel_path_.empty(); }
  /// The shell has reported it since it took its last line.
  [[nodiscard]] bool reported_since_line() const { return reported_since_line_; }

  /// A `cd` of ours has led here, or the kernel says so.
  void moved(const std::string& path) { path_ = path; }
  /// The editor's word; empty: it has none.
  void told(const std::string& path) {
    if (path.empty()) return;
    path_ = path;
    doubtful_ = false;
  }
  void reported(const std::string& path) {
    path_ = path;
    reported_since_line_ = true;
  }
  void line_taken() { reported_since_line_ = false; }
  /// The kernel's word between two commands; empty: it has none. While the shell has not moved, its directory keeps the
  /// name that the editor has for it.
  void seen(std::string kernel_path, bool after_command) {
    const std::string before = std::exchange(kernel_path_, std::move(kernel_path));
    const bool comparable = !before.empty() && !kernel_path_.empty();
    if (comparable && kernel_path_ != before) path_ = kernel_path_;
    if (after_command) doubtful_ = !comparable && kernel_path_ != path_;
  }

 private:
  std::string path_;
  std::string kernel_path_;  // when it was last between two commands
  bool doubtful_ = false, reported_since_line_ = false;
};

}  // namespace termhost::terminal
