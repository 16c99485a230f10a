// Reading a text again after only its layout changed. What a shell makes of a command depends on its text and on what
// ends it, so one that stands in both texts byte for byte, and is ended in the new one, need not be read twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "shell/syntax.hpp"

namespace termhost::shell {

/// A part of the source that stands in the new text as it was.
struct Kept {
  std::uint32_t source = 0;
  std::uint32_t here = 0;
  std::uint32_t length = 0;
};

/// The commands of a tree's Lists that were kept and have no line end or other control character in them, in order.
class KnownCommands {
 public:
  /// `kept` in rising order. `ends`: the characters that end a command in this family whatever it is.
  KnownCommands(const SyntaxTree& tree, std::span<const Kept> kept, std::string_view ends);

  /// The command that stands at `at` of the new text and ends there, or no_node.
  [[nodiscard]] NodeId take(std::string_view text, std::size_t at);
  /// What was taken, as a node without children at `begin` of the new text.
  [[nodiscard]] Node at(NodeId id, std::size_t begin) const;

 private:
  struct Command {
    NodeId id = no_node;
    std::uint32_t here = 0;
  };
  [[nodiscard]] bool ends_at(std::string_view text, std::size_t at) const;

  const SyntaxTree& tree_;
  std::string_view ends_;
  std::vector<Command> commands_;
  std::size_t next_ = 0;
};

}  // namespace termhost::shell
