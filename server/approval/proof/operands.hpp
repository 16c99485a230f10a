// Operands of programs: checks what else an operand may be than the name of a file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "approval/places/paths.hpp"
#include "approval/programs/program_match.hpp"
#include "shell/analysis/simple_commands.hpp"
#include "shell/syntax/shell_kind.hpp"

namespace termhost::approval {

/// The word for the user, with `*` for a part that only the run knows.
[[nodiscard]] std::string shown(const shell::ShellWord& word);

[[nodiscard]] std::string not_public(std::string_view path);

using Objection = std::optional<std::string>;

/// The objection to an option's argument that may be a path, or several: `file:.env`. `names_only`: no contents are
/// shown.
[[nodiscard]] Objection argument_objection(std::string_view text, bool names_only, const ReadablePlaces& places);
/// The objection to a whole word whose argument may begin anywhere: `-f/etc/shadow`, `--files0-from=.env`.
[[nodiscard]] Objection attached_objection(std::string_view option, bool names_only, const ReadablePlaces& places);

/// The objection to a path of a runner that leads to another project, anywhere in the word: `../x`, `x@file:/tmp/x`,
/// `git+file:///tmp/x`. A rule allows only this project.
[[nodiscard]] Objection elsewhere_objection(std::string_view path, const ReadablePlaces& places);
/// The text of `here_objection`.
inline constexpr std::string_view may_run_outside = "may run in a folder outside of the workspace";
/// The folder that a program runs in counts as its operand, if it has no other.
[[nodiscard]] Objection here_objection(std::string_view program, const ReadablePlaces& places);

/// `a.log`, `*.l?g`, `logs/*`: what an earlier command may have written there must become no code.
[[nodiscard]] bool may_name_log(const shell::ShellWord& word);
[[nodiscard]] std::string log_as_code(std::string_view program, std::string_view word);

/// The word as the shell may read it: PowerShell's patterns, and zsh's with EXTENDED_GLOB, where `cat ^x` means all
/// files except x. `HEAD^` of git is a commit.
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
/// The reason why no program may have this operand: it is a file of git's own that git would write, on another machine,
/// or the environment.
[[nodiscard]] std::optional<std::string> operand_objection(const shell::ShellWord& word, const OperandContext& context,
                                                           const ReadablePlaces& places);

/// True if the word sets no variable of `make` that its recipes run or expand.
[[nodiscard]] bool cannot_assign(const shell::ShellWord& word);

/// `helper::address` of git
[[nodiscard]] bool may_be_remote(const shell::ShellWord& word);

}  // namespace termhost::approval
