// The text of several lines as one: kept parts, inserted parts, and the blanks between them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// One blank where several would meet, none at the ends, and inside ( ) only where it is needed.
class JoinedLine {
 public:
  /// `bytes`: the expected length.
  explicit JoinedLine(std::size_t bytes) { text_.reserve(bytes); }
  /// A part of the source.
  void keep(std::string_view text);
  /// A text that is not in the source.
  void put(std::string_view text);
  /// The replacement for layout, by the grammar.
  void put_layout(Layout::Role role);

  [[nodiscard]] std::string take() &&;

 private:
  [[nodiscard]] bool ends_with_blank() const { return text_.ends_with(' ') && !text_.ends_with("\\ "); }
  [[nodiscard]] bool blank_before(char next) const;
  void trim();

  std::string text_;
  bool gap_ = false;
};

}  // namespace termhost::shell
