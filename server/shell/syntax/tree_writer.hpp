// Functions that build a tree, for the parsers of all families.
#pragma once

#include <cstddef>
#include <cstdint>

#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// Children of one node, in order.
struct Parts {
  NodeId parent;
  NodeId last = no_node;
};

/// The base of a parser's cursor. `tree` is written from its beginning to its end by this alone.
struct TreeWriter {
  explicit TreeWriter(SyntaxTree& written) : tree(written) {}

  NodeId leaf(NodeKind kind, std::size_t begin, std::size_t end) {
    return tree.add({.kind = kind,
                     .begin = static_cast<std::uint32_t>(begin),
                     .end = static_cast<std::uint32_t>(end),
                     .text = text_id});
  }
  void add(Parts& parts, NodeId child) { parts.last = tree.append(parts.parent, parts.last, child); }
  void add_leaf(Parts& parts, NodeKind kind, std::size_t begin, std::size_t end) { add(parts, leaf(kind, begin, end)); }
  /// A new node after the others; its own children come next.
  [[nodiscard]] Parts begin(Parts& parts, NodeKind kind, std::size_t at) {
    add_leaf(parts, kind, at, at);
    return {parts.last};
  }
  /// The first child of a new node, which is as long as it.
  [[nodiscard]] NodeId wrap(NodeKind kind, NodeId child) {
    const NodeId node = leaf(kind, tree.node(child).begin, tree.node(child).end);
    tree.node(node).first_child = child;
    return node;
  }
  void record(Layout::Role role, std::size_t begin, std::size_t end) {
    tree.add_layout(text_id,
                    {.role = role, .begin = static_cast<std::uint32_t>(begin), .end = static_cast<std::uint32_t>(end)});
  }

  [[nodiscard]] SyntaxTree::Mark mark() const { return tree.mark(text_id); }

  SyntaxTree& tree;
  std::uint32_t text_id = 0;  ///< the current text of the tree
};

}  // namespace termhost::shell
