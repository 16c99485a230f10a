#include "shell/flatten/flatten.hpp"

#include <utility>

#include "shell/analysis/parse.hpp"
#include "shell/flatten/flatten_edits.hpp"
#include "shell/flatten/flatten_fish.hpp"
#include "shell/flatten/flatten_posix.hpp"
#include "shell/flatten/flatten_powershell.hpp"
#include "shell/flatten/quote.hpp"

namespace termhost::shell {

std::string_view to_string(FlattenStatus status) {
  switch (status) {
    case FlattenStatus::Flattened: return "flattened";
    case FlattenStatus::Unchanged: return "unchanged";
    case FlattenStatus::Bypassed: return "bypassed";
  }
  return "bypassed";
}

std::string_view to_string(FlattenForm form) {
  switch (form) {
    case FlattenForm::None: return "";
    case FlattenForm::Tokens: return "tokens";
    case FlattenForm::Eval: return "eval";
  }
  return "";
}

Flattened flatten(std::string_view command, ShellKind shell) {
  std::string source = with_plain_newlines(command);
  switch (shell) {
    case ShellKind::Bash:
    case ShellKind::Zsh:
    case ShellKind::Dash:
    case ShellKind::Ksh: return flatten_posix(std::move(source), shell);
    case ShellKind::Fish: return flatten_fish(std::move(source));
    case ShellKind::PowerShell: return flatten_powershell(std::move(source));
    case ShellKind::Unknown: break;
  }
  if (!has_control(source)) return unchanged(source);
  return bypassed(source, {.message = "the shell is not known, so its text can't be put on one line"});
}

std::string eval_form(std::string_view command, ShellKind shell) {
  const std::string source = with_plain_newlines(command);
  if (source.find('\0') != std::string::npos) return {};
  switch (shell) {
    case ShellKind::Bash:
    case ShellKind::Zsh:
    case ShellKind::Dash:
    case ShellKind::Ksh: return eval_posix(source, shell);
    case ShellKind::Fish: return eval_fish(source);
    case ShellKind::PowerShell: return eval_powershell(source);
    case ShellKind::Unknown: return {};
  }
  return {};
}

}  // namespace termhost::shell
