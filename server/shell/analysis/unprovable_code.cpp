#include "shell/analysis/unprovable_code.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "shell/analysis/nested_code.hpp"
#include "shell/analysis/parse.hpp"
#include "shell/analysis/unprovable_powershell.hpp"
#include "shell/analysis/word_values.hpp"

namespace termhost::shell {
namespace {

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

/// True if the expression reads no variable, whose value would be an expression too: `a[$(…)]` in one runs code.
bool reads_no_name(std::string_view expression) {
  bool none = true;
  for_each_identifier(expression, [&](std::string_view, std::string_view rest) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\n"), rest.size()));
    none &= rest.starts_with('=') && !rest.starts_with("==");
  });
  return none;
}

/// Digits, or nothing, whatever the line does.
bool is_number(std::string_view parameter) { return parameter == "$!" || has_only_digits(parameter); }

/// True for `x=`, `x+=`, `x++`, `++x` in an expression; `before` and `rest` are the texts around the name.
bool is_bound(std::string_view before, std::string_view rest) {
  const std::size_t op = rest.find_first_not_of(" \t\n");
  const std::size_t last = before.find_last_not_of(" \t\n");
  if (last != std::string_view::npos && last > 0 && (before[last] == '+' || before[last] == '-') &&
      before[last - 1] == before[last])
    return true;
  if (op == std::string_view::npos) return false;
  rest.remove_prefix(op);
  if (rest.starts_with('[')) rest = rest.substr(std::min(rest.find(']') + 1, rest.size()));
  if (rest.starts_with("++") || rest.starts_with("--")) return true;
  while (!rest.empty() && std::string_view("+-*/%&|^<>").find(rest.front()) != std::string_view::npos)
    rest.remove_prefix(1);
  return rest.starts_with('=') && !rest.starts_with("==");
}

}  // namespace

void note(std::vector<UnprovableCode>& found, std::string reason) { found.push_back({true, std::move(reason)}); }

std::string shortened(std::string_view text) {
  constexpr std::size_t most = 60;
  return text.size() <= most ? std::string(text) : fmt::format("{}…", text.substr(0, most));
}

void UnprovableCodeFinder::check(NodeId node, bool quoted, std::vector<UnprovableCode>& found) {
  const Node& n = tree_.node(node);
  if ((n.flags & Unparsed) != 0) note(found, "has a part that is known only at run time");
  switch (n.kind) {
    case NodeKind::Parameter:
      check_parameter(node, found);
      if (!quoted) check_operand(node, found);
      return;
    case NodeKind::Arithmetic: check_arithmetic(node, tree_.text(node), found); return;
    case NodeKind::Subscript:
      if (shell_ != ShellKind::Fish && shell_ != ShellKind::PowerShell) check_arithmetic(node, tree_.text(node), found);
      return;
    case NodeKind::Glob: check_glob(node, found); return;
    case NodeKind::Literal: check_history(node, found); return;
    case NodeKind::Word:
      if (n.first_child == no_node && !quoted) check_history(node, found);
      return;
    case NodeKind::DoubleQuoted:
      if (n.first_child == no_node) check_history(node, found);
      return;
    case NodeKind::Expression: find_in_powershell_expression(tree_, node, found); return;
    case NodeKind::Attribute:
      if (makes_object(tree_.text(node)) && !names_member_of_type(tree_, node))
        note(found, fmt::format("makes an object of the type {}", shortened(tree_.text(node))));
      return;
    default: return;
  }
}

/// zsh: a subscript after `$x`, which is an expression unless it is only numbers.
void UnprovableCodeFinder::check_unbraced_subscript(NodeId node, std::vector<UnprovableCode>& found) {
  const Node& n = tree_.node(node);
  const std::string_view rest = tree_.whole(n.text).substr(n.end);
  if (!rest.starts_with('[')) return;
  const std::string_view inside = rest.substr(1, std::min(rest.find(']'), rest.size()) - 1);
  if (inside == "@" || inside == "*" || inside.find_first_not_of("0123456789,-") == std::string_view::npos) return;
  note(found, fmt::format("reads `{}` as an array subscript, which may run code", shortened(inside)));
}

void UnprovableCodeFinder::check_parameter(NodeId node, std::vector<UnprovableCode>& found) {
  if (shell_ == ShellKind::Fish) return;
  std::string_view text = tree_.text(node);
  if (shell_ == ShellKind::PowerShell) {
    if (names_a_file(text)) note(found, fmt::format("reads a file by the variable {}", shortened(text)));
    if (text.starts_with('@')) note(found, fmt::format("takes parameters from {}", shortened(text)));
    return;
  }
  if (shell_ == ShellKind::Zsh && !text.starts_with("${")) check_unbraced_subscript(node, found);
  if (text.starts_with("${") && text.size() > 2 && std::string_view(" \t\n|").find(text[2]) != std::string_view::npos)
    return note(found, fmt::format("runs the commands in {}", shortened(text)));
  if (text.starts_with("${(") && shell_ != ShellKind::Zsh)
    return note(found, fmt::format("runs the commands in {}", shortened(text)));
  if (!text.starts_with("${")) {
    if (shell_ == ShellKind::Zsh && text.starts_with("$~")) note(found, fmt::format("expands {} as a pattern", text));
    return;
  }
  const std::string shown = shortened(text);
  text = text.substr(2, text.size() - 3);
  if (shell_ == ShellKind::Zsh) {
    if (text.starts_with('(')) note(found, fmt::format("expands {}, whose flags may read a value as code", shown));
    if (text.find('~') < text.find_first_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"))
      note(found, fmt::format("expands {} as a pattern", shown));
  } else if (text.size() > 1 && text.starts_with('!')) {
    const bool lists = text.ends_with("[@]") || text.ends_with("[*]") || text.ends_with('*') || text.ends_with('@');
    if (!lists) note(found, fmt::format("expands {}, which takes the value as the name of a variable", shown));
  }
  if (text.ends_with("@P")) note(found, fmt::format("expands {}, which runs the substitutions in the value", shown));
  if (shell_ == ShellKind::Dash) return;
  std::size_t at = 0;
  while (at < text.size() &&
         (text[at] == '#' || text[at] == '!' || text[at] == '^' || text[at] == '=' || text[at] == '~'))
    ++at;
  while (at < text.size() && (base::is_name_char(text[at]) ||
                              (at == 0 && std::string_view("@*#?-$!").find(text[at]) != std::string_view::npos)))
    ++at;
  if (at < text.size() && text[at] == '[') {  // a subscript is an expression unless it asks for all
    const std::size_t close = std::min(text.find(']', at), text.size());
    const std::string_view subscript = text.substr(at + 1, close - at - 1);
    if (subscript != "@" && subscript != "*") check_arithmetic(node, subscript, found);
    at = std::min(close + 1, text.size());
  }
  const bool substring =
      at + 1 < text.size() && text[at] == ':' && std::string_view("-=+?").find(text[at + 1]) == std::string_view::npos;
  // zsh: an offset that begins with a letter is a modifier, `${f:t}`
  const bool modifier = shell_ == ShellKind::Zsh && substring &&
                        std::string_view("aAcehlPqQrtux").find(text[at + 1]) != std::string_view::npos &&
                        text.find_first_not_of("aAcehlPqQrtux:", at + 1) == std::string_view::npos;
  if (substring && !modifier) check_arithmetic(node, text.substr(at + 1), found);
}

/// `text` is the node's own or a part of it.
void UnprovableCodeFinder::check_arithmetic(NodeId node, std::string_view text, std::vector<UnprovableCode>& found) {
  if (shell_ == ShellKind::PowerShell) return;
  for_each_identifier(text, [&](std::string_view name, std::string_view rest) {
    if (is_bound(text.substr(0, text.size() - rest.size() - name.size()), rest)) bound_names_.emplace_back(name);
  });
  if (shell_ == ShellKind::Dash) return;  // no subscripts there
  const std::size_t begin = tree_.node(node).begin + static_cast<std::size_t>(text.data() - tree_.text(node).data());
  std::string own(text);  // without what the expansions inside say for themselves
  for (const NodeId child : tree_.children(node)) {
    const Node& c = tree_.node(child);
    if (c.kind == NodeKind::Literal || c.begin < begin || c.end < c.begin || c.end > begin + own.size()) continue;
    std::fill(own.begin() + static_cast<std::ptrdiff_t>(c.begin - begin),
              own.begin() + static_cast<std::ptrdiff_t>(c.end - begin), ' ');
    if (c.kind == NodeKind::Arithmetic || (c.kind == NodeKind::Parameter && is_number(tree_.text(child)))) continue;
    return note(found, fmt::format("reads `{}` as an arithmetic expression, whose array subscripts may run code",
                                   shortened(tree_.text(child))));
  }
  if (!reads_no_name(own))
    note(found,
         fmt::format("reads the variables of `{}` as arithmetic expressions, whose array subscripts may run code",
                     shortened(tree_.text(node))));
}

constexpr std::string_view qualifier_reason = "has a glob qualifier that may run code";

void UnprovableCodeFinder::check_glob(NodeId node, std::vector<UnprovableCode>& found) {
  if (shell_ == ShellKind::Zsh && !is_plain_group(tree_.text(node))) note(found, std::string(qualifier_reason));
}

void UnprovableCodeFinder::check_operand(NodeId node, std::vector<UnprovableCode>& found) {
  for (const OperandPart& part : operand_parts(tree_, node, shell_)) {
    if (part.kind == OperandPart::Kind::Substitution)
      note(found, fmt::format("runs the commands in {}", shortened(part.text)));
    else if (part.kind == OperandPart::Kind::Open || !is_plain_group(part.text))
      note(found, std::string(qualifier_reason));
  }
}

/// bash and zsh at a prompt replace `!x` by an old command, in double quotes too.
void UnprovableCodeFinder::check_history(NodeId node, std::vector<UnprovableCode>& found) const {
  if (shell_ != ShellKind::Bash && shell_ != ShellKind::Zsh) return;
  const Node& n = tree_.node(node);
  const std::string_view whole = tree_.whole(n.text);
  // The text with its continuation in the same word: `!*`, `!$x`.
  const bool ends = n.end >= whole.size() || std::string_view(";&|<>)}\"").find(whole[n.end]) != std::string_view::npos;
  const std::string_view text = whole.substr(n.begin, n.end - n.begin + (ends ? 0 : 1));
  for (std::size_t at = text.find('!'); at != std::string_view::npos; at = text.find('!', at + 1)) {
    const char next = at + 1 < text.size() ? text[at + 1] : ' ';
    const bool after_bracket = at > 0 && text[at - 1] == '[';
    if (after_bracket || std::string_view(" \t\n=(\"'").find(next) != std::string_view::npos) continue;
    return note(found, fmt::format("has `!{}`, which the shell may replace by an old command", next));
  }
}

void UnprovableCodeFinder::check_number(NodeId word, std::vector<UnprovableCode>& found) {
  NodeId part = tree_.node(word).first_child;
  if (part == no_node) {
    if (!reads_no_name(tree_.text(word)))
      note(found, fmt::format("reads `{}` as an arithmetic expression, whose array subscripts may run code",
                              shortened(tree_.text(word))));
    return;
  }
  if (tree_.node(part).kind == NodeKind::DoubleQuoted && tree_.node(part).next == no_node)
    part = tree_.node(part).first_child;
  for (; part != no_node; part = tree_.node(part).next) {
    const NodeKind kind = tree_.node(part).kind;
    const bool known = kind == NodeKind::Arithmetic || (kind == NodeKind::Parameter && is_number(tree_.text(part))) ||
                       (kind == NodeKind::Literal && reads_no_name(tree_.text(part)));
    if (!known)
      return note(found, fmt::format("reads `{}` as an arithmetic expression, whose array subscripts may run code",
                                     shortened(tree_.text(word))));
  }
}

void UnprovableCodeFinder::check_conditional(NodeId node, std::vector<UnprovableCode>& found) {
  std::vector<NodeId> words;
  for (const NodeId child : tree_.children(node))
    if (tree_.node(child).kind == NodeKind::Word) words.push_back(child);
  static constexpr std::string_view comparisons = "-eq -ne -lt -le -gt -ge";
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view text = tree_.text(words[i]);
    if ((text == "-v" || text == "-R") && i + 1 < words.size()) {
      const std::string_view name = tree_.text(words[i + 1]);
      if (!std::all_of(name.begin(), name.end(), base::is_name_char))
        note(found, "asks for a variable by a name whose array subscript may run code");
    }
    const bool expressions = shell_ == ShellKind::Zsh || shell_ == ShellKind::Ksh || shell_ == ShellKind::Unknown;
    if (text == "-t" && expressions && i + 1 < words.size()) check_number(words[i + 1], found);
    const bool compares = text.size() == 3 && comparisons.find(text) != std::string_view::npos;
    if (!compares) continue;
    if (i > 0) check_number(words[i - 1], found);
    if (i + 1 < words.size()) check_number(words[i + 1], found);
  }
}

}  // namespace termhost::shell
