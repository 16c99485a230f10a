// The row of the tables for a command: its program's, or one of its subcommands'.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "approval/programs/program_table.hpp"
#include "shell/analysis/simple_commands.hpp"
#include "shell/syntax/shell_kind.hpp"

namespace termhost::approval {

using Words = std::span<const shell::ShellWord>;

/// The command's row, and the place where its own words begin: after `git -C dir log`, `docker compose -f x up`.
struct ProgramMatch {
  /// A program whose options come before a subcommand.
  struct Before {
    const Program* program;
    std::size_t subcommand;  ///< its place
  };
  std::string name;                  ///< `git log`
  std::vector<Before> before;        ///< outermost first
  const Program* program = nullptr;  ///< nullptr: nothing is known
  std::size_t first = 1;
  bool cmdlet = false;
  /// 0: there is none.
  [[nodiscard]] std::size_t first_subcommand() const { return before.empty() ? 0 : before.front().subcommand; }
};
[[nodiscard]] ProgramMatch match_program(Words words, shell::ShellKind shell);

/// The words as a rule sees them: without the options between a program and its subcommand, which is the word `at`.
[[nodiscard]] std::vector<shell::ShellWord> plain_words(Words words, std::size_t at);

/// `cargo +nightly`. Not `+/a/path`, which is a toolchain as well.
[[nodiscard]] bool chooses_toolchain(const shell::ShellWord& word);

/// `tar tf x.tar` lists, `tar xf x.tar` does not. Of a program that is known.
[[nodiscard]] bool only_reads(const ProgramMatch& match, Words words);
/// `node -v`, `npm run`: asked for nothing but its version or its choices.
[[nodiscard]] bool describes_itself(const ProgramMatch& match, Words words);

/// `bash -n script`, `node --check file`: reads the file, which is the third word, and runs nothing of it.
[[nodiscard]] bool checks_syntax(Words words);

}  // namespace termhost::approval
