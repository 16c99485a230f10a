// Knowledge about programs, from the tables in server/approval/tables: their harmless options, and the meaning of their
// operands. A program that is in no table is unknown, so it asks.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "approval/programs/option_table.hpp"

namespace termhost::approval {

/// In a table the words after `does`, in small letters: `text-operands` is TextOperands.
enum ProgramFlag : std::uint32_t {
  Reads = 1,               ///< only reads the named files: allowed without a rule if these are public
  AnyOption = 2,           ///< no option of it runs, writes, loads or connects
  AnyWord = 4,             ///< runs its operands: a rule for the bare name allows any
  OptionsFirst = 8,        ///< words after the first operand are not options
  RestAny = 16,            ///< words after `--` are for code of the project
  TextOperands = 32,       ///< operands are not paths
  Pattern = 64,            ///< the first operand is not a path, unless -e or -f gave the pattern
  NamesOnly = 128,         ///< shows no contents of files
  Wraps = 256,             ///< after its options and operands comes a command, which is judged by itself
  Assigns = 512,           ///< NAME=VALUE words before that command, as harmless as in front of it
  NoAssignment = 1024,     ///< an operand NAME=VALUE sets what the program runs
  Remote = 2048,           ///< an operand `helper::address` runs a program
  RunsProject = 4096,      ///< runs, checks or builds code of the project: its words must be the project's too
  Subcommands = 8192,      ///< the options are those before the subcommand, which has a row of its own or none
  PlusFirst = 16384,       ///< operands must begin with `+`: another sets the clock
  Appends = 32768,         ///< xargs: what it reads becomes words
  NoSideEffects = 65536,   ///< changes nothing that outlives the line: allowed without any rule
  ReadsCommands = 131072,  ///< runs commands that it reads: only a rule that spells every word speaks for it
  Responses = 262144,      ///< an operand `@file` holds options
  Toolchain = 524288,      ///< a first word `+stable` chooses one
  Ruled = 1048576,         ///< wraps, but reaches where only a rule may: into a container
  Pinned = 2097152,        ///< an operand with an `@` is code from the network
  Here = 4194304,          ///< without an operand it reads the folder it runs in
  OfProject = 8388608,     ///< of a project's scripts and runners: a rule speaks of this project, not of another's
  PipedPaths = 16777216    ///< a cmdlet that takes the paths that objects in its pipe have
};

/// A row of a table: programs, separated by commas (`git log, git show`). Each line below them is indented, and begins
/// with an option or one of these words:
///   does      flags by name
///   operands  the most operands; of a wrapper exactly these, before the command
///   reading   the most operands without a rule: `git tag` lists, `git tag x` does not
///   only      words, one of which must be the first, or the program does not only read
///   takes     the kind of a cmdlet's operands
///   more      options that are harmless under a rule, but do more than read
///   also      options that are known, but not to be harmless
///   follows …  options with that effect (`OptionEffect`)
/// All other lines have harmless options: `-abc` letters, `-n:` a letter that takes an argument, `-U?` one that may
/// have one attached, `--long`, `--long=`, `+word` and `+word:` for whole words with one dash (`-name x`). After `:` or
/// `=` may come an ArgumentKind: `-C:/`.
struct Program {
  std::uint32_t flags = 0;
  std::uint8_t operands = 255;               ///< at most; of a wrapper exactly these, before the command
  std::uint8_t reading_operands = 255;       ///< at most, where it only reads: `git tag` lists, `git tag x` does not
  ArgumentKind operand = ArgumentKind::Any;  ///< of a cmdlet: what each of them is
  std::string reads_with;                    ///< words, parted by blanks: it only reads if its first is one of them
  OptionTable options;
  [[nodiscard]] bool has(std::uint32_t flag) const { return (flags & flag) != 0; }
};

/// nullptr: nothing is known of it. `name` may be a program with its subcommands: `git stash list`.
[[nodiscard]] const Program* find_program(std::string_view name);
/// True if `word` may come after `does`.
[[nodiscard]] bool is_program_flag(std::string_view word);
/// PowerShell's own commands, in small letters.
[[nodiscard]] const Program* find_cmdlet(std::string_view name);

}  // namespace termhost::approval
