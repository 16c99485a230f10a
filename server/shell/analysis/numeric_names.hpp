// Names in arithmetic expressions: which there are, and which are proven to hold nothing but numbers.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "base/ascii.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// Calls `visit` with each identifier of an expression and what follows it. Numbers such as 0x1F or 16#ff are none.
template <class Visit>
void for_each_identifier(std::string_view text, const Visit& visit) {
  for (std::size_t at = 0; at < text.size();) {
    if (base::is_digit(text[at])) {
      while (at < text.size() && (base::is_name_char(text[at]) || text[at] == '#' || text[at] == '@')) ++at;
    } else if (base::is_name_start(text[at])) {
      const std::size_t begin = at;
      while (at < text.size() && base::is_name_char(text[at])) ++at;
      visit(text.substr(begin, at - begin), text.substr(at));
    } else {
      ++at;
    }
  }
}

/// `rest` stands behind a name: `= …`, but not `==`.
[[nodiscard]] bool is_assigned(std::string_view rest);

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

}  // namespace termhost::shell
