// The meaning of a text, independent of its layout, written as another text: it is equal for two texts that a shell
// reads alike. Common code for the writers of all families.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// A text of meanings that is first written, and then compared with another one, piece by piece.
class MeaningText {
 public:
  MeaningText() = default;
  /// From now on, added text is only compared.
  void compare() { comparing_ = true; }
  /// True if the compared text is equal to the written one.
  [[nodiscard]] bool is_same() const { return same_ && compared_ == text_.size(); }

  void operator+=(char c) { *this += std::string_view(&c, 1); }
  void operator+=(std::string_view more) {
    if (!comparing_) {
      text_ += more;
      return;
    }
    same_ = same_ && std::string_view(text_).substr(compared_, more.size()) == more;
    if (same_) compared_ += more.size();
  }

 private:
  std::string text_;
  std::size_t compared_ = 0;
  bool comparing_ = false;
  bool same_ = true;
};

/// A family's writer adds `write()`, which writes all of the tree.
class MeaningWriter {
 protected:
  MeaningWriter(const SyntaxTree& tree, MeaningText& out) : tree_(tree), out_(out) {}

  /// Writes the node itself, without its content. `flags`: the flags that have a meaning.
  void head(const Node& node, int flags = 0xFFFF) {
    const int kept = node.flags & flags;
    const std::array<char, 5> written{'\x06', static_cast<char>('A' + static_cast<int>(node.kind)),
                                      static_cast<char>('0' + static_cast<int>(node.op)),
                                      static_cast<char>(kept & 0xFF), static_cast<char>(kept >> 8)};
    out_ += std::string_view(written.data(), written.size());
  }
  /// Each character of `text` after a `mark`.
  void add_marked(std::string_view text, char mark) {
    std::array<char, 64> marked{};
    while (!text.empty()) {
      const std::string_view part = text.substr(0, marked.size() / 2);
      for (std::size_t i = 0; i < part.size(); ++i) {
        marked[2 * i] = mark;
        marked[2 * i + 1] = part[i];
      }
      out_ += std::string_view(marked.data(), 2 * part.size());
      text.remove_prefix(part.size());
    }
  }

  const SyntaxTree& tree_;
  MeaningText& out_;
};

/// True if the writer of a family writes the same text for both trees.
template <class Writer>
[[nodiscard]] bool same_meaning(const SyntaxTree& tree, const SyntaxTree& again) {
  MeaningText text;
  Writer(tree, text).write();
  text.compare();
  Writer(again, text).write();
  return text.is_same();
}

}  // namespace termhost::shell
