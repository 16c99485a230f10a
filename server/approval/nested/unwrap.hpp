// The commands that a command runs in addition to itself: by wrappers, options and shells. One level at a time.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "shell/analysis/simple_commands.hpp"
#include "shell/syntax/shell_kind.hpp"

namespace termhost::approval {

struct NestedCommand {
  enum class Kind {
    Command,   ///< `words`
    Code,      ///< `code`, for `shell`
    Unknown,   ///< something that only the run knows
    Spelling,  ///< the same command in plainer words (`/bin/rm` is `rm`, `git -C d push` is `git push`): deny rules see
               ///< it
  };
  Kind kind = Kind::Command;
  std::size_t at = 0;  ///< the outer word that says it: an allow rule must reach past it to speak for it
  std::vector<shell::ShellWord> words;
  std::string code;  ///< unknown parts as in words
  shell::ShellKind shell = shell::ShellKind::Bash;
  std::string reason;     ///< "`sudo` runs another program"
  bool possible = false;  ///< only if an option that no row knows takes the next word

  [[nodiscard]] static NestedCommand of_words(std::size_t at, std::vector<shell::ShellWord> words, std::string reason,
                                              bool possible = false);
  [[nodiscard]] static NestedCommand of_code(std::size_t at, std::string code, std::string reason,
                                             shell::ShellKind shell = shell::ShellKind::Bash, bool possible = false);
  [[nodiscard]] static NestedCommand not_known(std::size_t at, std::string reason, bool possible = false);
};

struct CommandView {
  std::span<const shell::ShellWord> words;
  shell::ShellKind shell = shell::ShellKind::Bash;
  const shell::ShellWord* input = nullptr;  ///< constant text on its standard input
  bool piped = false;
};

[[nodiscard]] std::vector<NestedCommand> unwrap(const CommandView& command);

/// The words without the options between a program and its subcommand, and the subcommand's place; empty if there are
/// none.
struct Subcommand {
  std::vector<shell::ShellWord> words;
  std::size_t at = 0;
};
[[nodiscard]] Subcommand plain_subcommand(std::span<const shell::ShellWord> words);
/// That reading first, then those in which an option that no row knows takes the next word.
[[nodiscard]] std::vector<Subcommand> subcommand_readings(std::span<const shell::ShellWord> words);

}  // namespace termhost::approval
