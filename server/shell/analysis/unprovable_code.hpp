// Parts of a command that the grammar cannot prove harmless: expansions that run the content of a variable, numbers
// that are read as expressions, globs with code in them, history expansion.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "shell/analysis/simple_commands.hpp"
#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// A part of a command, short enough for a reason.
[[nodiscard]] std::string shortened(std::string_view text);
/// Notes that code may run that is not in the text.
void note(std::vector<UnprovableCode>& found, std::string reason);

class UnprovableCodeFinder {
 public:
  UnprovableCodeFinder(const SyntaxTree& tree, ShellKind shell) : tree_(tree), shell_(shell) {}

  /// Checks the node itself, without its children.
  void check(NodeId node, bool quoted, std::vector<UnprovableCode>& found);
  /// The count of zsh's `repeat`: a number, or an expression.
  void check_count(NodeId word, std::vector<UnprovableCode>& found) { check_number(word, found); }
  /// Variables that the expressions so far set.
  std::vector<std::string> take_bound_names() { return std::move(bound_names_); }
  /// The operands of [[ ]].
  void check_conditional(NodeId node, std::vector<UnprovableCode>& found);

 private:
  void check_parameter(NodeId node, std::vector<UnprovableCode>& found);
  void check_arithmetic(NodeId node, std::string_view text, std::vector<UnprovableCode>& found);
  void check_unbraced_subscript(NodeId node, std::vector<UnprovableCode>& found);
  void check_operand(NodeId node, std::vector<UnprovableCode>& found);
  void check_glob(NodeId node, std::vector<UnprovableCode>& found);
  void check_history(NodeId node, std::vector<UnprovableCode>& found) const;
  void check_number(NodeId word, std::vector<UnprovableCode>& found);

  const SyntaxTree& tree_;
  ShellKind shell_;
  std::vector<std::string> bound_names_;
};

}  // namespace termhost::shell
