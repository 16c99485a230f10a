// Names of variables: finds those that a line may set without a change to the meaning of later commands.
#pragma once

#include <string_view>

#include "shell/analysis/simple_commands.hpp"
#include "shell/syntax/shell_kind.hpp"

namespace termhost::approval {

/// True if a shell variable of this name may have any value. False if the shell or programs obey it: PATH, IFS, RANDOM,
/// zsh's `path`. Names in capitals are the environment's, except for some without a meaning.
[[nodiscard]] bool may_be_bound(std::string_view name, shell::ShellKind shell);

/// True if a program may get this in its environment.
[[nodiscard]] bool is_harmless_environment(std::string_view name, const shell::ShellWord& value);

/// A setting for a project's own code, which nothing else obeys: `VITE_API=…`, `DJANGO_SETTINGS_MODULE=…`.
[[nodiscard]] bool is_project_setting(std::string_view name, const shell::ShellWord& value);

/// The value is code that a shell or a program runs: PROMPT_COMMAND, PAGER, GIT_SSH_COMMAND …
[[nodiscard]] bool holds_code(std::string_view variable);
/// The variable makes a program run code that is not read here: git by settings, Node by options.
[[nodiscard]] bool leads_to_code(std::string_view variable);

}  // namespace termhost::approval
