// Looks after the start of a shell until its first mark: startup files may put another program in its place.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "host/ports.hpp"
#include "io/process_tree_posix.hpp"

namespace termhost::io {

class StartWatch {
 public:
  /// `shell` as it was when it had been started. Without a nonce there is nothing to wait for.
  StartWatch(std::string nonce, std::optional<Process> shell);

  void read(std::string_view output);
  /// The first mark has come, or none will be waited for.
  [[nodiscard]] bool over() const { return nonce_.empty(); }

  /// What is in the way now. Each obstacle is told once.
  [[nodiscard]] std::optional<host::StartObstacle> obstacle();

 private:
  std::string nonce_, tail_;
  std::optional<Process> shell_;
  std::optional<host::StartObstacle> told_;
};

}  // namespace termhost::io
