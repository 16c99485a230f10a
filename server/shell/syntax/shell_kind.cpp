#include "shell/syntax/shell_kind.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.hpp"

namespace termhost::shell {
namespace {

struct Name {
  std::string_view name;
  ShellKind kind;
};

constexpr std::array names{
    Name{"bash", ShellKind::Bash},
    Name{"rbash", ShellKind::Bash},
    Name{"zsh", ShellKind::Zsh},
    Name{"dash", ShellKind::Dash},
    Name{"sh", ShellKind::Dash},
    Name{"ash", ShellKind::Dash},
    Name{"busybox", ShellKind::Dash},
    Name{"ksh", ShellKind::Ksh},
    Name{"ksh93", ShellKind::Ksh},
    Name{"mksh", ShellKind::Ksh},
    Name{"fish", ShellKind::Fish},
    Name{"pwsh", ShellKind::PowerShell},
    Name{"powershell", ShellKind::PowerShell},
};

}  // namespace

ShellKind shell_kind_of(std::string_view name_or_path) {
  const std::size_t slash = name_or_path.find_last_of("/\\");
  std::string_view file = slash == std::string_view::npos ? name_or_path : name_or_path.substr(slash + 1);
  if (file.starts_with('-')) file.remove_prefix(1);  // a login shell's argv[0]
  std::string name = base::lowered(file);
  if (name.ends_with(".exe")) name.resize(name.size() - 4);
  const auto* found = std::find_if(names.begin(), names.end(), [&](const Name& row) { return row.name == name; });
  return found == names.end() ? ShellKind::Unknown : found->kind;
}

std::string_view to_string(ShellKind kind) {
  switch (kind) {
    case ShellKind::Bash: return "bash";
    case ShellKind::Zsh: return "zsh";
    case ShellKind::Dash: return "dash";
    case ShellKind::Ksh: return "ksh";
    case ShellKind::Fish: return "fish";
    case ShellKind::PowerShell: return "pwsh";
    case ShellKind::Unknown: return "unknown";
  }
  return "unknown";
}

bool is_posix(ShellKind kind) {
  return kind == ShellKind::Bash || kind == ShellKind::Zsh || kind == ShellKind::Dash || kind == ShellKind::Ksh;
}

}  // namespace termhost::shell
