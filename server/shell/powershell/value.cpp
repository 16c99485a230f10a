#include "shell/powershell/value.hpp"

#include <algorithm>

#include "shell/powershell_tokens/characters.hpp"

namespace termhost::shell {
namespace {

bool append_value(const SyntaxTree& tree, NodeId id, bool in_double_quotes, std::string& out) {
  const std::string_view text = tree.text(id);
  const auto children = tree.children(id);
  switch (tree.node(id).kind) {
    case NodeKind::Word:
      if (children.empty()) {
        out += text;
        return true;
      }
      [[fallthrough]];
    case NodeKind::DoubleQuoted: {
      const bool quoted = tree.node(id).kind == NodeKind::DoubleQuoted && !is_here_string(tree, id);
      return std::all_of(children.begin(), children.end(),
                         [&](NodeId child) { return append_value(tree, child, quoted, out); });
    }
    case NodeKind::Literal:
      out += in_double_quotes ? powershell::halve_double_quotes(text) : std::string(text);
      return true;
    case NodeKind::Escape: out += powershell::escape_value(text); return true;
    case NodeKind::SingleQuoted: out += powershell_literal_value(tree, id); return true;
    default: return false;
  }
}

}  // namespace

bool is_here_string(const SyntaxTree& tree, NodeId literal) { return tree.text(literal).starts_with('@'); }

HereStringBody here_string_body(const SyntaxTree& tree, NodeId literal) {
  const std::string_view text = tree.text(literal);
  const Node& node = tree.node(literal);
  const std::size_t last = text.size() - 2;  // of the quote before the final @
  const bool plain_quote = text[last] == '"' || text[last] == '\'';
  const auto begin = static_cast<std::uint32_t>(node.begin + text.find('\n') + 1);
  const std::uint32_t footer = node.end - (plain_quote ? 2 : 4);
  return {.begin = begin, .end = std::max(begin, footer - 1)};
}

std::string powershell_literal_value(const SyntaxTree& tree, NodeId single_quoted) {
  const std::string_view text = tree.text(single_quoted);
  if (is_here_string(tree, single_quoted)) {
    const HereStringBody body = here_string_body(tree, single_quoted);
    return std::string(text.substr(body.begin - tree.node(single_quoted).begin, body.end - body.begin));
  }
  std::string out;
  const std::size_t last = text.size() - (text.ends_with('\'') ? 1 : 3);
  for (std::size_t at = powershell::single_quote(text, 0); at < last; ++at) {
    const std::uint32_t quote = powershell::single_quote(text, at);
    if (quote > 0) {
      at += quote;
      out += text.substr(at, powershell::single_quote(text, at));
      at += powershell::single_quote(text, at) - 1;
    } else {
      out += text[at];
    }
  }
  return out;
}

std::optional<std::string> static_value_powershell(const SyntaxTree& tree, NodeId node) {
  std::string out;
  if (!append_value(tree, node, false, out)) return std::nullopt;
  return out;
}

}  // namespace termhost::shell
