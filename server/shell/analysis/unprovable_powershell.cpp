#include "shell/analysis/unprovable_powershell.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "shell/analysis/unprovable_code.hpp"

namespace termhost::shell {
namespace {

/// `.Delete` before a bracket; `-f` is an operator.
bool ends_with_method(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\n");
  if (last == std::string_view::npos || !base::is_name_char(text[last])) return false;
  std::size_t begin = last;
  while (begin > 0 && base::is_name_char(text[begin - 1])) --begin;
  return begin == 0 || text[begin - 1] != '-';
}

}  // namespace

bool makes_object(std::string_view text) {
  static constexpr std::string_view plain =
      " int int16 int32 int64 long short byte sbyte uint uint16 uint32 uint64 ulong string bool char double single "
      "float "
      "decimal bigint datetime timespan version guid array hashtable ordered pscustomobject void switch regex object "
      "nullable ";
  for (std::size_t open = text.find('['); open != std::string_view::npos; open = text.find('[', open + 1)) {
    const char before = open == 0 ? ' ' : text[open - 1];
    if (base::is_name_char(before) || before == ')' || before == ']' || before == '}' || before == '"' ||
        before == '\'')
      continue;
    const std::size_t close = std::min(text.find(']', open), text.size());
    std::string name = " ";
    for (const char c : text.substr(open + 1, close - open - 1))
      if (c != ' ' && c != '[') name += base::lower(c);
    if (name.size() > 1 && plain.find(name + ' ') == std::string_view::npos) return true;
  }
  return false;
}

bool names_a_file(std::string_view variable) {
  variable.remove_prefix(std::min(variable.find_first_not_of("${@"), variable.size()));
  const std::size_t colon = variable.find(':');
  if (colon == std::string_view::npos) return false;
  std::string scope(variable.substr(0, colon));
  for (char& c : scope) c = base::lower(c);
  constexpr std::string_view scopes = " env global script local private using workflow variable ";
  return scopes.find(' ' + scope + ' ') == std::string_view::npos;
}

bool goes_through_file(std::string_view statement) {
  const std::string_view head = statement.substr(0, statement.find('{'));
  return head.find("-f") != std::string_view::npos || head.find("-F") != std::string_view::npos ||
         head.find("\xE2\x80") != std::string_view::npos;  // its other dashes
}

void find_in_powershell_expression(const SyntaxTree& tree, NodeId node, std::vector<UnprovableCode>& found) {
  const Node& n = tree.node(node);
  const std::string_view text = tree.text(node);
  const bool table = text.starts_with("@{");
  std::uint32_t at = n.begin;
  const auto gap = [&](std::uint32_t end, bool call) {
    const std::string_view between = text.substr(at - n.begin, end - at);
    if (between.find("::") != std::string_view::npos || (call && ends_with_method(between)))
      note(found, fmt::format("calls a method in `{}`", shortened(text)));
    if (makes_object(between)) note(found, fmt::format("makes an object in `{}`", shortened(text)));
    const bool sets = between.find('=') != std::string_view::npos || between.find("++") != std::string_view::npos ||
                      between.find("--") != std::string_view::npos;
    if (sets && !table) found.push_back({false, fmt::format("sets a variable in `{}`", shortened(text))});
  };
  for (const NodeId child : tree.children(node)) {
    const Node& c = tree.node(child);
    if (c.begin >= at && c.begin <= n.end)
      gap(c.begin, c.kind == NodeKind::Expression && tree.text(child).starts_with('('));
    at = std::clamp(c.end, at, std::max(at, n.end));  // after an error nodes may have no end
  }
  if (n.first_child != no_node && at < n.end) gap(n.end, false);
}

}  // namespace termhost::shell
