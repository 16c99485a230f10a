// Programs that run their arguments, from server/approval/tables/wrappers, so that deny rules see those commands.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "approval/programs/option_table.hpp"

namespace termhost::approval {

/// The words after the wrapper's own options and operands.
enum class Runs : std::uint8_t {
  Nothing,   ///< only options hold what it runs
  Command,   ///< a command, word by word
  Code,      ///< words that are joined and read by a shell
  EachCode,  ///< words each of which a shell reads
  OneCode,   ///< one word that a shell reads; the rest are operands
};

enum WrapperFlag : std::uint32_t {
  TakesAssignments = 1,    ///< NAME=VALUE words before the command
  InputIsCode = 2,         ///< without a command it runs what it reads
  InputAppends = 4,        ///< its input becomes words of the command (xargs)
  SameShell = 8,           ///< the code is for the surrounding shell, not for sh
  PowerShellCode = 16,     ///< the code is PowerShell
  AnyPlace = 32,           ///< options also count after operands
  QueryOptions = 64,       ///< -v and -V only describe the command
  SplitsString = 128,      ///< env -S: one word that holds more words
  DashDash = 256,          ///< the command comes after `--` only, however many operands there are
  AliasValues = 512,       ///< NAME=CODE words
  Replaces = 1024,         ///< -I R, {}: words of the command are made at run time
  ArgumentLists = 2048,    ///< ::: splits the command from its inputs (parallel)
  TakesOptionRest = 4096,  ///< -e and the rest is the command (terminals)
  IsScript = 8192,         ///< the command, or the first operand, is a file of code; its own operands are data
  OwnLanguage = 16384,     ///< its code is not a shell's, and no parser here reads it
  PlusIsCode = 32768       ///< so is a word `+code`; a number or a pattern is none
};

struct Wrapper {
  std::vector<std::string_view> subcommand;  ///< operands that must follow the program's name
  Runs runs = Runs::Command;
  std::uint8_t operands = 0;  ///< before the command
  std::uint32_t flags = 0;
  /// All its options: those of this row, and those that only the program's row in program_table.hpp has.
  OptionTable options{};
};

/// The rows of a program and its subcommands, whatever its version (`python3.11`); nullptr: it runs nothing else.
[[nodiscard]] const std::vector<Wrapper>* wrappers_of(std::string_view program);
/// Options of a program that come before its subcommand: `git -C dir push`. nullptr: it has none.
[[nodiscard]] const Wrapper* options_before_subcommand(std::string_view program);

/// The options of a program, or of a subcommand of it (`git grep`), by all the tables.
[[nodiscard]] const OptionTable& options_of(std::string_view program);

}  // namespace termhost::approval
