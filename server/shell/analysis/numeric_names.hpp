// Names in arithmetic expressions, and the proof that some of them can only hold numbers.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/ascii.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// Calls `visit` with each identifier of an expression and the text after it. Numbers (0x1F, 16#ff) are not names.
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

/// True if `rest`, the text after a name, assigns to it: `= …`, but not `==`.
[[nodiscard]] bool is_assigned(std::string_view rest);

/// Variables that hold nothing but numbers where the line uses them: an expression may use them. Any other variable in
/// an expression is read as an expression itself, and `a[$(…)]` in one runs the substitution.
class NumericNames {
 public:
  explicit NumericNames(const SyntaxTree& tree) : tree_(tree) {}
  /// The line is sure to set it, before `position` in the source and by the same shell, to a number; and whatever else
  /// names it there only reads it, or sets it to a number.
  [[nodiscard]] bool contains(std::string_view name, std::size_t position);

 private:
  [[nodiscard]] bool only_numbers(std::string_view name) const;
  [[nodiscard]] bool is_harmless_at(NodeId node, std::size_t at, std::string_view name) const;
  [[nodiscard]] bool surely_set(NodeId node, std::string_view name, std::size_t position) const;
  [[nodiscard]] bool sets(NodeId command, std::string_view name, std::size_t position) const;

  const SyntaxTree& tree_;
  std::map<std::string, bool, std::less<>> only_numbers_;
  int questions_ = 0;
};

}  // namespace termhost::shell
