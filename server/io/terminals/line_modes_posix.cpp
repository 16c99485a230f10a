#include "io/terminals/line_modes_posix.hpp"

#include <filesystem>

#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/shell_names.hpp"

namespace termhost::io {

bool reads_keys(int terminal) {
  termios modes{};
  return ::tcgetattr(terminal, &modes) == 0 && (modes.c_lflag & ICANON) == 0;
}

bool reads_lines(const termios& modes) {
  return (modes.c_iflag & lines_input) == lines_input && (modes.c_lflag & lines_local) == lines_local;
}

bool edits_no_lines(const std::string& shell) {
  std::error_code error;
  return std::filesystem::canonical(shell, error).filename() == "dash";
}

bool may_take_interrupts(const std::string& shell) {
  return !shell.empty() && shell::shell_kind_of(shell) != shell::ShellKind::PowerShell;
}

}  // namespace termhost::io
