// Kinds of programs by name, from server/approval/tables/kinds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "shell/syntax/shell_kind.hpp"

namespace termhost::approval {

/// In the order of their names in `program_kinds.cpp`; the table says what each means.
enum ProgramKind : std::uint32_t {
  Builtin = 1,
  TakesCommands = 2,
  Wide = 4,
  TellsOfItself = 8,
  HasSubcommands = 16,
  HasTwoSubcommands = 32,
  NeverOffered = 64,
  ReadsCode = 128,
  WritesFile = 256,
  UsesNetwork = 512,
  StartsService = 1024,
  IsPrivileged = 2048,
  IsDestructive = 4096,
  Shows = 8192,
  PassesOn = 16384,
  ShowsByOperands = 32768,
  ChangesRepository = 65536,
  Listens = 131072
};

/// All kinds of a program, or of a program with its subcommand (`git push`); 0: it has no row.
[[nodiscard]] std::uint32_t kinds_of(std::string_view name);

/// A builtin of any of the shells: without a row nothing is known of its operands either.
[[nodiscard]] bool is_builtin(std::string_view name);

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
