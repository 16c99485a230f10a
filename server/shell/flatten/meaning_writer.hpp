// The meaning of a text, apart from how it is laid out, written as another text: equal for two texts that a shell reads
// the same. What the writers of the families have in common.
#pragma once

#include <string>
#include <string_view>

#include "shell/syntax/tree.hpp"

namespace termhost::shell {

class MeaningWriter {
 protected:
  explicit MeaningWriter(const SyntaxTree& tree) : tree_(tree) { out_.reserve(3 * tree.source().size()); }

  /// What a node is, apart from what is in it. `flags`: those that mean something.
  void head(const Node& node, int flags = 0xFFFF) {
    out_ += '\x06';
    out_ += static_cast<char>('A' + static_cast<int>(node.kind));
    out_ += static_cast<char>('0' + static_cast<int>(node.op));
    out_ += static_cast<char>(node.flags & flags & 0xFF);
    out_ += static_cast<char>((node.flags & flags) >> 8);
  }
  /// Each character of `text` after a `mark`.
  void add_marked(std::string_view text, char mark) {
    for (const char c : text) {
      out_ += mark;
      out_ += c;
    }
  }

  const SyntaxTree& tree_;
  std::string out_;
};

}  // namespace termhost::shell
