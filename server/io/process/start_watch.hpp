// Looks after the start of a shell until its first mark: startup files may put another program in its place.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

#include "host/ports.hpp"
#include "shell/syntax/shell_kind.hpp"

namespace termhost::io {

class StartWatch {
 public:
  /// Without a nonce there is nothing to wait for.
  StartWatch(std::string nonce, pid_t shell, const std::string& shell_path);

  void read(std::string_view output);
  /// The first mark has come, or none will be waited for.
  [[nodiscard]] bool over() const { return nonce_.empty(); }

  /// What is in the way now. Each obstacle is told once.
  [[nodiscard]] std::optional<host::StartObstacle> obstacle();

 private:
  std::string nonce_, tail_;
  pid_t shell_;
  shell::ShellKind kind_;
  std::optional<host::StartObstacle> told_;
};

}  // namespace termhost::io
