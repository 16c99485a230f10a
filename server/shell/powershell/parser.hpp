// Parser for PowerShell 5.1 and 7. It has one grammar for both, that of 7 in their differences (&&, ||, ?:, a leading
// |). The grammar is recursive, so its objects reach each other through this class.
//
// The tree: a pipeline's elements are SimpleCommands (Word, Expression, Redirection) and Expressions. An Expression has
// its parts in source order: strings (SingleQuoted, DoubleQuoted, here-strings too), Parameter, CommandSubstitution
// $(…) @(…), ScriptBlock, Attribute (a type or attribute in brackets), nested Expressions for parentheses, hash tables
// and assignments (whose last child is the statement assigned).
#pragma once

#include "shell/powershell/arguments.hpp"
#include "shell/powershell/commands.hpp"
#include "shell/powershell/definitions.hpp"
#include "shell/powershell/expressions.hpp"
#include "shell/powershell/scripts.hpp"
#include "shell/powershell/statements.hpp"
#include "shell/powershell/strings.hpp"
#include "shell/powershell/types.hpp"
#include "shell/powershell_tokens/cursor.hpp"

namespace termhost::shell::powershell {

struct Parser {
  explicit Parser(SyntaxTree& tree) : in(tree) {}
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  Cursor in;
  Strings strings{in, *this};
  Arguments arguments{in, *this};
  Expressions expressions{in, *this};
  Commands commands{in, *this};
  Types types{in, *this};
  Definitions definitions{in, *this};
  Statements statements{in, *this};
  Scripts scripts{in, *this};
};

}  // namespace termhost::shell::powershell
