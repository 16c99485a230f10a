// Words of commands: bare words, values, parameters and redirections.
#pragma once

#include <cstdint>

#include "shell/powershell_tokens/cursor.hpp"

namespace termhost::shell::powershell {

struct Parser;

class Arguments {
 public:
  Arguments(Cursor& in, Parser& all) : in_(in), all_(all) {}

  /// One argument of a command: a bare word, or a value with what is done to it.
  void argument(Parts& parts);
  /// A bare word up to the next character that starts a token; quotes, escapes and variables in it count.
  void generic_word(Parts& parts);
  /// `-name`, `-name:`. A quote in it makes it a bare word.
  void parameter_word(Parts& parts);
  /// After `--%` everything up to the line's end or a pipe is handed over as it is.
  void verbatim_arguments(Parts& parts);
  [[nodiscard]] bool at_redirection() const;
  /// `>` `>>` `2>` `*>>` with a file, or `2>&1`.
  void redirection(Parts& parts);

 private:
  void bare_parts(Parts& parts);
  [[nodiscard]] bool variable_is_argument(std::uint32_t at) const;
  void value_argument(Parts& parts);

  Cursor& in_;
  Parser& all_;
};

}  // namespace termhost::shell::powershell
