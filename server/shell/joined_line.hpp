// The text of several lines as one: what is kept, what is put in, and how they meet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/known_commands.hpp"
#include "shell/syntax.hpp"

namespace termhost::shell {

/// One blank where several would meet, none at the ends, and inside ( ) only where it is needed.
class JoinedLine {
 public:
  /// `bytes`: how long it will be, about.
  explicit JoinedLine(std::size_t bytes) { text_.reserve(bytes); }
  /// What follows is a piece by itself, for `piece` and `kept`.
  void begin_piece();
  /// Takes the piece back, to be written in another way.
  void restart_piece();
  /// A part of the source that stands at `from` in it.
  void keep(std::string_view text, std::size_t from);
  /// Something else than stands in the source.
  void put(std::string_view text);
  /// What the grammar asks for in the place of layout.
  void put_layout(Layout::Role role);

  [[nodiscard]] std::string_view piece() const { return std::string_view(text_).substr(piece_begin_); }
  /// Parts of the source in the piece; `here` is counted from its beginning.
  [[nodiscard]] std::span<const Kept> kept() const { return kept_; }
  [[nodiscard]] std::string take() &&;

 private:
  [[nodiscard]] bool ends_with_blank() const { return text_.ends_with(' ') && !text_.ends_with("\\ "); }
  [[nodiscard]] bool blank_before(char next) const;
  void trim();

  std::string text_;
  std::size_t piece_begin_ = 0;
  std::vector<Kept> kept_;
  bool gap_ = false;
  bool gap_before_piece_ = false;
};

}  // namespace termhost::shell
