// The facts about a terminal that its driver knows when it opens, and that an editor may tell later.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/ids.hpp"
#include "sandbox/sandbox.hpp"
#include "shell/syntax/shell_kind.hpp"
#include "terminal/completion.hpp"

namespace termhost::terminal {

/// The one who runs the shell, and the part of it that reaches us.
enum class Source {
  Events,  ///< the editor runs it and sends events of its shell integration
  Bytes,   ///< the editor runs it and sends its raw output
  Owned,   ///< we run it in a PTY
  Pipes,   ///< we run one plain child with stdout and stderr apart
};

struct Identity {
  base::TerminalId id;
  std::string name;
  Source source = Source::Events;
  bool ours = false;  ///< created on our request: only in these commands are submitted
  shell::ShellKind shell = shell::ShellKind::Unknown;
  std::string shell_path;
  std::string asked_shell;  ///< named by the call that it was created for; empty: the default one
  std::optional<int> pid;   ///< of the shell, on this machine
  Integration integration = Integration::None;
  std::map<std::string, std::string> env;  ///< given to its shell for the caller
  sandbox::Sandbox sandbox;                ///< for life
  bool spare = false;                      ///< started before a command needed it, and no editor shows it yet
  int columns = 80, rows = 24;
  std::string nonce;         ///< of our integration
  std::string command_file;  ///< path of the private file for a submission; mirrored: empty until one needs it
  std::string start_mark;    ///< the mark C as text, for shells without a hook for it

  [[nodiscard]] bool runs_shell() const { return source != Source::Pipes; }
  /// The path of another private file of its shell.
  [[nodiscard]] std::string private_file(std::string_view file) const {
    return command_file.substr(0, command_file.find_last_of('/') + 1).append(file);
  }
};

}  // namespace termhost::terminal
