#include "cli/verdict.hpp"

#include "cli/environment.hpp"
#include "io/process/search_path.hpp"

namespace termhost::cli {

approval::Decision verdict_on(std::string_view command, shell::ShellKind shell, std::string_view cwd,
                              const approval::PolicyRules& rules) {
  const std::string path = environment("PATH");
  return approval::decide({.command = command,
                           .shell = shell,
                           .cwd = cwd,
                           .workspace_folders = {},
                           .locate = [&](std::string_view program) { return io::locate_program(program, path); }},
                          rules);
}

}  // namespace termhost::cli
