// Operands of programs: what one may become besides a name.
#pragma once

#include <string>
#include <string_view>

#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

/// For a person: what is known only when it runs is `*`.
[[nodiscard]] std::string shown(const shell::ShellWord& word);

[[nodiscard]] std::string not_public(std::string_view path);

/// zsh with EXTENDED_GLOB: `cat ^x` is for all files but x. `HEAD^` of git is a commit.
[[nodiscard]] shell::ShellWord with_exclusions(const shell::ShellWord& word, std::string_view program);

/// Contents of what git keeps, by pathspecs.
[[nodiscard]] bool shows_tracked_files(std::string_view program);

/// It sets no variable of `make` that its recipes run or expand.
[[nodiscard]] bool cannot_assign(const shell::ShellWord& word);

/// `helper::address` of git
[[nodiscard]] bool may_be_remote(const shell::ShellWord& word);

}  // namespace termhost::approval
