// Code in the words of programs without a wrapper row, for deny rules: scripts of sed and awk, subscripts that builtins
// expand.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/analysis/simple_commands.hpp"
#include "shell/syntax/shell_kind.hpp"

namespace termhost::approval {

struct HiddenCode {
  std::size_t at = 0;  ///< the word that holds it
  std::string text;    ///< as sh reads it; empty: it is known only at run time
  std::string reason;
};

/// More code than really runs, because it is only used to find denied commands. Nothing if the script is plain.
[[nodiscard]] std::vector<HiddenCode> find_hidden_code(std::span<const shell::ShellWord> words,
                                                       std::string_view program, shell::ShellKind shell);

}  // namespace termhost::approval
