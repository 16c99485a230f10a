// Expressions of PowerShell: their beginnings, operands and operators, in source order.
#pragma once

#include <cstdint>

#include "shell/powershell_tokens/cursor.hpp"

namespace termhost::shell::powershell {

struct Parser;

class Expressions {
 public:
  Expressions(Cursor& in, Parser& all) : in_(in), all_(all) {}

  /// In a command a bare word is text; in an expression it is not.
  enum class Mode { Command, Expression };
  enum class Commas { Join, Separate };  ///< `,` makes an array, or ends the expression

  /// True if an expression may start here, at the place of a statement; anything else is a command.
  [[nodiscard]] bool starts(std::uint32_t at) const;
  /// Without precedence, because no reader of the tree needs it.
  void expression(Parts& parts, Commas commas);
  /// Prefix operators and casts, a value, and its postfix operators. False: none of them is here.
  bool unary(Parts& parts, Commas commas);
  bool primary(Parts& parts);
  /// `.name`, `::name`, `[index]`, `?.name`, `?[index]`, each without a blank before it.
  void postfix(Parts& parts, Mode mode);
  /// `(…)` right after a member's name, or a script block as the only argument.
  void invocation(Parts& parts);
  /// `$(…)` or `@(…)`.
  void sub_expression(Parts& parts);

 private:
  void member_name(Parts& parts);
  void index(Parts& parts);
  void parentheses(Parts& parts);
  void hash_table(Parts& parts);
  bool hash_entry(Parts& parts);
  void script_block(Parts& parts);

  Cursor& in_;
  Parser& all_;
};

}  // namespace termhost::shell::powershell
