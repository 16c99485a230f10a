// The differences in how bash, zsh, dash and ksh (ksh93 and mksh alike) read a text.
#pragma once

#include <cstdint>
#include <string_view>

#include "shell/syntax/shell_kind.hpp"

namespace termhost::shell::posix {

struct Dialect {
  bool bash = false;
  bool zsh = false;
  bool dash = false;
  bool ksh = false;
  bool extended = false;           ///< [[ ]], (( )), arrays, $'…', <( ), <<<, function, select, time
  bool extended_globs = false;     ///< @(a|b)
  bool both_redirection = false;   ///< &> and &>>
  bool empty_lists = false;        ///< `then fi`, `{ }`, `; ;`
  bool any_function_body = false;  ///< f() command
  bool brace_bodies = false;       ///< for x in a; { … }
  bool repeated_negation = false;  ///< ! ! true
  bool lazy_backquotes = false;    ///< their content is parsed only when it runs
};

[[nodiscard]] const Dialect& dialect_of(ShellKind shell);

}  // namespace termhost::shell::posix
