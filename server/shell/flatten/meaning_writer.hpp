// The meaning of a text, apart from how it is laid out, written as another text: equal for two texts that a shell reads
// the same. What the writers of the families have in common.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "shell/syntax/tree.hpp"

namespace termhost::shell {

class MeaningWriter {
 protected:
  explicit MeaningWriter(const SyntaxTree& tree) : tree_(tree) { out_.reserve(3 * tree.source().size()); }

  /// What a node is, apart from what is in it. `flags`: those that mean something.
  void head(const Node& node, int flags = 0xFFFF) {
    const int kept = node.flags & flags;
    const std::array<char, 5> written{'\x06', static_cast<char>('A' + static_cast<int>(node.kind)),
                                      static_cast<char>('0' + static_cast<int>(node.op)),
                                      static_cast<char>(kept & 0xFF), static_cast<char>(kept >> 8)};
    out_.append(written.data(), written.size());
  }
  /// Each character of `text` after a `mark`.
  void add_marked(std::string_view text, char mark) {
    const std::size_t before = out_.size();
    out_.resize(before + 2 * text.size());
    char* to = out_.data() + before;
    for (const char c : text) {
      *to++ = mark;
      *to++ = c;
    }
  }

  const SyntaxTree& tree_;
  std::string out_;
};

}  // namespace termhost::shell
