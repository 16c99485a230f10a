// An interactive shell with our integration, ready to be started: its private files are written.
#pragma once

#include <string>

#include "host/ports/open_error.hpp"
#include "host/ports/ports.hpp"
#include "io/private_folder_posix.hpp"
#include "io/terminals/secret_pipe_posix.hpp"
#include "shell/launch/launch.hpp"

namespace termhost::io {

struct PreparedShell {
  shell::Launch launch;
  PrivateFolder folder;
  std::string nonce;      ///< empty: no integration for this shell
  SecretPipe nonce_pipe;  ///< the shell reads it there; to be kept until it has
  [[nodiscard]] std::string envelope_path() const;
};

/// The variables that this process would hand down.
[[nodiscard]] shell::Environment own_environment();

/// The user's shell: `$SHELL` if it is one we know, else bash, else sh.
[[nodiscard]] std::string default_shell();

/// The absolute path of the shell named by path or name.
[[nodiscard]] base::Expected<std::string, host::OpenError> find_shell(const std::string& name);

/// The path for a name that an agent gives. A path has to be that of a file which the machine (shells(5)), `$SHELL` or
/// PATH calls a shell: any other might be a program of the workspace.
[[nodiscard]] base::Expected<std::string, host::OpenError> find_known_shell(const std::string& name);

/// The place of the files with the shell's state. Scratch: of a trial, the only place of ours that its shell can write.
enum class StatePlace { None, PrivateFolder, Scratch };

/// Fills in the folders and the inherited variables.
[[nodiscard]] base::Expected<PreparedShell, host::OpenError> prepare_shell(shell::LaunchRequest request,
                                                                           StatePlace state);

}  // namespace termhost::io
