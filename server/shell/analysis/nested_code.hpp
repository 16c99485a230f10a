// Code in the text of a part of a word, where the tree has no command: qualifiers of zsh's patterns, newer shells'
// `${ code; }`, and the word of an expansion. In `${x:-word}` a shell looks for patterns and substitutions as in a word
// that stands alone, but only when it runs the line; the tree holds the quotes and expansions in it.
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
    Open,          ///< zsh: a `(` whose end stands in another expansion
  };
  Kind kind = Kind::Group;
  std::string_view text;  ///< from `(` to `)`, as written
};

/// Of a Parameter that stands outside of double quotes.
[[nodiscard]] std::vector<OperandPart> operand_parts(const SyntaxTree& tree, NodeId parameter, ShellKind shell);

/// zsh: a group behind a pattern is a qualifier unless it has a `|`. Letters that take code, in any delimiters, are
/// not plain.
[[nodiscard]] bool is_plain_group(std::string_view group);

/// The code that a Parameter or a Glob holds as text: a deny rule sees it.
[[nodiscard]] std::vector<std::string> nested_code(const SyntaxTree& tree, NodeId node, ShellKind shell, bool quoted);

}  // namespace termhost::shell
