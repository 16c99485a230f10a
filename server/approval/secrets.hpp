// Does a text look as if it held a password, a token or a private key?
#pragma once

#include <string_view>

#include "shell/syntax/shell_kind.hpp"

namespace termhost::approval {

/// `$AWS_SECRET_ACCESS_KEY`, by the names that such variables have.
[[nodiscard]] bool shows_secret_variable(std::string_view command, shell::ShellKind shell);
/// A variable of that name, in capitals, is for a secret.
[[nodiscard]] bool names_secret_variable(std::string_view name);

[[nodiscard]] bool holds_secret(std::string_view text);

}  // namespace termhost::approval
