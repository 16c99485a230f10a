#include "shell/analysis/numeric_names.hpp"

#include <algorithm>

#include "shell/analysis/parse.hpp"
#include "shell/analysis/plain_output.hpp"

namespace termhost::shell {

bool is_assigned(std::string_view rest) {
  const std::size_t op = std::min(rest.find_first_not_of(" \t\n"), rest.size());
  rest.remove_prefix(op);
  return rest.starts_with("=") && !rest.starts_with("==");
}

namespace {

/// Limits: each name or question costs a pass over the line. Lines that are written by hand stay far below them.
constexpr std::size_t max_names = 32;
constexpr int max_questions = 500;

bool is_number_word(const SyntaxTree& tree, NodeId word) {
  const std::string_view text = tree.text(word);
  const NodeId part = tree.node(word).first_child;
  const bool alone = part != no_node && tree.node(part).next == no_node;
  const bool digits = !text.empty() && std::all_of(text.begin(), text.end(), base::is_digit);
  const bool computed =
      alone && (tree.node(part).kind == NodeKind::Arithmetic ||
                (tree.node(part).kind == NodeKind::CommandSubstitution && prints_number(substituted(tree.text(part)))));
  return tree.node(word).kind == NodeKind::Word && (digits || computed);
}

bool assigns_number(const SyntaxTree& tree, NodeId assignment) {
  const NodeId value = tree.node(assignment).first_child;
  return value != no_node && tree.node(value).next == no_node && is_number_word(tree, value);
}

/// The first word of a loop is its variable, the others are what it goes through.
bool goes_through_numbers(const SyntaxTree& tree, NodeId loop) {
  std::size_t words = 0;
  bool all = true;
  for (const NodeId child : tree.children(loop)) {
    if (tree.node(child).kind != NodeKind::Word || words++ == 0) continue;
    const std::string_view text = tree.text(child);
    all &= !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
      return base::is_digit(c) || c == '{' || c == '}' || c == '.' || c == ',' || c == '-';
    });
  }
  return all && words > 1;
}

/// `n = 1` in an expression that has no part which may be left out, before `position`.
bool expression_sets(const SyntaxTree& tree, NodeId arithmetic, std::string_view name, std::size_t position) {
  const std::string_view text = tree.text(arithmetic);
  const std::string_view first = text.substr(0, text.find(';'));
  if (first.find_first_of("&|?") != std::string_view::npos) return false;
  bool found = false;
  for_each_identifier(first, [&](std::string_view each, std::string_view rest) {
    const std::size_t end = std::min(first.find(',', first.size() - rest.size()), first.size());
    found |= each == name && is_assigned(rest) && tree.node(arithmetic).begin + end <= position;
  });
  return found;
}

bool holds(const Node& node, std::size_t position) { return node.begin <= position && position < node.end; }

}  // namespace

bool NumericNames::contains(std::string_view name, std::size_t position) {
  if (tree_.root() == no_node || position >= tree_.source().size() || ++questions_ > max_questions) return false;
  auto known = only_numbers_.find(name);
  if (known == only_numbers_.end()) {
    if (only_numbers_.size() >= max_names) return false;
    known = only_numbers_.emplace(name, only_numbers(name)).first;
  }
  return known->second && surely_set(tree_.root(), name, position);
}

/// Wherever the source has the name, as a word of its own.
bool NumericNames::only_numbers(std::string_view name) const {
  const std::string_view source = tree_.source();
  for (std::size_t at = source.find(name); at != std::string_view::npos; at = source.find(name, at + name.size())) {
    const char before = at == 0 ? ' ' : source[at - 1];
    const char after = at + name.size() < source.size() ? source[at + name.size()] : ' ';
    if (base::is_name_char(before) || base::is_name_char(after)) continue;
    const bool option = before == '-' && at > 1 && source[at - 2] == ' ' && after == ' ';  // head -n $n
    const bool read = option || before == '$' || (source.substr(0, at).ends_with("${") && after == '}') ||
                      (source.substr(0, at).ends_with("${#") && after == '}');
    if (!read && !is_harmless_at(tree_.root(), at, name)) return false;
  }
  return true;
}

/// The innermost part of the line there is an expression, which keeps numbers, or sets the name to a number.
bool NumericNames::is_harmless_at(NodeId node, std::size_t at, std::string_view name) const {
  const Node& n = tree_.node(node);
  if (n.kind == NodeKind::Assignment && n.begin == at) return assigns_number(tree_, node);
  for (const NodeId child : tree_.children(node)) {
    const Node& c = tree_.node(child);
    if (c.text != n.text || !holds(c, at)) continue;
    const bool variable =
        n.kind == NodeKind::For && child == n.first_child && c.begin == at && c.end == at + name.size();
    return variable ? goes_through_numbers(tree_, node) : is_harmless_at(child, at, name);
  }
  return n.kind == NodeKind::Arithmetic;
}

/// True if the command sets the name and is over at `position`.
bool NumericNames::sets(NodeId command, std::string_view name, std::size_t position) const {
  const Node& n = tree_.node(command);
  if ((n.flags & Background) != 0) return false;
  if (n.kind == NodeKind::Arithmetic) return expression_sets(tree_, command, name, position);
  if (n.kind == NodeKind::AndOr || n.kind == NodeKind::Group)
    return n.first_child != no_node && sets(n.first_child, name, position);
  const auto any = [&](const auto& test) {
    for (const NodeId child : tree_.children(command))
      if (test(child)) return true;
    return false;
  };
  if (n.kind == NodeKind::List) return any([&](NodeId child) { return sets(child, name, position); });
  if (n.kind != NodeKind::SimpleCommand) return false;
  const bool has_words = any([&](NodeId child) { return tree_.node(child).kind == NodeKind::Word; });
  return any([&](NodeId child) {
    const Node& c = tree_.node(child);
    if (c.kind == NodeKind::Assignment)
      return !has_words && assignment_name(tree_, child) == name && assigns_number(tree_, child);
    if (c.kind != NodeKind::Word) return false;
    for (const NodeId part : tree_.children(child))
      if (tree_.node(part).kind == NodeKind::Arithmetic && expression_sets(tree_, part, name, position)) return true;
    return false;
  });
}

/// Along the way to `position` something has set it, whatever was decided on the way.
bool NumericNames::surely_set(NodeId node, std::string_view name, std::size_t position) const {
  const Node& n = tree_.node(node);
  if (n.kind == NodeKind::Function) return false;
  if (n.kind == NodeKind::Arithmetic && expression_sets(tree_, node, name, position)) return true;
  bool first = true;
  for (const NodeId child : tree_.children(node)) {
    const Node& c = tree_.node(child);
    if (c.text != n.text) continue;
    if (holds(c, position)) {
      const bool variable =
          n.kind == NodeKind::For && tree_.text(n.first_child) == name && goes_through_numbers(tree_, node);
      return (variable && c.kind == NodeKind::List) || surely_set(child, name, position);
    }
    const bool over = c.end <= position;
    const bool runs =
        n.kind == NodeKind::List || (first && (n.kind == NodeKind::AndOr || n.kind == NodeKind::ArithmeticFor));
    if (over && runs && sets(child, name, position)) return true;
    first = false;
  }
  return false;
}

}  // namespace termhost::shell
