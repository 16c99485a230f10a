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
  SecretPipe nonce_pipe;  ///< where the shell reads it; to be kept until it has
  [[nodiscard]] std::string envelope_path() const;
};

/// What this process would hand down.
[[nodiscard]] shell::Environment own_environment();

/// The absolute path of the shell named by path or name.
[[nodiscard]] base::Expected<std::string, host::OpenError> find_shell(const std::string& name);

/// The same of a name that an agent gives. Of a path it has to be a file that the machine (shells(5)), `$SHELL` or PATH
/// calls a shell: any other might be a program of the workspace.
[[nodiscard]] base::Expected<std::string, host::OpenError> find_known_shell(const std::string& name);

/// Fills in the folder and what is inherited.
[[nodiscard]] base::Expected<PreparedShell, host::OpenError> prepare_shell(shell::LaunchRequest request);

}  // namespace termhost::io
