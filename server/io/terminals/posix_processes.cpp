#include "io/terminals/posix_processes.hpp"

#include "io/process/process_image.hpp"
#include "io/process/seen_tree.hpp"
#include "io/process/shell_view_posix.hpp"
#include "io/process/stop_tree_posix.hpp"

namespace termhost::io {

std::optional<host::ShellView> PosixProcesses::look_at_shell(int shell_pid) { return io::look_at_shell(shell_pid); }

std::optional<bool> PosixProcesses::stands_in(int shell_pid, const std::string& directory) {
  return works_in(shell_pid, directory);
}

/// A shell at its prompt reads too: then the end of its command is there to be read.
std::optional<terminal::InputReader> PosixProcesses::input_reader(int shell_pid) {
  auto reader = find_input_reader(shell_pid);
  const PosixTerminal* own = terminals_.find_shell_pid(shell_pid);
  if (!reader || !reader->is_shell || own == nullptr) return reader;
  if (own->has_unread_output()) return std::nullopt;
  reader->replaced = own->shell_was_replaced();
  return reader;
}

terminal::SeenTree PosixProcesses::process_tree(const base::TerminalId& terminal, int shell_pid, bool with_ports) {
  const PosixTerminal* found = terminals_.find(terminal);
  return found == nullptr ? see_tree(shell_pid, shell_pid, with_ports) : found->process_tree(with_ports);
}

std::optional<host::InputSide> PosixProcesses::input_side(const base::TerminalId& terminal) {
  const PosixTerminal* found = terminals_.find(terminal);
  return found == nullptr ? std::nullopt : found->input_side();
}

bool PosixProcesses::foreground_is_shell(const base::TerminalId& terminal) {
  const PosixTerminal* found = terminals_.find(terminal);
  return found == nullptr || found->foreground_is_shell();
}

std::vector<terminal::Holder> PosixProcesses::holders(const base::TerminalId& terminal) {
  const PosixTerminal* found = terminals_.find(terminal);
  return found == nullptr ? std::vector<terminal::Holder>() : found->holders();
}

void PosixProcesses::stop_tree_below(int shell_pid, terminal::StopStep step) { signal_tree_below(shell_pid, step); }

void PosixProcesses::drop_rest_of_line_of(int shell_pid) { io::drop_rest_of_line_of(shell_pid); }

}  // namespace termhost::io
