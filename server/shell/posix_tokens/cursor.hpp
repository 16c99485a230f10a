// The position of the POSIX parser in a text: its characters with joined lines skipped, its nodes, its first error.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "shell/posix_tokens/characters.hpp"
#include "shell/posix_tokens/dialect.hpp"
#include "shell/syntax/tree_writer.hpp"

namespace termhost::shell::posix {

/// The distance that a look-ahead searches for the end of a bracket or subscript that may be plain text.
inline constexpr std::size_t max_look_ahead = 4096;

/// All readers move `p`. After an error the rest of the text is skipped, so that every loop ends by itself and no
/// caller needs to check. Linear: no character is read more often than a constant, apart from bounded look-ahead and
/// attempts.
struct Cursor : TreeWriter {
  Cursor(SyntaxTree& written, ShellKind kind) : TreeWriter(written), shell(dialect_of(kind)), text(written.source()) {}

  [[nodiscard]] char at(std::size_t i) const { return i < text.size() ? text[i] : '\0'; }
  [[nodiscard]] char here() const { return at(p); }
  /// The end of the run of characters of these classes at `i`.
  [[nodiscard]] std::size_t end_of_run(std::size_t i, int classes) const {
    while (i < text.size() && is(text[i], classes)) ++i;
    return i;
  }
  [[nodiscard]] bool continues(std::size_t i) const { return at(i) == '\\' && at(i + 1) == '\n'; }
  [[nodiscard]] std::size_t over(std::size_t i) const {
    while (continues(i)) i += 2;
    return i;
  }
  [[nodiscard]] char peek() const { return at(over(p)); }
  [[nodiscard]] char peek2() const { return at(over(over(p) + 1)); }
  [[nodiscard]] bool at_end() const { return over(p) >= text.size(); }
  /// `( )`, as a function definition has it.
  [[nodiscard]] bool parentheses_follow() const;
  /// Skips the line joins here.
  void settle() {
    if (continues(p)) settle_continuations();
  }
  void take() {
    settle();
    if (p < text.size()) ++p;
  }
  /// Over a backslash with what it protects, or a join.
  void skip_escape() {
    if (continues(p)) return settle_continuations();
    p = std::min(p + 2, text.size());
  }
  /// `end` is after the line joins before it.
  void take_until(std::size_t end);
  bool accept(char c) {
    if (peek() != c || at_end()) return false;
    take();
    return true;
  }
  /// One that does not begin `;;`.
  bool accept_semicolon() { return peek2() != ';' && accept(';'); }
  void expect(char c, std::string_view inside) {
    if (!accept(c)) unexpected(inside);
  }
  void skip_blanks() {
    std::size_t i = p;
    while (at(i) == ' ') ++i;
    p = i;
    if (at(i) == '\t' || at(i) == '\\') skip_other_blanks();
  }
  void skip_comment() {
    if (here() == '#') skip_to_line_end();
  }
  void fail(SyntaxError::Kind kind, std::string message);
  void unexpected(std::string_view inside);
  [[nodiscard]] NodeId open(NodeKind kind, std::size_t begin) { return leaf(kind, begin, 0); }
  NodeId close(NodeId node) {
    tree.node(node).end = static_cast<std::uint32_t>(p);
    return node;
  }
  /// Another text, or part of one, is read from here on.
  void read(std::string_view other, std::size_t from) {
    text = other;
    p = from;
    ++turns;
  }

  const Dialect& shell;
  std::string_view text;  ///< empty after an error
  std::size_t p = 0;
  std::size_t origin = 0;   ///< the start of this text in the source, for error positions
  std::uint32_t turns = 0;  ///< the number of changes to another text
  int depth = 0;
  bool failed = false;

 private:
  void settle_continuations();
  void skip_other_blanks();
  void skip_to_line_end();
};

}  // namespace termhost::shell::posix
