// The shells of this machine, and their private files: those of our terminals, and those for shells that an editor
// runs.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "host/ports/shell_files.hpp"
#include "io/terminals/posix_terminals.hpp"

namespace termhost::io {

class PosixShellFiles final : public host::ShellFiles {
 public:
  /// `terminals` have the folders of our own shells. `guard_program`: see PosixTerminals.
  explicit PosixShellFiles(const PosixTerminals& terminals, std::string guard_program = own_program())
      : terminals_(terminals), guard_program_(std::move(guard_program)) {}
  /// Returns when the files for the editor's shells are gone.
  ~PosixShellFiles() override;

  [[nodiscard]] base::Expected<std::string, host::OpenError> find_shell(const std::string& shell,
                                                                        host::ShellNamedBy by) override;
  [[nodiscard]] base::Expected<host::ShellLaunch, host::OpenError> launch_for_editor(const std::string& shell_path,
                                                                                     host::EditorShell use) override;
  [[nodiscard]] base::Expected<std::string, std::string> command_file_for_editor() override;
  [[nodiscard]] base::Expected<void, std::string> write_command_file(const std::string& path,
                                                                     std::string_view content) override;
  [[nodiscard]] std::optional<shell::ShellState> read_shell_state(const std::string& path) override;
  void remove_private_file(const std::string& path) override;

 private:
  /// Files for shells that an editor runs, and the guard that removes them when we end.
  struct EditorFiles {
    StartFiles shell;
    Spawned guard;
  };

  [[nodiscard]] base::Expected<void, host::OpenError> keep_for_editor(StartFiles files);
  [[nodiscard]] const PrivateFolder* folder_of(const std::string& path) const;
  /// The layers of the terminal with this folder; see PosixTerminal.
  [[nodiscard]] const FileDescriptor* layers_of(const PrivateFolder& folder) const;

  const PosixTerminals& terminals_;
  std::string guard_program_;
  std::vector<EditorFiles> editor_files_;
  std::map<std::string, shell::ShellState> read_states_;  // by their texts: most commands change nothing in it
  std::string editor_folder_;  // for the command files of all the editor's terminals, once one was needed
  int last_command_file_ = 0;
};

}  // namespace termhost::io
