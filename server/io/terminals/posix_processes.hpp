// The kernel's knowledge about the processes of all terminals: ours, and those that an editor runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "host/ports/processes.hpp"
#include "io/terminals/posix_terminals.hpp"

namespace termhost::io {

class PosixProcesses final : public host::Processes {
 public:
  explicit PosixProcesses(const PosixTerminals& terminals) : terminals_(terminals) {}

  [[nodiscard]] std::optional<host::ShellView> look_at_shell(int shell_pid) override;
  [[nodiscard]] std::optional<bool> stands_in(int shell_pid, const std::string& directory) override;
  [[nodiscard]] std::optional<terminal::InputReader> input_reader(int shell_pid) override;
  [[nodiscard]] terminal::SeenTree process_tree(const base::TerminalId& terminal, int shell_pid,
                                                bool with_ports) override;
  [[nodiscard]] std::optional<host::InputSide> input_side(const base::TerminalId& terminal) override;
  [[nodiscard]] bool foreground_is_shell(const base::TerminalId& terminal) override;
  [[nodiscard]] std::vector<terminal::Holder> holders(const base::TerminalId& terminal) override;
  void stop_tree_below(int shell_pid, terminal::StopStep step) override;
  void drop_rest_of_line_of(int shell_pid) override;

 private:
  const PosixTerminals& terminals_;
};

}  // namespace termhost::io
