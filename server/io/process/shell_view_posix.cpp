#include "io/process/shell_view_posix.hpp"

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <termios.h>

#include "io/file_descriptor.hpp"
#include "io/process/blocked_call.hpp"
#include "io/process/process_image.hpp"

namespace termhost::io {
namespace {

using terminal::InputReader;

bool is_master(std::string_view name) { return name == "/dev/ptmx" || name == "/dev/pts/ptmx"; }

bool is_terminal(std::string_view name) {
  return (name.starts_with("/dev/pts/") && !is_master(name)) || name.starts_with("/dev/tty");
}

/// Nothing where we may not look into it.
std::optional<std::vector<std::string>> awaited_files(pid_t pid) {
  const std::optional<std::vector<int>> awaited = awaited_descriptors(pid);
  if (!awaited) return std::nullopt;
  std::vector<std::string> names;
  for (const int fd : *awaited) names.push_back(open_file_of(pid, fd));
  return names;
}

/// Typed text goes to the program behind it (script, sudo, ssh, docker): it waits for either side.
bool passes_on(const std::vector<std::string>& awaited) {
  return std::any_of(awaited.begin(), awaited.end(),
                     [](std::string_view name) { return is_master(name) || name.starts_with("socket:"); });
}

/// `name` may be /dev/tty, which is another one for each session.
std::string own_name(pid_t pid, const std::string& name) {
  if (name != "/dev/tty") return name;
  for (int fd = 0; fd < 3; ++fd) {
    if (std::string own = open_file_of(pid, fd); is_terminal(own) && own != name) return own;
  }
  return name;
}

std::optional<termios> modes_of(const std::string& terminal) {
  const FileDescriptor fd(::open(terminal.c_str(), O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
  termios modes{};
  if (fd.get() < 0 || ::tcgetattr(fd.get(), &modes) != 0) return std::nullopt;
  return modes;
}

InputReader reader_of(const Process& process, const termios& modes) {
  return {.process = process.name,
          .whole_lines = (modes.c_lflag & ICANON) != 0,
          .echoes = (modes.c_lflag & ECHO) != 0,
          .keeps_return = (modes.c_iflag & ICRNL) == 0};
}

/// A process that nobody may look into (sudo, su), if the terminal is set for a secret.
std::optional<InputReader> hidden_reader(const Process& process, const std::string& terminal) {
  const std::optional<termios> modes = modes_of(terminal);
  if (!modes || process.state != 'S') return std::nullopt;
  InputReader reader = reader_of(process, *modes);
  reader.certain = false;
  return reader.whole_lines && !reader.echoes ? std::optional(reader) : std::nullopt;
}

std::optional<InputReader> input_reader(const Process& process, const std::string& shells_terminal) {
  if (!process.foreground) return std::nullopt;
  const auto awaited = awaited_files(process.pid);
  if (!awaited) return hidden_reader(process, shells_terminal);
  const auto found = std::find_if(awaited->begin(), awaited->end(), is_terminal);
  if (found == awaited->end() || passes_on(*awaited)) return std::nullopt;
  std::string terminal = own_name(process.pid, *found);
  if (terminal == "/dev/tty") terminal = shells_terminal;
  const std::optional<termios> modes = modes_of(terminal);
  return modes ? std::optional(reader_of(process, *modes)) : std::nullopt;
}

}  // namespace

std::string command_line_of(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += word + '\0';
  return line;
}

pid_t reading_shell(pid_t started) {
  const std::string words = command_line_of(started);
  const std::size_t first_end = words.find('\0');
  if (first_end == std::string::npos || words.find("/termhost.ps1") == std::string::npos) return started;
  const std::string_view arguments = std::string_view(words).substr(first_end);
  for (const Process& process : quick_descendants(started))
    if (process.parent == started && command_line_of(process.pid).ends_with(arguments))
      return reading_shell(process.pid);
  return started;
}

bool awaits_terminal(const Process& process) {
  const auto awaited = awaited_files(process.pid);
  return awaited && std::any_of(awaited->begin(), awaited->end(), is_terminal);
}

std::optional<host::ShellView> look_at_shell(pid_t started) {
  const pid_t shell = reading_shell(started);
  const std::optional<Process> process = find_process(shell);
  if (!process || !process->alive()) return std::nullopt;
  host::ShellView view;
  view.cwd = directory_of(shell);
  const std::vector<Process> children = quick_descendants(shell);
  view.has_children = !children.empty();
  view.ignores_interrupt = ignores_signal(shell, SIGINT);
  view.shell_awaits_input = process->foreground && awaits_terminal(*process);
  view.program_awaits_input =
      !process->foreground && std::any_of(children.begin(), children.end(), [](const Process& child) {
        return child.foreground && awaits_terminal(child);
      });
  return view;
}

std::optional<InputReader> find_input_reader(pid_t started) {
  const pid_t shell = reading_shell(started);
  const std::optional<Process> process = find_process(shell);
  if (!process || !process->alive()) return std::nullopt;
  const std::string terminal = own_name(shell, "/dev/tty");
  const std::vector<Process> children = quick_descendants(shell);
  for (auto child = children.rbegin(); child != children.rend(); ++child) {
    if (auto reader = input_reader(*child, terminal)) return reader;
  }
  std::optional<InputReader> reader = input_reader(*process, terminal);
  if (!reader) return std::nullopt;
  reader->is_shell = true;
  const std::optional<Process> launcher = shell == started ? std::nullopt : find_process(started);
  if (launcher) reader->process = launcher->name;  // what the user knows it by
  return reader;
}

}  // namespace termhost::io
