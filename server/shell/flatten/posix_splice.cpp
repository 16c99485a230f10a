#include "shell/flatten/posix_splice.hpp"

#include "shell/quoting/quote.hpp"

namespace termhost::shell {
namespace {

std::size_t control_end(std::string_view text, std::size_t i) {
  while (i < text.size() && is_control(text[i])) ++i;
  return i;
}

}  // namespace

Splices::Splices(const SyntaxTree& tree, ShellKind shell)
    : tree_(tree), shell_(shell), edits_(tree.texts()), backquotes_(tree.texts(), no_node) {
  if (shell != ShellKind::Dash) visit(tree.root(), false, false);  // dash has no $'…'
}

void Splices::replace_backquoted(std::uint32_t text, const std::string& line) {
  const NodeId id = backquotes_[text];
  if (id == no_node) return;
  std::string written = "`";
  for (const char c : line) {
    if (c == '\\' || c == '`' || c == '$') written += '\\';
    written += c;
  }
  const Node& node = tree_.node(id);
  add(node, node.begin, node.end, written + '`');
}

void Splices::add(const Node& node, std::size_t begin, std::size_t end, std::string text) {
  edits_[node.text].push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), std::move(text)});
}

// `in_word`: a direct part of a word, where a quote may be closed and opened again.
void Splices::visit(NodeId id, bool in_word, bool quoted) {
  const Node& node = tree_.node(id);
  switch (node.kind) {
    case NodeKind::Word:
      if (node.first_child == no_node) plain(node);
      for (const NodeId child : tree_.children(id)) visit(child, true, false);
      return;
    case NodeKind::Literal:
      if (in_word && !quoted) plain(node);
      return;
    case NodeKind::Escape:
      if (in_word && has_control(tree_.text(id))) add(node, node.begin, node.end, ansi_quote(tree_.text(id).substr(1)));
      return;
    case NodeKind::SingleQuoted:
      if (in_word) single_quoted(node);
      return;
    case NodeKind::AnsiQuoted:
      if (in_word) ansi_quoted(node);
      return;
    case NodeKind::DoubleQuoted:
      if (in_word) double_quoted(id);
      for (const NodeId child : tree_.children(id)) visit(child, in_word, true);
      return;
    case NodeKind::CommandSubstitution:
      if ((node.flags & Backquoted) != 0 && in_word && !quoted && node.first_child != no_node)
        backquotes_[tree_.node(node.first_child).text] = id;
      break;
    default: break;
  }
  for (const NodeId child : tree_.children(id)) visit(child, false, false);
}

void Splices::plain(const Node& node) {
  const std::string_view whole = tree_.whole(node.text);
  for (std::size_t i = node.begin; i < node.end; ++i) {
    if (!is_control(whole[i]) || (i > node.begin && whole[i - 1] == '\\')) continue;  // a continuation is layout
    const std::size_t end = std::min<std::size_t>(control_end(whole, i), node.end);
    add(node, i, end, ansi_quote(whole.substr(i, end - i)));
    i = end - 1;
  }
}

// 'a<newline>b' is 'a'$'\n''b'.
void Splices::single_quoted(const Node& node) {
  const std::string_view whole = tree_.whole(node.text);
  for (std::size_t i = node.begin + 1; i + 1 < node.end; ++i) {
    if (!is_control(whole[i])) continue;
    const std::size_t end = control_end(whole, i);
    const bool first = i == node.begin + 1;
    const bool last = end + 1 == node.end;
    add(node, first ? i - 1 : i, last ? end + 1 : end,
        (first ? "" : "'") + ansi_quote(whole.substr(i, end - i)) + (last ? "" : "'"));
    i = end;
  }
}

// "a<newline>b" is "a"$'\n'"b". A ! before the newline goes along: `!"` begins a history event in zsh.
void Splices::double_quoted(NodeId id) {
  const Node& node = tree_.node(id);
  const std::string_view whole = tree_.whole(node.text);
  NodeId child = node.first_child;
  for (std::size_t i = node.begin + 1; i + 1 < node.end; ++i) {
    while (child != no_node && (tree_.node(child).end <= i || tree_.node(child).kind == NodeKind::Literal))
      child = tree_.node(child).next;
    if (child != no_node && tree_.node(child).begin <= i) {
      i = tree_.node(child).end - 1;
      continue;
    }
    if (whole[i] == '\\' && !is_control(whole[i + 1])) {
      ++i;
      continue;
    }
    if (whole[i] == '\\' && whole[i + 1] == '\n') {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    if (whole[i] == '\\' || whole[i] == '!') ++i;  // a backslash before a control character is text
    if (!is_control(whole[i])) {
      i = begin;
      continue;
    }
    const std::size_t end = control_end(whole, i);
    add(node, begin, end, "\"" + ansi_quote(whole.substr(begin, end - begin)) + "\"");
    i = end - 1;
  }
}

void Splices::ansi_quoted(const Node& node) {
  const std::string_view whole = tree_.whole(node.text);
  for (std::size_t i = node.begin; i < node.end; ++i) {
    if (whole[i] == '\\') {
      ++i;
      if (whole[i] == '\n') {  // bash keeps the backslash, the others drop it
        add(node, i - 1, i + 1, shell_ == ShellKind::Bash ? "\\\\\\n" : "\\n");
      }
      continue;
    }
    if (!is_control(whole[i])) continue;
    const std::string escaped = ansi_quote(whole.substr(i, 1));
    add(node, i, i + 1, escaped.substr(2, escaped.size() - 3));
  }
}

}  // namespace termhost::shell
