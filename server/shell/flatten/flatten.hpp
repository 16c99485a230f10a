// One line for any command: a text with the same effect, as a single line without control characters.
#pragma once

#include <string>
#include <string_view>

#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

enum class FlattenStatus {
  Flattened,  ///< `command` is another text with the same effect
  Unchanged,  ///< it was one line already
  Bypassed,   ///< incomplete, invalid, or impossible on one line: `reason` says why; must never be typed raw
};

enum class FlattenForm {
  None,
  Tokens,  ///< newlines replaced as the grammar asks, comments dropped, control characters spliced
  Eval,    ///< handed to the shell's own parser as one string
};

struct Flattened {
  FlattenStatus status = FlattenStatus::Unchanged;
  FlattenForm form = FlattenForm::None;
  std::string command;  ///< no byte below 0x20 and no 0x7F unless Bypassed; then it is the original
  std::string reason;   ///< one sentence; empty for Unchanged

  bool operator==(const Flattened&) const = default;
};

[[nodiscard]] std::string_view to_string(FlattenStatus status);  ///< "flattened", "unchanged", "bypassed"
[[nodiscard]] std::string_view to_string(FlattenForm form);      ///< "tokens", "eval"; empty for None

/// An unknown shell is bypassed unless the text is one line.
[[nodiscard]] Flattened flatten(std::string_view command, ShellKind shell);
/// For a text that is already parsed, for that shell.
[[nodiscard]] Flattened flatten(const SyntaxTree& tree, ShellKind shell);

/// One command that passes the text to the shell's own parser, valid or not: for a text that must not be typed raw.
/// Empty if the text holds a NUL, or the shell has no such form.
[[nodiscard]] std::string eval_form(std::string_view command, ShellKind shell);

}  // namespace termhost::shell
