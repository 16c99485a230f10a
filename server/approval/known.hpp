// Which row of the tables speaks for a command: its program, or one of its subcommands.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "approval/program_table.hpp"
#include "shell/analysis/simple_commands.hpp"
#include "shell/syntax/shell_kind.hpp"

namespace termhost::approval {

using Words = std::span<const shell::ShellWord>;

/// The command's row and where its own words begin: behind `git -C dir log`.
struct Known {
  std::string name;                  ///< `git log`
  const Program* before = nullptr;   ///< whose options stand before the subcommand
  const Program* program = nullptr;  ///< nullptr: nothing is known
  std::size_t first = 1;
  std::size_t subcommand = 1;  ///< where it stands
  bool cmdlet = false;
};
[[nodiscard]] Known know(Words words, shell::ShellKind shell);

/// `tar tf x.tar` lists, `tar xf x.tar` does not. Of a program that is known.
[[nodiscard]] bool only_reads(const Known& known, Words words);
/// `node -v`, `npm run`: asked for nothing but its version or its choices.
[[nodiscard]] bool tells_of_itself(const Known& known, Words words);

/// `bash -n script`, `node --check file`: reads the file, which is the third word, and runs nothing of it.
[[nodiscard]] bool checks_syntax(Words words);

}  // namespace termhost::approval
