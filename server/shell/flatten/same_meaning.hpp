// Whether two texts mean the same: the trees are gone through side by side, and only what differs in its text is
// written down to be compared.
#pragma once

#include <algorithm>
#include <cstdint>

#include "shell/flatten/meaning_writer.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

template <class Writer>
class SameMeaning {
 public:
  SameMeaning(const SyntaxTree& tree, const SyntaxTree& again)
      : tree_(tree), again_(again), writer_(tree), again_writer_(again) {}

  [[nodiscard]] bool holds() { return same(tree_.root(), again_.root()); }

 private:
  // A command, or a part of one, that is nothing but its children and what stands between them.
  static bool is_structure(const Node& node) {
    constexpr auto bit = [](NodeKind kind) { return std::uint64_t{1} << static_cast<int>(kind); };
    constexpr std::uint64_t kinds = bit(NodeKind::List) | bit(NodeKind::AndOr) | bit(NodeKind::Pipeline) |
                                    bit(NodeKind::SimpleCommand) | bit(NodeKind::Subshell) | bit(NodeKind::Group) |
                                    bit(NodeKind::If) | bit(NodeKind::While) | bit(NodeKind::Until) |
                                    bit(NodeKind::For) | bit(NodeKind::ArithmeticFor) | bit(NodeKind::Select) |
                                    bit(NodeKind::Repeat) | bit(NodeKind::Case) | bit(NodeKind::CaseItem) |
                                    bit(NodeKind::Function) | bit(NodeKind::Coproc) | bit(NodeKind::Always) |
                                    bit(NodeKind::Redirection) | bit(NodeKind::ScriptBlock) | bit(NodeKind::Expression);
    return (kinds & bit(node.kind)) != 0 && node.first_child != no_node;
  }

  static bool same_head(const Node& a, const Node& b, int flags) {
    return a.kind == b.kind && a.op == b.op && (a.flags & flags) == (b.flags & flags);
  }

  bool same(NodeId a, NodeId b) {
    const Node& node = tree_.node(a);
    const Node& other = again_.node(b);
    if (!is_structure(node) || !is_structure(other)) return same_part(a, b);
    return same_head(node, other, Writer::compared_flags) && same_inside(node, other);
  }

  bool same_inside(const Node& node, const Node& other) {
    std::uint32_t at = node.begin;
    std::uint32_t other_at = other.begin;
    const auto same_gap = [&](std::uint32_t end, std::uint32_t other_end) {
      if constexpr (!Writer::gaps_matter)
        return true;
      else
        return (at >= end && other_at >= other_end) ||
               writer_.gap(node.text, at, end) == again_writer_.gap(other.text, other_at, other_end);
    };
    const auto same_child = [&](NodeId a, NodeId b) {
      const Node& child = tree_.node(a);
      const Node& other_child = again_.node(b);
      if (!same_gap(child.begin, other_child.begin) || !same(a, b)) return false;
      at = std::max(at, child.end);
      other_at = std::max(other_at, other_child.end);
      return true;
    };
    return same_children(node, other, same_child) && same_gap(node.end, other.end);
  }

  template <class SameChild>
  bool same_children(const Node& node, const Node& other, SameChild same_child) {
    NodeId a = node.first_child;
    NodeId b = other.first_child;
    for (; a != no_node && b != no_node; a = tree_.node(a).next, b = again_.node(b).next)
      if (!same_child(a, b)) return false;
    return a == b;
  }

  bool same_part(NodeId a, NodeId b) {
    if (tree_.text(a) == again_.text(b) && same_shape(a, b)) return true;
    return writer_.part(a) == again_writer_.part(b);
  }

  // Of two parts that are the same text: whether it was read in the same way.
  bool same_shape(NodeId a, NodeId b) {
    const Node& node = tree_.node(a);
    const Node& other = again_.node(b);
    constexpr int all_flags = 0xFFFF;
    if (node.text != 0 || other.text != 0 || !same_head(node, other, all_flags)) return false;
    if (node.end - node.begin != other.end - other.begin) return false;
    return same_children(node, other, [this](NodeId c, NodeId d) { return same_shape(c, d); });
  }

  const SyntaxTree& tree_;
  const SyntaxTree& again_;
  Writer writer_;
  Writer again_writer_;
};

}  // namespace termhost::shell
