#include "shell/posix_tokens/dialect.hpp"

namespace termhost::shell::posix {
namespace {

constexpr Dialect bash{.bash = true,
                       .extended = true,
                       .extended_globs = true,
                       .both_redirection = true,
                       .brace_bodies = true,
                       .repeated_negation = true,
                       .lazy_backquotes = true};
constexpr Dialect zsh{.zsh = true,
                      .extended = true,
                      .both_redirection = true,
                      .empty_lists = true,
                      .any_function_body = true,
                      .brace_bodies = true};
constexpr Dialect dash{.dash = true, .any_function_body = true};
constexpr Dialect ksh{.ksh = true,
                      .extended = true,
                      .extended_globs = true,
                      .both_redirection = true,
                      .empty_lists = true,
                      .any_function_body = true,
                      .brace_bodies = true,
                      .repeated_negation = true,
                      .lazy_backquotes = true};

}  // namespace

const Dialect& dialect_of(ShellKind shell) {
  switch (shell) {
    case ShellKind::Zsh: return zsh;
    case ShellKind::Dash: return dash;
    case ShellKind::Ksh: return ksh;
    case ShellKind::Bash:
    case ShellKind::Fish:
    case ShellKind::PowerShell:
    case ShellKind::Unknown: return bash;
  }
  return bash;
}

}  // namespace termhost::shell::posix
