// Code in the text of a word's part, where the tree has no command: qualifiers of zsh's patterns, newer shells' `${
// code; }`, and the word of an expansion. In `${x:-word}` a shell looks for patterns and substitutions as in any other
// word, but only when it runs the line; the tree has the quotes and expansions in it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// One pair of parentheses in the word.
struct OperandPart {
  enum class Kind {
    Group,         ///< zsh: of a pattern, or its qualifiers
    Substitution,  ///< `<(…)`, `>(…)`, zsh's `=(…)`
    Open,          ///< zsh: a `(` whose end is in another expansion
  };
  Kind kind = Kind::Group;
  std::string_view text;  ///< from `(` to `)`, as written
};

/// The parts of a Parameter that is outside of double quotes.
[[nodiscard]] std::vector<OperandPart> operand_parts(const SyntaxTree& tree, NodeId parameter, ShellKind shell);

/// zsh: a group after a pattern is a qualifier unless it has a `|`. A group whose letters take code, in any delimiters,
/// is not plain.
[[nodiscard]] bool is_plain_group(std::string_view group);

/// The code that a Parameter or a Glob has as text, so that deny rules see it.
[[nodiscard]] std::vector<std::string> nested_code(const SyntaxTree& tree, NodeId node, ShellKind shell, bool quoted);

}  // namespace termhost::shell
