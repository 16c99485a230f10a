// Forms of everyday programs that do more than their name says: run programs, write files, change the shell itself. A
// rule for the plain name does not speak for them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/shell_kind.hpp"
#include "shell/simple_commands.hpp"

namespace termhost::approval {

struct Concern {
  std::size_t at = 0;  ///< the word that says it: an allow rule must reach past it
  std::string reason;
  bool runs_code = false;  ///< it runs something; what exactly is `code` as far as that is known
  std::string code;        ///< as sh reads it
};

/// A row of the table. `words`: whole words, `name*` for all that begin so, `*` for the program itself in any form.
struct EscapeHatch {
  std::string_view names;  ///< `a|b c`, as in the wrapper table
  std::string_view words = "";
  std::string_view long_options = "";  ///< names; any unambiguous beginning counts
  std::string_view letters = "";       ///< of short options
  std::string_view short_args = "";    ///< letters that take an argument, so that `-ko` of sort is not `-o`
  std::string_view texts = "";         ///< anywhere inside an argument
  std::string_view reason = "can run other programs";
  std::size_t max_operands = 255;  ///< one more is a file it writes: `uniq in out`
  bool runs_code = false;          ///< and no text says which
};

inline constexpr std::string_view writes_a_file = "writes a file";

[[nodiscard]] std::span<const EscapeHatch> escape_hatch_table();

/// `program` is `words[0]` by the name that tables know.
[[nodiscard]] std::vector<Concern> find_concerns(std::span<const shell::ShellWord> words, std::string_view program,
                                                 shell::ShellKind shell);

/// Variables that change what later commands mean, or that programs run: PATH, IFS, LD_PRELOAD, PAGER …
[[nodiscard]] bool changes_meaning(std::string_view variable);
/// The value is code that a shell or a program runs: PROMPT_COMMAND, PAGER, GIT_SSH_COMMAND …
[[nodiscard]] bool holds_code(std::string_view variable);

}  // namespace termhost::approval
