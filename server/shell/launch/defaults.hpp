// Environment of an agent's shell, so that no program in it waits for the user or obeys settings from a cloned
// repository.
#pragma once

#include <array>
#include <string_view>

namespace termhost::shell {

/// The precedence of a variable.
enum class DefaultStrength {
  Offered,  ///< set before the user's rc files, which may change it
  Kept,     ///< set again after them: a pager or an editor in an agent's terminal waits for ever
};

struct DefaultVariable {
  std::string_view name;
  std::string_view value;
  DefaultStrength strength = DefaultStrength::Offered;
  bool of_own_terminals = false;  ///< describes the terminal: an editor describes its own
};

/// In the order doctor shows them.
inline constexpr std::array default_variables{
    DefaultVariable{"PAGER", "cat", DefaultStrength::Kept},
    DefaultVariable{"GIT_PAGER", "cat", DefaultStrength::Kept},
    DefaultVariable{"GH_PAGER", "cat", DefaultStrength::Kept},
    DefaultVariable{"MANPAGER", "cat", DefaultStrength::Kept},
    DefaultVariable{"SYSTEMD_PAGER", "cat", DefaultStrength::Kept},
    DefaultVariable{"AWS_PAGER", "", DefaultStrength::Kept},
    DefaultVariable{"BAT_PAGER", "cat", DefaultStrength::Kept},
    DefaultVariable{"DELTA_PAGER", "cat", DefaultStrength::Kept},
    DefaultVariable{"PSQL_PAGER", "cat", DefaultStrength::Kept},
    DefaultVariable{"EDITOR", "true", DefaultStrength::Kept},
    DefaultVariable{"VISUAL", "true", DefaultStrength::Kept},
    DefaultVariable{"GIT_EDITOR", "true", DefaultStrength::Kept},
    DefaultVariable{"GIT_SEQUENCE_EDITOR", "true", DefaultStrength::Kept},
    DefaultVariable{"GIT_TERMINAL_PROMPT", "0", DefaultStrength::Kept},
    DefaultVariable{"GIT_MERGE_AUTOEDIT", "no", DefaultStrength::Kept},
    // `git status` writes no index, so a hook does not notice it, and npm looks for no newer version of itself
    DefaultVariable{"GIT_OPTIONAL_LOCKS", "0", DefaultStrength::Offered},
    DefaultVariable{"npm_config_update_notifier", "false", DefaultStrength::Offered},
    DefaultVariable{"NO_UPDATE_NOTIFIER", "1", DefaultStrength::Offered},
    DefaultVariable{"DEBIAN_FRONTEND", "noninteractive", DefaultStrength::Offered},
    DefaultVariable{"LESS", "-FRX", DefaultStrength::Offered},
    DefaultVariable{"TERM", "xterm-256color", DefaultStrength::Offered, true},
    DefaultVariable{"COLORTERM", "truecolor", DefaultStrength::Offered, true},
    DefaultVariable{"TERM_PROGRAM", "termhost", DefaultStrength::Offered, true},
    DefaultVariable{"TERM_PROGRAM_VERSION", TERMHOST_VERSION, DefaultStrength::Offered, true},
    DefaultVariable{"TERMHOST", "1", DefaultStrength::Kept},
};

/// Settings of git for all that runs in an owned terminal, joined to those that its environment has already.
struct GitSetting {
  std::string_view key;
  std::string_view value;
};
/// A clone may contain a second repository as plain files, with settings that name programs. With this setting, git
/// takes a folder for a repository only on request, or if it has a `.git`.
inline constexpr std::array git_settings{GitSetting{"safe.bareRepository", "explicit"}};

/// Variables that speak of the terminal termhost itself was started in, not of the one it opens; the last two would let
/// what runs there join the editor of an outer termhost.
inline constexpr std::array removed_variables{
    std::string_view{"COLUMNS"},
    std::string_view{"LINES"},
    std::string_view{"TMUX"},
    std::string_view{"TMUX_PANE"},
    std::string_view{"STY"},
    std::string_view{"WINDOW"},
    std::string_view{"WINDOWID"},
    std::string_view{"VTE_VERSION"},
    std::string_view{"WT_SESSION"},
    std::string_view{"KONSOLE_VERSION"},
    std::string_view{"KITTY_WINDOW_ID"},
    std::string_view{"ITERM_SESSION_ID"},
    std::string_view{"TERM_SESSION_ID"},
    std::string_view{"INSIDE_EMACS"},
    std::string_view{"VSCODE_INJECTION"},
    std::string_view{"VSCODE_SHELL_INTEGRATION"},
    std::string_view{"VSCODE_NONCE"},
    std::string_view{"TERMHOST_SOCKET"},
    std::string_view{"TERMHOST_TOKEN"},
};

}  // namespace termhost::shell
