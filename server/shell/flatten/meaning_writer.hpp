// The meaning of a part of a text, apart from how it is laid out, written as another text: equal for two parts that a
// shell reads the same. What the writers of the families have in common.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// Written one character after the other, cheaper than a string's push_back.
class MeaningText {
 public:
  void operator+=(char c) { *room(1) = c; }
  void operator+=(std::string_view text) { std::copy(text.begin(), text.end(), room(text.size())); }
  /// Each character of `text` after a `mark`.
  void add_marked(std::string_view text, char mark) {
    char* to = room(2 * text.size());
    for (const char c : text) {
      *to++ = mark;
      *to++ = c;
    }
  }
  template <class Keep>
  void add_if(std::string_view text, Keep keep) {
    char* const begin = room(text.size());
    const char* const end = std::copy_if(text.begin(), text.end(), begin, keep);
    used_ -= text.size() - static_cast<std::size_t>(end - begin);
  }
  void clear() { used_ = 0; }
  /// Valid until something is written.
  [[nodiscard]] std::string_view view() const { return std::string_view(buffer_).substr(0, used_); }

 private:
  char* room(std::size_t size) {
    if (size > buffer_.size() - used_) buffer_.resize(2 * (used_ + size));
    used_ += size;
    return buffer_.data() + used_ - size;
  }

  std::string buffer_ = std::string(1024, '\0');
  std::size_t used_ = 0;
};

/// A family's writer adds: `compared_flags`, those of a node that mean something; `part(id)`, the meaning of a node
/// with all that is in it; `gaps_matter`, whether what stands between the children of a node means something, and then
/// `gap(text, begin, end)`. Both are valid until the next call.
class MeaningWriter {
 public:
  explicit MeaningWriter(const SyntaxTree& tree) : tree_(tree) {}

 protected:
  /// What a node is, apart from what is in it.
  void head(const Node& node) {
    out_ += '\x02';
    out_ += static_cast<char>('A' + static_cast<int>(node.kind));
    out_ += static_cast<char>('0' + static_cast<int>(node.op));
    out_ += static_cast<char>(node.flags & 0xFF);
    out_ += static_cast<char>(node.flags >> 8);
  }

  const SyntaxTree& tree_;
  MeaningText out_;
};

}  // namespace termhost::shell
