// Quoting text for a shell, so that no byte of the result is a control character.
#pragma once

#include <string>
#include <string_view>

#include "shell/shell_kind.hpp"

namespace termhost::shell {

/// One word that stands for exactly `text`. Plain where that is safe, '…' where it suffices, else $'…' (bash, zsh,
/// ksh),
/// "$(printf …)" (dash; it loses trailing newlines, for which dash has no form), '…'\n'…' (fish), "…`n…" (PowerShell).
/// NUL must not be in it.
[[nodiscard]] std::string quote(std::string_view text, ShellKind shell);

// The families.
[[nodiscard]] std::string quote_fish(std::string_view text);
[[nodiscard]] std::string quote_powershell(std::string_view text);

/// $'…' with every control character, quote and `!` escaped: `!` because line editors look for history events even
/// there.
[[nodiscard]] std::string ansi_quote(std::string_view text);

/// printf '…' as a command that prints `text`, for shells without $'…'.
[[nodiscard]] std::string printf_command(std::string_view text);

/// Below 0x20, or 0x7F.
[[nodiscard]] constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }
[[nodiscard]] constexpr bool has_control(std::string_view text) {
  for (const char c : text) {
    if (is_control(c)) return true;
  }
  return false;
}

}  // namespace termhost::shell
