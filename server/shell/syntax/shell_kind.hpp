// The shells that termhost knows, by family and by name.
#pragma once

#include <string_view>

namespace termhost::shell {

enum class ShellKind { Bash, Zsh, Dash, Ksh, Fish, PowerShell, Unknown };

/// From a name or a path: "bash", "/usr/bin/zsh", "-bash", "pwsh.exe". "sh" and "ash" are Dash; "mksh" is Ksh;
/// "powershell" is PowerShell.
[[nodiscard]] ShellKind shell_kind_of(std::string_view name_or_path);

/// "bash", "zsh", "dash", "ksh", "fish", "pwsh", "unknown".
[[nodiscard]] std::string_view to_string(ShellKind kind);

/// bash, zsh, dash and ksh: one grammar family. An unknown shell is not.
[[nodiscard]] bool is_posix(ShellKind kind);

}  // namespace termhost::shell
