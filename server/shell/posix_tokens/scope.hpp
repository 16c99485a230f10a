// State that the parser saves while it reads another text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "shell/posix_tokens/cursor.hpp"

namespace termhost::shell::posix {

/// Counts the depth.
class Nest {
 public:
  explicit Nest(Cursor& in) : in_(in) {
    if (++in_.depth > max_syntax_depth) in_.fail(SyntaxError::Kind::TooDeep, "constructs are nested too deeply");
  }
  ~Nest() { --in_.depth; }
  Nest(const Nest&) = delete;
  Nest& operator=(const Nest&) = delete;

 private:
  Cursor& in_;
};

/// Reads another text of the tree, from its beginning, until destroyed.
class TextScope {
 public:
  /// `origin`: the place of the text in the current one.
  TextScope(Cursor& in, std::uint32_t text_id, std::size_t origin)
      : in_(in), text_(in.text), text_id_(in.text_id), p_(in.p), origin_(in.origin) {
    in.origin = in.text_id == 0 ? origin : in.origin;
    in.text_id = text_id;
    in.read(in.tree.whole(text_id), 0);
  }
  ~TextScope() {
    in_.text_id = text_id_;
    in_.origin = origin_;
    if (!in_.failed) in_.read(text_, p_);
  }
  TextScope(const TextScope&) = delete;
  TextScope& operator=(const TextScope&) = delete;

 private:
  Cursor& in_;
  std::string_view text_;
  std::uint32_t text_id_;
  std::size_t p_;
  std::size_t origin_;
};

/// Lets what follows fail without ending the parse. `recovered()` asks, and if it failed puts everything back.
class Attempt {
 public:
  explicit Attempt(Cursor& in) : in_(in), text_(in.text), p_(in.p) {}
  /// True if there was an error and it was taken back. Too deep an input is never taken back.
  [[nodiscard]] bool recovered() {
    if (!in_.failed || in_.tree.error()->kind == SyntaxError::Kind::TooDeep) return false;
    in_.failed = false;
    in_.tree.clear_error();
    in_.read(text_, p_);
    return true;
  }
  void back() {
    if (!in_.failed) in_.p = p_;
  }

 private:
  Cursor& in_;
  std::string_view text_;
  std::size_t p_;
};

}  // namespace termhost::shell::posix
