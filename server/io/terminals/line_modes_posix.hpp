// A terminal's modes for lines and for keys, and what shells make of them.
#pragma once

#include <string>
#include <termios.h>

namespace termhost::io {

inline constexpr tcflag_t lines_input = ICRNL, lines_local = ICANON | ECHO | ISIG | IEXTEN;

[[nodiscard]] bool reads_keys(int terminal);
[[nodiscard]] bool reads_lines(const termios& modes);

/// The shell at this path reads its lines in whatever modes there are.
[[nodiscard]] bool edits_no_lines(const std::string& shell);

/// An interrupt that is meant for a command may reach this shell instead: at its prompt, or before a program has
/// started.
[[nodiscard]] bool may_take_interrupts(const std::string& shell);

}  // namespace termhost::io
