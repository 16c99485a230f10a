#include "shell/syntax/shell_names.hpp"

#include <algorithm>
#include <array>

#include "shell/syntax/shell_kind.hpp"

namespace termhost::shell {
namespace {

constexpr std::array<std::string_view, 16> others{"nu", "cmd", "elvish", "xonsh", "julia", "tcsh", "csh",  "rc",
                                                  "es", "osh", "ysh",    "oil",   "murex", "ion",  "yash", "hush"};

}  // namespace

bool is_shell_name(std::string_view name_or_path) {
  if (shell_kind_of(name_or_path) != ShellKind::Unknown) return true;
  std::string_view name = name_or_path.substr(name_or_path.find_last_of("/\\") + 1);
  if (name.ends_with(".exe")) name.remove_suffix(4);
  return std::find(others.begin(), others.end(), name) != others.end();
}

}  // namespace termhost::shell
