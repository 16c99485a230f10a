#include "cli/verdict.hpp"

#include "cli/environment.hpp"
#include "io/machine_files.hpp"
#include "io/search_path.hpp"

namespace termhost::cli {

approval::Decision verdict_on(std::string_view command, shell::ShellKind shell, const std::string& cwd,
                              const std::vector<std::string>& folders, const approval::PolicyRules& rules) {
  const std::string path = environment("PATH");
  const io::MachineFiles files;
  const std::string here = files.real_path(cwd);
  std::vector<std::string> places = folders;
  for (const std::string& folder : folders) places.push_back(files.real_path(folder));
  return approval::decide({.command = command,
                           .shell = shell,
                           .cwd = here,
                           .workspace = places,
                           .locate = [&](std::string_view program) { return io::locate_program(program, path); },
                           .files = &files},
                          rules);
}

}  // namespace termhost::cli
