// A watch over the start of a shell until its first mark: startup files may put another program in its place, or ask
// something.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <sys/types.h>

#include "base/clock.hpp"
#include "host/ports/owned_terminals.hpp"
#include "host/ports/ports.hpp"
#include "shell/syntax/shell_kind.hpp"

namespace termhost::io {

class StartWatch {
 public:
  /// A shell is at its first prompt well before the first look.
  static constexpr std::chrono::milliseconds first_look{2000}, next_look{400};
  /// Startup files that only take their time get this much.
  static constexpr std::chrono::seconds patience{30};

  StartWatch(pid_t shell, const std::string& shell_path, base::Instant started);

  /// The obstacle that two looks have seen, as startup files may ask the terminal itself, and are answered at once.
  /// `reads_keys`: the terminal hands over each key, not lines. To be called until an obstacle or a mark has come.
  [[nodiscard]] std::optional<host::StartObstacle> look(base::Instant now, bool reads_keys);

 private:
  [[nodiscard]] std::optional<host::StartObstacle> obstacle(base::Instant now, bool reads_keys) const;

  pid_t shell_;
  shell::ShellKind kind_;
  base::Instant started_;
  std::optional<host::StartObstacle> seen_;
};

}  // namespace termhost::io
