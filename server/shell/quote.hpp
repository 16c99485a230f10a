// Quoting text for a shell, so that no byte of the result is a control character.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
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
/// Of eight characters: the highest bit of each that is a control character, and maybe of some after it.
[[nodiscard]] inline std::uint64_t control_bits(const char* eight) {
  const auto each = [](std::uint64_t byte) { return byte * 0x0101010101010101; };
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, eight, sizeof bytes);
  const std::uint64_t not_del = bytes ^ each(0x7F);
  return (((bytes - each(0x20)) & ~bytes) | ((not_del - each(1)) & ~not_del)) & each(0x80);
}
/// The first control character at or after `from`; the text's size if there is none.
[[nodiscard]] inline std::size_t find_control(std::string_view text, std::size_t from) {
  for (; from + sizeof(std::uint64_t) <= text.size(); from += sizeof(std::uint64_t))
    if (control_bits(text.data() + from) != 0) break;
  while (from < text.size() && !is_control(text[from])) ++from;
  return from;
}
[[nodiscard]] inline bool has_control(std::string_view text) {
  constexpr std::size_t block = 8 * sizeof(std::uint64_t);
  std::size_t at = 0;
  for (; at + block <= text.size(); at += block) {
    std::uint64_t found = 0;
    for (std::size_t i = 0; i < block; i += sizeof(std::uint64_t)) found |= control_bits(text.data() + at + i);
    if (found != 0) break;
  }
  return find_control(text, at) < text.size();
}

}  // namespace termhost::shell
