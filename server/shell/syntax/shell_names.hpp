// Which names are shells at all: editors tell the name of whatever runs in a terminal at that moment.
#pragma once

#include <string_view>

namespace termhost::shell {

/// A shell that termhost knows (shell_kind.hpp), or another that people have as their own: nu, cmd, elvish, ….
[[nodiscard]] bool is_shell_name(std::string_view name_or_path);

}  // namespace termhost::shell
