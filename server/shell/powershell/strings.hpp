// Strings of PowerShell, and the variables and substitutions in them.
#pragma once

#include <cstdint>

#include "shell/powershell_tokens/cursor.hpp"

namespace termhost::shell::powershell {

struct Parser;

class Strings {
 public:
  Strings(Cursor& in, Parser& all) : in_(in), all_(all) {}

  /// A string of any kind, if one starts here.
  bool string(Parts& parts);
  void variable(Parts& parts);
  /// End of the variable whose `$` or `@` is at `at`.
  [[nodiscard]] std::uint32_t variable_end(std::uint32_t at) const;
  /// PowerShell finds the end of `$(…)` in a string by counting parentheses alone, and takes doubled (or escaped)
  /// quotes in it for one, except in here-strings.
  void substitution_in_string(Parts& parts, bool here);

 private:
  void single_quoted(Parts& parts);
  void double_quoted(Parts& parts);
  void here_string(Parts& parts);
  void expandable_text(Parts& parts, bool here, std::uint32_t end);
  void nested_substitution(Parts& parts, std::uint32_t end, bool doubled);
  [[nodiscard]] std::uint32_t here_string_footer(std::uint32_t from, bool expandable) const;

  Cursor& in_;
  Parser& all_;
};

}  // namespace termhost::shell::powershell
