// Quoting text for a shell, so that no byte of the result is a control character.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "shell/syntax/shell_kind.hpp"

namespace termhost::shell {

/// One word that stands for exactly `text`. Plain where that is safe, '…' where it suffices, else $'…' (bash, zsh,
/// ksh),
/// "$(printf …)" (dash; it loses trailing newlines, for which dash has no form), '…'\n'…' (fish), "…`n…" (PowerShell).
/// NUL must not be in it.
[[nodiscard]] std::string quote(std::string_view text, ShellKind shell);

/// The same for a script file, where control characters may stand as they are: always in quotes, and exact for every
/// byte but NUL, in dash too.
[[nodiscard]] std::string quote_in_script(std::string_view text, ShellKind shell);

/// $'…' with every control character, quote and `!` escaped: `!` because line editors look for history events even
/// there.
[[nodiscard]] std::string ansi_quote(std::string_view text);

/// printf '…' as a command that prints `text`, for shells without $'…'.
[[nodiscard]] std::string printf_command(std::string_view text);

/// Below 0x20, or 0x7F.
[[nodiscard]] constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }
/// The first control character at or after `from`; the text's size if there is none.
[[nodiscard]] inline std::size_t find_control(std::string_view text, std::size_t from) {
  const auto each = [](std::uint64_t byte) { return byte * 0x0101010101010101; };
  std::uint64_t eight = 0;
  for (; from + sizeof eight <= text.size(); from += sizeof eight) {
    std::memcpy(&eight, text.data() + from, sizeof eight);
    const std::uint64_t not_del = eight ^ each(0x7F);
    const std::uint64_t found = ((eight - each(0x20)) & ~eight) | ((not_del - each(1)) & ~not_del);
    if ((found & each(0x80)) != 0) break;
  }
  while (from < text.size() && !is_control(text[from])) ++from;
  return from;
}
[[nodiscard]] inline bool has_control(std::string_view text) {
  constexpr std::size_t block = 64;  // looked at without a branch, which compilers turn into vector instructions
  std::size_t at = 0;
  for (; at + block <= text.size(); at += block) {
    unsigned char found = 0;
    for (std::size_t i = 0; i < block; ++i) found |= static_cast<unsigned char>(is_control(text[at + i]));
    if (found != 0) return true;
  }
  return find_control(text, at) < text.size();
}

}  // namespace termhost::shell
