// Operands of programs: what one may become besides a name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "approval/known.hpp"
#include "approval/paths.hpp"
#include "shell/analysis/simple_commands.hpp"
#include "shell/syntax/shell_kind.hpp"

namespace termhost::approval {

/// For a person: what is known only when it runs is `*`.
[[nodiscard]] std::string shown(const shell::ShellWord& word);

[[nodiscard]] std::string not_public(std::string_view path);

using Objection = std::optional<std::string>;

/// Of an option's argument that may be a path, or several: `file:.env`. `names_only`: no contents are shown.
[[nodiscard]] Objection argument_objection(std::string_view text, bool names_only, const ReadablePlaces& places);
/// The same of a whole word whose argument may begin anywhere: `-f/etc/shadow`, `--files0-from=.env`.
[[nodiscard]] Objection attached_objection(std::string_view option, bool names_only, const ReadablePlaces& places);

/// A rule speaks of this project: why a path of a runner's is another's, wherever it stands in the word: `../x`,
/// `x@file:/tmp/x`, `git+file:///tmp/x`.
[[nodiscard]] Objection elsewhere_objection(std::string_view path, const ReadablePlaces& places);
/// What `here_objection` says of a program.
inline constexpr std::string_view may_run_outside = "may run in a folder outside of the workspace";
/// The folder that a program runs in is its operand, where it is given none.
[[nodiscard]] Objection here_objection(std::string_view program, const ReadablePlaces& places);

/// `a.log`, `*.l?g`, `logs/*`: what an earlier command may have written there must become no code.
[[nodiscard]] bool may_name_log(const shell::ShellWord& word);
[[nodiscard]] std::string log_as_code(std::string_view program, std::string_view word);

/// What the shell may make of it: patterns of PowerShell's, and of zsh's with EXTENDED_GLOB, where `cat ^x` is for all
/// files but x; `HEAD^` of git is a commit.
[[nodiscard]] shell::ShellWord as_read(const shell::ShellWord& word, std::string_view program, shell::ShellKind shell);

/// Contents of what git keeps, by pathspecs.
[[nodiscard]] bool shows_tracked_files(std::string_view program);
/// `git diff -- "$f"`: the word shows no more than there is without it. Alone: two would be files, wherever they are.
[[nodiscard]] bool only_narrows(Words words, std::size_t at, std::string_view program);

struct OperandContext {
  std::string_view program;  ///< `git log`
  shell::ShellKind shell;
  bool built_in = false;  ///< no rule speaks for it
};
/// Why none may be that, whatever else is known of the program: a file of git's own that git is told to write, another
/// machine's, the environment.
[[nodiscard]] std::optional<std::string> operand_objection(const shell::ShellWord& word, const OperandContext& context,
                                                           const ReadablePlaces& places);

/// It sets no variable of `make` that its recipes run or expand.
[[nodiscard]] bool cannot_assign(const shell::ShellWord& word);

/// `helper::address` of git
[[nodiscard]] bool may_be_remote(const shell::ShellWord& word);

}  // namespace termhost::approval
