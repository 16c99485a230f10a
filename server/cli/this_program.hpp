// The path of this program, plain and as a word of a shell.
#pragma once

#include <filesystem>
#include <string>

#include "cli/environment.hpp"
#include "io/process/own_process.hpp"
#include "io/search_path.hpp"
#include "shell/quoting/quote.hpp"

namespace termhost::cli {

/// "termhost" where PATH finds one, else where this file is.
[[nodiscard]] inline std::string program_path() {
  if (!io::locate_program("termhost", environment("PATH")).empty()) return "termhost";
  std::error_code unknown;
  const std::string path = std::filesystem::canonical(io::own_program(), unknown).string();
  return unknown ? "termhost" : path;
}

/// The same as one word of a POSIX shell.
[[nodiscard]] inline std::string this_program() { return shell::quote(program_path(), shell::ShellKind::Bash); }

}  // namespace termhost::cli
