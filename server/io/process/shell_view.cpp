#include "io/process/shell_view.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unistd.h>

#include <climits>

#include "io/process/blocked_call.hpp"

namespace termhost::io {
namespace {

std::string link_target(const std::string& path) {
  char target[PATH_MAX];
  const ssize_t size = ::readlink(path.c_str(), target, sizeof target);
  return size < 0 ? std::string() : std::string(target, static_cast<std::size_t>(size));
}

bool is_terminal(pid_t pid, int fd) {
  const std::string name = link_target("/proc/" + std::to_string(pid) + "/fd/" + std::to_string(fd));
  return name.starts_with("/dev/pts/") || name.starts_with("/dev/tty");
}

}  // namespace

bool awaits_terminal(const Process& process) {
  const std::vector<int> awaited = awaited_descriptors(process.pid);
  return std::any_of(awaited.begin(), awaited.end(), [&](int fd) { return is_terminal(process.pid, fd); });
}

std::optional<host::ShellView> look_at_shell(pid_t shell) {
  const std::optional<Process> process = find_process(shell);
  if (!process || !process->alive()) return std::nullopt;
  host::ShellView view;
  view.cwd = link_target("/proc/" + std::to_string(shell) + "/cwd");
  const std::vector<Process> children = quick_descendants(shell);
  view.has_children = !children.empty();
  view.shell_awaits_input = process->foreground && awaits_terminal(*process);
  view.program_awaits_input =
      !process->foreground && std::any_of(children.begin(), children.end(), [](const Process& child) {
        return child.foreground && awaits_terminal(child);
      });
  return view;
}

}  // namespace termhost::io
