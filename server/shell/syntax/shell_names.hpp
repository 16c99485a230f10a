// Names of shells. Editors report the name of any program that runs in a terminal, so a name must be checked.
#pragma once

#include <string_view>

namespace termhost::shell {

/// A shell that termhost knows (shell_kind.hpp), or another that users have as their own: nu, cmd, elvish, ….
[[nodiscard]] bool is_shell_name(std::string_view name_or_path);

}  // namespace termhost::shell
