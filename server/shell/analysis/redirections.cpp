#include "shell/analysis/redirections.hpp"

#include <algorithm>

#include "base/ascii.hpp"

namespace termhost::shell {
namespace {

bool is_output(Operator op) {
  switch (op) {
    case Operator::Output:
    case Operator::OutputClobber:
    case Operator::Append:
    case Operator::DuplicateOut:
    case Operator::OutputBoth:
    case Operator::AppendBoth: return true;
    default: return false;
  }
}

bool only_writes(const SyntaxTree& tree, NodeId redirection) {
  const auto children = tree.children(redirection);
  return is_output(tree.node(redirection).op) && std::none_of(children.begin(), children.end(), [&](NodeId child) {
           return tree.node(child).kind == NodeKind::FileDescriptor && tree.text(child) != "1" &&
                  tree.text(child) != "2";
         });
}

template <class Predicate>
bool any_redirection(const SyntaxTree& tree, NodeId command, const Predicate& predicate) {
  const auto children = tree.children(command);
  return std::any_of(children.begin(), children.end(),
                     [&](NodeId child) { return tree.node(child).kind == NodeKind::Redirection && predicate(child); });
}

}  // namespace

bool has_redirection(const SyntaxTree& tree, NodeId command) {
  return any_redirection(tree, command, [](NodeId) { return true; });
}

std::string_view substituted_input(const SyntaxTree& tree, NodeId command) {
  std::string_view only;
  for (const NodeId child : tree.children(command)) {
    if (tree.node(child).kind != NodeKind::Redirection) continue;
    if (!only.empty()) return {};
    only = tree.text(child);
  }
  if (!only.starts_with('<')) return {};
  only.remove_prefix(std::min(only.find_first_not_of(' ', 1), only.size()));
  return only.starts_with("<(") && only.ends_with(')') ? only.substr(2, only.size() - 3) : std::string_view();
}

bool may_read_elsewhere(const SyntaxTree& tree, NodeId command) {
  return any_redirection(tree, command, [&](NodeId redirection) { return !only_writes(tree, redirection); });
}

bool writes_only_output(const SyntaxTree& tree, NodeId command) {
  return !any_redirection(tree, command, [&](NodeId redirection) {
    return tree.text(redirection) != "2>/dev/null" && tree.text(redirection) != "2> /dev/null";
  });
}

bool is_descriptor(std::string_view text, ShellKind shell) {
  if (text == "-" || (text == "p" && shell != ShellKind::Fish)) return true;
  if (text.ends_with('-')) text.remove_suffix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(), base::is_digit);
}

}  // namespace termhost::shell
