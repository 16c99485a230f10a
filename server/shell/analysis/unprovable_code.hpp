// What the grammar cannot prove harmless: expansions that run what a variable holds, numbers that are read as
// expressions, globs with code in them, history expansion.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "shell/analysis/simple_commands.hpp"
#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// Variables that hold nothing but numbers, as far as the line sets them: an expression may use them. Any other
/// variable in an expression is read as an expression itself, and `a[$(…)]` in one runs the substitution.
class NumericNames {
 public:
  explicit NumericNames(const SyntaxTree& tree);
  /// `position`: where it is used; what is set later proves nothing.
  [[nodiscard]] bool contains(std::string_view name, std::size_t position) const;

 private:
  void visit(NodeId node);
  void visit_loop(NodeId node);
  void visit_assignment(NodeId node);

  void add(std::string_view name, NodeId node, std::size_t position);

  const SyntaxTree& tree_;
  std::map<std::string, std::size_t, std::less<>> names_;  ///< and from where on
  std::set<std::string, std::less<>> others_;              ///< set to something else somewhere
};

class DoubtFinder {
 public:
  DoubtFinder(const SyntaxTree& tree, ShellKind shell) : tree_(tree), shell_(shell) {}

  /// What the node itself says; not what is inside it.
  void check(NodeId node, bool quoted, std::vector<Doubt>& doubts);
  /// The count of zsh's `repeat`: a number, or an expression.
  void check_count(NodeId word, std::vector<Doubt>& doubts) { check_number(word, doubts); }
  /// Variables that the expressions so far set.
  std::vector<std::string> take_bound_names() { return std::move(bound_names_); }
  /// The operands of [[ ]].
  void check_conditional(NodeId node, std::vector<Doubt>& doubts);

 private:
  void check_expression(NodeId node, std::vector<Doubt>& doubts);
  void check_parameter(NodeId node, std::vector<Doubt>& doubts);
  void check_arithmetic(NodeId node, std::string_view text, std::vector<Doubt>& doubts);
  void check_unbraced_subscript(NodeId node, std::vector<Doubt>& doubts);
  void check_glob(NodeId node, std::vector<Doubt>& doubts);
  void check_history(std::string_view text, std::vector<Doubt>& doubts) const;
  void check_number(NodeId word, std::vector<Doubt>& doubts);
  [[nodiscard]] bool names_only_numbers(NodeId node, std::string_view expression, std::size_t position);
  [[nodiscard]] bool is_number(NodeId parameter);

  const SyntaxTree& tree_;
  ShellKind shell_;
  std::vector<std::string> bound_names_;
  std::optional<NumericNames> numeric_;  ///< made when an expression first asks
};

/// PowerShell: a type in brackets that is none of those which only compute.
[[nodiscard]] bool makes_object(std::string_view text);

/// The code in zsh's glob qualifier (e:code:), if it has one.
[[nodiscard]] std::optional<std::string> glob_qualifier_code(std::string_view group);

}  // namespace termhost::shell
