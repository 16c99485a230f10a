// Quoting text for a shell, so that no byte of the result is a control character.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "shell/syntax/shell_kind.hpp"

namespace termhost::shell {

/// One word with exactly the value `text`. Plain if that is safe, '…' if it suffices, else $'…' (bash, zsh, ksh),
/// "$(printf …)" (dash; it loses trailing newlines, for which dash has no form), '…'\n'…' (fish), "…`n…" (PowerShell).
/// `text` must not have a NUL.
[[nodiscard]] std::string quote(std::string_view text, ShellKind shell);

/// One word is a command line already. Several are a program and its arguments, each of which reaches it as it is.
[[nodiscard]] std::string command_line_of(std::span<const std::string> words, ShellKind shell);

/// As `quote`, for a script file, in which control characters may be raw: always in quotes, and exact for every byte
/// except NUL, in dash too.
[[nodiscard]] std::string quote_in_script(std::string_view text, ShellKind shell);

/// $'…' with every control character, quote and `!` escaped: `!` because line editors look for history events even
/// there.
[[nodiscard]] std::string ansi_quote(std::string_view text);

/// printf '…' as a command that prints `text`, for shells without $'…'.
[[nodiscard]] std::string printf_command(std::string_view text);

/// Below 0x20, or 0x7F.
[[nodiscard]] constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }
[[nodiscard]] inline bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), is_control);
}

}  // namespace termhost::shell
