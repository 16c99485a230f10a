#include "shell/analysis/last_pipelines.hpp"

namespace termhost::shell {
namespace {

constexpr std::size_t most_candidates = 16;

class Finder {
 public:
  explicit Finder(const SyntaxTree& tree) : tree_(tree) {}

  LastPipelines run() {
    if (!tree_.ok()) return {};
    const bool goes_on = !ends_with_program(), handles_signals = sets_trap(tree_.root());
    found_.last_if_successful = true;
    if (!visit(tree_.root()) || found_.candidates.size() > most_candidates) found_ = {};
    found_.goes_on = goes_on;
    found_.handles_signals = handles_signals;
    return std::move(found_);
  }

 private:
  /// One pipeline, or several joined by &&, of what ends with a signal: programs and subshells.
  [[nodiscard]] bool ends_with_program() const {
    const NodeId first = tree_.node(tree_.root()).first_child;
    return first != no_node && tree_.node(first).next == no_node && ends_with_program(first);
  }

  [[nodiscard]] bool ends_with_program(NodeId id) const {
    const Node& node = tree_.node(id);
    if (node.op == Operator::Or) return false;
    if (node.kind != NodeKind::AndOr && node.kind != NodeKind::Pipeline)
      return node.kind == NodeKind::SimpleCommand || node.kind == NodeKind::Subshell;
    for (const NodeId child : tree_.children(id))
      if (!ends_with_program(child)) return false;
    return true;
  }

  [[nodiscard]] bool sets_trap(NodeId id) const {
    if (id == no_node) return false;
    if (tree_.node(id).kind == NodeKind::SimpleCommand) return tree_.text(id).starts_with("trap ");
    for (const NodeId child : tree_.children(id))
      if (sets_trap(child)) return true;
    return false;
  }

  /// False: the text does not show the possible last pipelines.
  bool visit(NodeId id) {
    const Node& node = tree_.node(id);
    if (id == no_node || (node.flags & (Background | Negated | Conjunction)) != 0) return false;
    switch (node.kind) {
      case NodeKind::List: return visit_last(id);
      case NodeKind::Group:
        return node.first_child != no_node && tree_.node(node.first_child).next == no_node ? visit(node.first_child)
                                                                                           : false;
      case NodeKind::AndOr: return visit_all(id);
      case NodeKind::Pipeline: return add_stages(id);
      case NodeKind::SimpleCommand: found_.candidates.push_back({std::string(tree_.text(id))}); return true;
      default: return false;
    }
  }

  bool visit_last(NodeId list) {
    NodeId last = no_node;
    for (const NodeId child : tree_.children(list)) last = child;
    return last != no_node && visit(last);
  }

  bool visit_all(NodeId and_or) {
    for (const NodeId child : tree_.children(and_or)) {
      if (tree_.node(child).op == Operator::Or) found_.last_if_successful = false;
      if (!visit(child)) return false;
    }
    return true;
  }

  bool add_stages(NodeId pipeline) {
    LastPipelines::Stages stages;
    for (const NodeId child : tree_.children(pipeline)) stages.emplace_back(tree_.text(child));
    found_.candidates.push_back(std::move(stages));
    return true;
  }

  const SyntaxTree& tree_;
  LastPipelines found_;
};

}  // namespace

LastPipelines last_pipelines(const SyntaxTree& tree, ShellKind shell) {
  if (shell != ShellKind::Fish && !is_posix(shell)) return {};
  return Finder(tree).run();
}

}  // namespace termhost::shell
