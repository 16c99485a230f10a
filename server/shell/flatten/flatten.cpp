#include "shell/flatten/flatten.hpp"

#include "shell/analysis/parse.hpp"
#include "shell/flatten/flatten_edits.hpp"
#include "shell/flatten/flatten_fish.hpp"
#include "shell/flatten/flatten_posix.hpp"
#include "shell/flatten/flatten_powershell.hpp"
#include "shell/quoting/quote.hpp"

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

Flattened flatten(const SyntaxTree& tree, ShellKind shell) {
  if (shell == ShellKind::Fish) return flatten_fish(tree);
  if (shell == ShellKind::PowerShell) return flatten_powershell(tree);
  if (is_posix(shell)) return flatten_posix(tree, shell);
  if (!has_control(tree.source())) return unchanged(tree.source());
  return bypassed(tree.source(), {.message = "the shell is not known, so its text can't be put on one line"});
}

Flattened flatten(std::string_view command, ShellKind shell) { return flatten(parse(command, shell), shell); }

std::string eval_form(std::string_view command, ShellKind shell) {
  const std::string source = with_plain_newlines(command);
  if (source.find('\0') != std::string::npos) return {};
  if (shell == ShellKind::Fish) return eval_fish(source);
  if (shell == ShellKind::PowerShell) return eval_powershell(source);
  return is_posix(shell) ? eval_posix(source, shell) : std::string();
}

}  // namespace termhost::shell
