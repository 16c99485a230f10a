// Reading a text again after only its layout changed. What a shell makes of a command depends on its text and on what
// ends it, so one that stands in both texts byte for byte, and is ended in the new one, need not be read twice.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "shell/syntax.hpp"

namespace termhost::shell {

/// The commands of a tree's Lists that have no line end or other control character in them, in source order.
class KnownCommands {
 public:
  /// `ends`: the characters that end a command in this family whatever it is.
  KnownCommands(const SyntaxTree& tree, std::string_view ends);

  /// The next command, if `text` goes on with it at `at` and it ends there; else no_node. One that `text` goes on with
  /// is not asked about again.
  [[nodiscard]] NodeId take(std::string_view text, std::size_t at);
  /// What was taken, as a node without children at `begin` of the new text.
  [[nodiscard]] Node at(NodeId id, std::size_t begin) const;

 private:
  const SyntaxTree& tree_;
  std::string_view ends_;
  std::vector<NodeId> commands_;
  std::size_t next_ = 0;
};

}  // namespace termhost::shell
