#include "shell/analysis/numeric_names.hpp"

#include <algorithm>
#include <vector>

#include "shell/analysis/parse.hpp"
#include "shell/analysis/word_values.hpp"

namespace termhost::shell {

bool is_assigned(std::string_view rest) {
  const std::size_t op = std::min(rest.find_first_not_of(" \t\n"), rest.size());
  rest.remove_prefix(op);
  return rest.starts_with("=") && !rest.starts_with("==");
}

NumericNames::NumericNames(const SyntaxTree& tree) : tree_(tree) {
  if (tree.root() != no_node) visit(tree.root());
}

bool NumericNames::contains(std::string_view name, std::size_t position) const {
  const auto found = names_.find(name);
  return found != names_.end() && found->second <= position && !others_.contains(name);
}

void NumericNames::add(std::string_view name, NodeId node, std::size_t position) {
  if (tree_.node(node).text == 0) names_.emplace(name, position);
}

void NumericNames::visit(NodeId node) {
  const Node& n = tree_.node(node);
  switch (n.kind) {
    case NodeKind::For:
    case NodeKind::Select: visit_loop(node); break;
    case NodeKind::Assignment: visit_assignment(node); break;
    case NodeKind::Arithmetic: {
      const std::string_view text = tree_.text(node);
      for_each_identifier(text, [&](std::string_view name, std::string_view rest) {
        if (!is_assigned(rest)) return;
        const std::size_t end = std::min(text.find_first_of(";,", text.size() - rest.size()), text.size());
        add(name, node, n.begin + end);
      });
      break;
    }
    case NodeKind::SimpleCommand:  // any word of a command may be a name that it sets: read x, printf -v x
      for (const NodeId child : tree_.children(node))
        if (tree_.node(child).kind == NodeKind::Word) others_.emplace(tree_.text(child));
      break;
    default: break;
  }
  for (const NodeId child : tree_.children(node)) visit(child);
}

void NumericNames::visit_loop(NodeId node) {
  std::vector<NodeId> words;
  for (const NodeId child : tree_.children(node))
    if (tree_.node(child).kind == NodeKind::Word) words.push_back(child);
  if (words.empty()) return;
  const auto numeric = [&](NodeId word) {
    const std::string_view text = tree_.text(word);
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
      return base::is_digit(c) || c == '{' || c == '}' || c == '.' || c == ',' || c == '-';
    });
  };
  const bool all = words.size() > 1 && std::all_of(words.begin() + 1, words.end(), numeric);
  if (all)
    add(tree_.text(words.front()), node, tree_.node(words.back()).end);
  else
    others_.emplace(tree_.text(words.front()));
}

void NumericNames::visit_assignment(NodeId node) {
  const std::string_view name = assignment_name(tree_, node);
  bool numeric = true;
  std::size_t values = 0;
  for (const NodeId child : tree_.children(node)) {
    ++values;
    const std::string_view text = tree_.text(child);
    const NodeId part = tree_.node(child).first_child;
    const bool digits = !text.empty() && std::all_of(text.begin(), text.end(), base::is_digit);
    const bool alone = part != no_node && tree_.node(part).next == no_node;
    const bool computed =
        alone && (tree_.node(part).kind == NodeKind::Arithmetic ||
                  (tree_.node(part).kind == NodeKind::CommandSubstitution && prints_number(tree_.text(part))));
    numeric &= tree_.node(child).kind == NodeKind::Word && (digits || computed);
  }
  if (numeric && values == 1)
    add(name, node, tree_.node(node).end);
  else
    others_.emplace(name);
}

}  // namespace termhost::shell
