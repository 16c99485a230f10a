#include "shell/analysis/nested_code.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include "base/ascii.hpp"

namespace termhost::shell {
namespace {

constexpr char covered = ' ';  ///< replaces a quoted piece or an expansion, which is read elsewhere

/// The parameter's text in which only the characters of the word itself are left.
std::string own_text(const SyntaxTree& tree, NodeId parameter) {
  const Node& whole = tree.node(parameter);
  std::string own(tree.text(parameter));
  for (const NodeId child : tree.children(parameter)) {
    const Node& part = tree.node(child);
    if (part.kind == NodeKind::Literal || part.begin < whole.begin || part.end > whole.end) continue;
    std::fill(own.begin() + (part.begin - whole.begin), own.begin() + (part.end - whole.begin), covered);
  }
  for (std::size_t at = own.find('\\'); at != std::string::npos; at = own.find('\\', at + 2))
    own.replace(at, 2, std::min<std::size_t>(2, own.size() - at), covered);
  return own;
}

/// npos: it is not closed in `text`.
std::size_t closing(std::string_view text, std::size_t open) {
  int level = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == '(') ++level;
    if (text[at] == ')' && --level == 0) return at;
  }
  return std::string_view::npos;
}

/// The code in zsh's glob qualifier (e:code:), if it has one.
std::optional<std::string> qualifier_code(std::string_view group) {
  if (!group.starts_with('(') || !group.ends_with(')')) return std::nullopt;
  group = group.substr(1, group.size() - 2);
  if (group.starts_with("#q")) group.remove_prefix(2);
  for (std::size_t at = 0; at < group.size(); ++at) {
    const char next = at + 1 < group.size() ? group[at + 1] : '\0';
    if (group[at] == '+' && base::is_name_start(next)) return std::string(group.substr(at + 1));
    if (group[at] != 'e' || next == '\0' || base::is_name_char(next) || next == '|' || next == ')') continue;
    static constexpr std::string_view opening = "[{(<";
    static constexpr std::string_view closing = "]})>";
    const std::size_t pair = opening.find(next);
    const char end = pair == std::string_view::npos ? next : closing[pair];
    const std::size_t stop = group.find(end, at + 2);
    std::string code(group.substr(at + 2, stop == std::string_view::npos ? stop : stop - at - 2));
    std::erase_if(code, [](char c) { return c == '\'' || c == '"' || c == '\\'; });
    return code;
  }
  return std::nullopt;
}

}  // namespace

bool is_plain_group(std::string_view group) {
  if (!group.starts_with('(') || group.size() < 2) return true;
  group = group.substr(1, group.size() - 2);
  const bool alternatives = group.find('|') != std::string_view::npos;
  for (std::size_t at = 0; at < group.size(); ++at) {
    const char c = group[at];
    if (alternatives
            ? !base::is_name_char(c) && std::string_view("|.*?-[]").find(c) == std::string_view::npos
            : std::string_view("/.@=p*%rwxAIERWXsStNDn^-,0123456789FTMLkmac[]oO").find(c) == std::string_view::npos)
      return false;
    if (alternatives || (c != 'o' && c != 'O')) continue;
    if (++at >= group.size() || std::string_view("nLlamcdN").find(group[at]) == std::string_view::npos) return false;
  }
  return true;
}

std::vector<OperandPart> operand_parts(const SyntaxTree& tree, NodeId parameter, ShellKind shell) {
  const std::string_view written = tree.text(parameter);
  const bool zsh = shell == ShellKind::Zsh;
  const bool posix = zsh || shell == ShellKind::Bash || shell == ShellKind::Ksh || shell == ShellKind::Unknown;
  if (!posix || !written.starts_with("${") || written.find('(') == std::string_view::npos) return {};
  const std::string own = own_text(tree, parameter);
  std::vector<OperandPart> parts;
  // zsh's flags come first; those of a subscript come after its bracket
  for (std::size_t open = own.find('(', 3); open != std::string::npos; open = own.find('(', open + 1)) {
    const char before = own[open - 1];
    const bool substitutes = before == '<' || before == '>' || (zsh && before == '=');
    if (!substitutes && (!zsh || before == '[')) continue;
    const std::size_t end = closing(own, open);
    using Kind = OperandPart::Kind;
    const Kind kind = end == std::string::npos ? Kind::Open : substitutes ? Kind::Substitution : Kind::Group;
    parts.push_back({kind, written.substr(open, end == std::string::npos ? end : end + 1 - open)});
    if (end != std::string::npos && substitutes) open = end;
  }
  return parts;
}

std::vector<std::string> nested_code(const SyntaxTree& tree, NodeId node, ShellKind shell, bool quoted) {
  std::vector<std::string> codes;
  const auto add_qualifier = [&](std::string_view group) {
    if (std::optional<std::string> code = qualifier_code(group)) codes.push_back(std::move(*code));
  };
  const std::string_view text = tree.text(node);
  if (tree.node(node).kind == NodeKind::Glob && shell == ShellKind::Zsh) add_qualifier(text);
  if (tree.node(node).kind != NodeKind::Parameter || shell == ShellKind::PowerShell) return codes;
  const bool runs =
      text.size() > 3 && text.starts_with("${") && std::string_view(" \t\n|(").find(text[2]) != std::string_view::npos;
  if (runs && !(text[2] == '(' && shell == ShellKind::Zsh)) codes.emplace_back(text.substr(3, text.size() - 4));
  if (quoted) return codes;
  for (const OperandPart& part : operand_parts(tree, node, shell)) {
    if (part.kind == OperandPart::Kind::Group) add_qualifier(part.text);
    if (part.kind == OperandPart::Kind::Substitution) codes.emplace_back(part.text.substr(1, part.text.size() - 2));
  }
  return codes;
}

}  // namespace termhost::shell
