#include "io/guard/waiting_shell_posix.hpp"

#include <optional>
#include <termios.h>
#include <unistd.h>

#include "io/process/process_tree_posix.hpp"

namespace termhost::io {

bool shell_waits(pid_t shell, int terminal) {
  if (::tcgetpgrp(terminal) != shell) return false;
  const std::optional<Process> seen = find_process(shell);
  return seen && seen->state == 'S';
}

bool shell_is_at_prompt(pid_t shell, int terminal) {
  termios modes{};
  return shell_waits(shell, terminal) && ::tcgetattr(terminal, &modes) == 0 && (modes.c_lflag & ICANON) == 0;
}

}  // namespace termhost::io
