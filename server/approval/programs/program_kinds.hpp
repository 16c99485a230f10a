// Kinds of programs, by name: those whose input may be code, and those for which no rule is ever offered.
#pragma once

#include <string>
#include <string_view>

#include "shell/syntax/shell_kind.hpp"

namespace termhost::approval {

/// `python3.11` is python, `perl5.36` perl, `gcc-12` gcc.
[[nodiscard]] std::string_view without_version(std::string_view name);

/// A shell, an interpreter of any version (`python3.11`, `pypy3`), or a program with commands that run others: an
/// editor, a pager, a debugger, a client of a database or of another machine.
[[nodiscard]] bool takes_commands(std::string_view program);

/// Too dangerous for a rule, whatever follows its name: it takes commands, runs or installs others, destroys, uses
/// the network, or writes any file.
[[nodiscard]] bool is_too_wide(std::string_view program);

/// The name that the tables know a program by: without its folder and `.exe`; PowerShell's in small letters.
[[nodiscard]] std::string program_name(std::string_view word, shell::ShellKind shell = shell::ShellKind::Bash);

}  // namespace termhost::approval
