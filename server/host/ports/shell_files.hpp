// Port: shells of this machine, and the private files that they read: integration scripts for a shell that an editor
// starts, and command files, each with one submission. Implemented by io; the class itself is the port without a disk.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/expected.hpp"
#include "host/ports/open_error.hpp"
#include "shell/launch/shell_state.hpp"

namespace termhost::host {

/// The source of a shell's name. An agent may be led by a text that it read; the user's own words are not checked.
enum class ShellNamedBy { User, Agent };

/// An editor's way to start a shell with our integration (wire method terminal/launch, and terminals of source
/// "bytes").
struct ShellLaunch {
  std::vector<std::string> argv;
  std::map<std::string, std::string> env;
  std::string nonce;
  std::string start_mark;
  std::string envelope_path;
};

/// The use of a shell that an editor starts. An agent's keeps its commands out of the user's history.
struct EditorShell {
  bool for_agent = false;
  bool tells_state = false;  ///< it writes its state at each prompt
};

class ShellFiles {
 public:
  virtual ~ShellFiles() = default;
  /// The path of a shell by its path or its name in PATH; the error says that there is none. The path that an agent
  /// names has to be that of a shell of the user or the machine: in PATH, `$SHELL` or /etc/shells.
  [[nodiscard]] virtual base::Expected<std::string, OpenError> find_shell(const std::string& shell, ShellNamedBy) {
    return shell;
  }
  /// The private files it needs stay until we end.
  [[nodiscard]] virtual base::Expected<ShellLaunch, OpenError> launch_for_editor(const std::string& /*shell_path*/,
                                                                                 EditorShell /*use*/) {
    return base::unexpected(OpenError{OpenErrorCode::SpawnFailed, "there is no terminal that could run it"});
  }
  /// The path of a command file for a shell of the editor.
  [[nodiscard]] virtual base::Expected<std::string, std::string> command_file_for_editor() {
    return base::unexpected(std::string(no_folder));
  }
  [[nodiscard]] virtual base::Expected<void, std::string> write_command_file(const std::string& /*path*/,
                                                                             std::string_view /*content*/) {
    return base::unexpected(std::string(no_folder));
  }
  /// The state that a shell has written to this file of its folder, without secret variables. Nothing: it wrote none.
  [[nodiscard]] virtual std::optional<shell::ShellState> read_shell_state(const std::string& /*path*/) {
    return std::nullopt;
  }
  virtual void remove_private_file(const std::string& /*path*/) {}

 private:
  static constexpr const char* no_folder = "there is no private folder";
};

}  // namespace termhost::host
