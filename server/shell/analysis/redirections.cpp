#include "shell/analysis/redirections.hpp"

#include <algorithm>
#include <utility>

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

bool may_read_elsewhere(const SyntaxTree& tree, NodeId command) {
  return any_redirection(tree, command, [&](NodeId redirection) { return !only_writes(tree, redirection); });
}

bool writes_only_output(const SyntaxTree& tree, NodeId command) {
  return !any_redirection(tree, command, [&](NodeId redirection) {
    return tree.text(redirection) != "2>/dev/null" && tree.text(redirection) != "2> /dev/null";
  });
}

namespace {

bool is_descriptor(std::string_view text, ShellKind shell) {
  if (text == "-" || (text == "p" && shell != ShellKind::Fish)) return true;
  if (text.ends_with('-')) text.remove_suffix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(), base::is_digit);
}

}  // namespace

void add_target(SimpleCommand& command, Operator op, ShellWord target, ShellKind shell) {
  using Access = FileRedirection::Access;
  if (op == Operator::HereString) return void(command.input = std::move(target));
  if (op == Operator::DuplicateIn || (op == Operator::DuplicateOut && is_descriptor(target.text, shell))) return;
  if (target.text == "/dev/null" || target.text == "/dev/stdout" || target.text == "/dev/stderr") return;
  command.redirections.push_back({op == Operator::Input ? Access::Read : Access::Write, std::move(target)});
}

}  // namespace termhost::shell
