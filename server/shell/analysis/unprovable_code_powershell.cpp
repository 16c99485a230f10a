#include <algorithm>

#include <fmt/format.h>

#include "shell/analysis/unprovable_code.hpp"

namespace termhost::shell {
namespace {

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

void doubt(std::vector<Doubt>& doubts, std::string reason) { doubts.push_back({true, std::move(reason)}); }

std::string shortened(std::string_view text) {
  constexpr std::size_t most = 60;
  return text.size() <= most ? std::string(text) : fmt::format("{}…", text.substr(0, most));
}

}  // namespace

/// `[IO.StreamWriter]'x'` runs what makes the type from the value; these only compute.
bool makes_object(std::string_view text) {
  static constexpr std::string_view plain =
      " int int16 int32 int64 long short byte sbyte uint uint16 uint32 uint64 ulong string bool char double single "
      "float "
      "decimal bigint datetime timespan version guid array hashtable ordered pscustomobject void switch regex object "
      "nullable ";
  for (std::size_t open = text.find('['); open != std::string_view::npos; open = text.find('[', open + 1)) {
    const char before = open == 0 ? ' ' : text[open - 1];
    if (is_name_char(before) || before == ')' || before == ']' || before == '}' || before == '"' || before == '\'')
      continue;
    const std::size_t close = std::min(text.find(']', open), text.size());
    std::string name = " ";
    for (const char c : text.substr(open + 1, close - open - 1))
      if (c != ' ' && c != '[') name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (name.size() > 1 && plain.find(name + ' ') == std::string_view::npos) return true;
  }
  return false;
}

namespace {

/// `.Delete` before a bracket; `-f` is an operator.
bool ends_with_method(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\n");
  if (last == std::string_view::npos || !is_name_char(text[last])) return false;
  std::size_t begin = last;
  while (begin > 0 && is_name_char(text[begin - 1])) --begin;
  return begin == 0 || text[begin - 1] != '-';
}

}  // namespace

/// PowerShell: a call into .NET can do anything, an assignment changes what follows. The rest computes.
void DoubtFinder::check_expression(NodeId node, std::vector<Doubt>& doubts) {
  const Node& n = tree_.node(node);
  const std::string_view text = tree_.text(node);
  const bool table = text.starts_with("@{");
  std::uint32_t at = n.begin;
  const auto gap = [&](std::uint32_t end, bool call) {
    const std::string_view between = text.substr(at - n.begin, end - at);
    if (between.find("::") != std::string_view::npos || (call && ends_with_method(between)))
      doubt(doubts, fmt::format("calls a method in `{}`", shortened(text)));
    if (makes_object(between)) doubt(doubts, fmt::format("makes an object in `{}`", shortened(text)));
    const bool sets = between.find('=') != std::string_view::npos || between.find("++") != std::string_view::npos ||
                      between.find("--") != std::string_view::npos;
    if (sets && !table) doubts.push_back({false, fmt::format("sets a variable in `{}`", shortened(text))});
  };
  for (const NodeId child : tree_.children(node)) {
    const Node& c = tree_.node(child);
    if (c.begin >= at && c.begin <= n.end)
      gap(c.begin, c.kind == NodeKind::Expression && tree_.text(child).starts_with('('));
    at = std::clamp(c.end, at, std::max(at, n.end));  // after an error nodes may have no end
  }
  if (n.first_child != no_node && at < n.end) gap(n.end, false);
}

}  // namespace termhost::shell
