// The terminals that termhost runs itself.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <asio/io_context.hpp>

#include "host/ports/ports.hpp"
#include "io/process/own_process.hpp"
#include "io/terminals/posix_terminal.hpp"
#include "io/terminals/prepared_shell.hpp"

namespace termhost::io {

class PosixTerminals final : public host::OwnedTerminals {
 public:
  /// `guard_program` is a termhost binary; tests name one, everyone else leaves it.
  PosixTerminals(asio::io_context& context, host::OwnedTerminalEvents& events,
                 std::string guard_program = own_program());
  /// Ends everything and returns when it is gone; tells nobody.
  ~PosixTerminals() override;

  [[nodiscard]] base::Expected<host::OpenedTerminal, host::OpenError> open(const base::TerminalId& terminal,
                                                                           const host::OwnedShell& shell) override;
  [[nodiscard]] sandbox::Enforcement enforcement(const sandbox::Sandbox& sandbox) override;
  void write(const base::TerminalId& terminal, std::string_view bytes) override;
  void drop_unread_input(const base::TerminalId& terminal) override;
  [[nodiscard]] base::Expected<host::ShellLaunch, host::OpenError> launch_for_editor(const std::string& shell_path,
                                                                                     bool for_agent) override;
  [[nodiscard]] base::Expected<std::string, std::string> envelope_for_editor() override;
  [[nodiscard]] base::Expected<void, std::string> write_envelope(const std::string& envelope_path,
                                                                 std::string_view content) override;
  void remove_envelope(const std::string& envelope_path) override;
  void resize(const base::TerminalId& terminal, int columns, int rows) override;
  void drop_rest_of_line(const base::TerminalId& terminal) override;
  void drop_rest_of_line_of(int shell_pid) override;
  void stop(const base::TerminalId& terminal, host::StopStep step) override;
  void stop_tree_below(int shell_pid, host::StopStep step) override;
  [[nodiscard]] std::optional<host::ShellView> look_at_shell(int shell_pid) override;
  [[nodiscard]] std::optional<host::InputSide> input_side(const base::TerminalId& terminal) override;
  [[nodiscard]] bool repair_output_modes(const base::TerminalId& terminal) override;
  [[nodiscard]] std::optional<bool> stands_in(int shell_pid, const std::string& directory) override;
  [[nodiscard]] std::optional<terminal::InputReader> input_reader(int shell_pid) override;
  [[nodiscard]] terminal::SeenTree process_tree(const base::TerminalId& terminal, int shell_pid,
                                                bool with_ports) override;
  [[nodiscard]] base::Expected<std::string, host::OpenError> find_shell(const std::string& shell,
                                                                        host::ShellNamedBy by) override;
  [[nodiscard]] bool foreground_is_shell(const base::TerminalId& terminal) override;
  [[nodiscard]] std::vector<host::Holder> holders(const base::TerminalId& terminal) override;
  [[nodiscard]] std::vector<sandbox::Refusal> take_refusals(const base::TerminalId& terminal) override;
  void close(const base::TerminalId& terminal) override;

  /// Terminals of which anything is left: the shell, what it started, a descriptor, a file.
  [[nodiscard]] std::size_t open_count() const { return terminals_.size(); }

 private:
  /// Files for shells that an editor runs, and the guard that removes them when we end.
  struct EditorFiles {
    ShellFiles shell;
    Spawned guard;
  };

  [[nodiscard]] base::Expected<void, host::OpenError> keep_for_editor(ShellFiles files);

  [[nodiscard]] base::Expected<host::OpenedTerminal, host::OpenError> start(const base::TerminalId& terminal,
                                                                            SpawnRequest request, ShellFiles files,
                                                                            const sandbox::Sandbox& sandbox);
  [[nodiscard]] PosixTerminal* find(const base::TerminalId& terminal);
  [[nodiscard]] const PrivateFolder* folder_of_envelope(const std::string& path) const;

  asio::io_context& context_;
  host::OwnedTerminalEvents& events_;
  std::string guard_program_;
  std::unordered_map<base::TerminalId, std::shared_ptr<PosixTerminal>> terminals_;
  std::vector<EditorFiles> editor_files_;
  std::string editor_envelopes_;  // the folder for those of all the editor's terminals, once one was needed
  int last_envelope_ = 0;
  std::vector<std::pair<sandbox::Sandbox, sandbox::Enforcement>> tried_;
};

}  // namespace termhost::io
