// The parts of a word, while it is read.
#pragma once

#include <cstddef>

#include "shell/posix_tokens/cursor.hpp"

namespace termhost::shell::posix {

/// In order. Literal text between parts becomes a node only when there are other parts.
struct WordParts {
  Cursor& in;
  NodeId parent;
  std::size_t literal_begin;
  NodeId last = no_node;
  bool in_braces = false;   ///< the word's part inside { }: a } ends it
  bool brace_list = false;  ///< there was a comma

  void flush(std::size_t end) {
    if (end > literal_begin) last = in.tree.append(parent, last, in.leaf(NodeKind::Literal, literal_begin, end));
  }
  /// `begin`: where the part begins; the literal before it is flushed.
  void add(NodeId part, std::size_t begin) {
    flush(begin);
    last = in.tree.append(parent, last, part);
    literal_begin = in.p;
  }
  void add_leaf(NodeKind kind, std::size_t begin) { add(in.leaf(kind, begin, in.p), begin); }
  /// The literal after the last part.
  void finish(std::size_t end) {
    if (last != no_node) flush(end);
  }
};

}  // namespace termhost::shell::posix
