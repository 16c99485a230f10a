// The position of the fish parser in its text, its token, and its first error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "shell/fish/characters.hpp"
#include "shell/syntax/tree_writer.hpp"

namespace termhost::shell::fish {

enum class Keyword : std::uint8_t {
  None,
  And,
  Or,
  Not,
  Time,
  Begin,
  If,
  Else,
  While,
  For,
  In,
  Function,
  Switch,
  Case,
  End,
  Command,
  Builtin,
  Exec,
};

enum class TokenKind : std::uint8_t {
  Word,
  Redirection,
  Pipe,
  AndIf,
  OrIf,
  Background,
  Semicolon,
  OpenBrace,   ///< of a block, from fish 4 on
  CloseBrace,  ///< of that block
  Newline,     ///< a whole run of line ends, with the blanks and comments around them
  Close,       ///< the `)` of the command substitution that is being read
  EndOfText,
};

struct Token {
  TokenKind kind = TokenKind::EndOfText;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  NodeId word = no_node;
  std::optional<Keyword> keyword = Keyword::None;  ///< nullopt: not computed yet
  Operator op = Operator::None;
  std::uint32_t digits = 0;  ///< length of the file descriptor before a redirection or pipe
};

struct Cursor : TreeWriter {
  explicit Cursor(SyntaxTree& written) : TreeWriter(written), text(written.source()) {}

  [[nodiscard]] char byte(std::uint32_t at) const { return at < text.size() ? text[at] : '\0'; }
  [[nodiscard]] char here() const { return byte(p); }
  [[nodiscard]] bool at_end() const { return p >= text.size(); }
  [[nodiscard]] bool continues_line(std::uint32_t at) const { return byte(at) == '\\' && byte(at + 1) == '\n'; }
  /// The end of the run of plain characters at `at`.
  [[nodiscard]] std::uint32_t plain_end(std::uint32_t at) const {
    while (at < text.size() && !is(text[at], Special)) ++at;
    return at;
  }
  [[nodiscard]] bool ok() const { return tree.ok(); }
  [[nodiscard]] NodeId open(NodeKind kind, std::uint32_t begin) { return leaf(kind, begin, begin); }
  void close(NodeId id, std::uint32_t end) { tree.node(id).end = end; }
  /// Only the first problem counts. The rest of the text is given up, so that everything under way comes to its end.
  void fail(SyntaxError::Kind kind, std::size_t position, std::string message) {
    if (ok()) tree.set_error({.kind = kind, .position = position, .message = std::move(message)});
    p = static_cast<std::uint32_t>(text.size());
    token = Token{.begin = p, .end = p};
  }
  /// One level deeper, of what begins at `begin`; false: that is too deep.
  bool enter(std::uint32_t begin) {
    if (++depth <= max_syntax_depth) return true;
    fail(SyntaxError::Kind::TooDeep, begin, "nested too deeply");
    return false;
  }
  void leave() { --depth; }

  std::string_view text;
  std::uint32_t p = 0;
  Token token;                 ///< the one that was read last
  std::uint32_t consumed = 0;  ///< end of the token before
  int depth = 0;
  int substitutions = 0;  ///< around `p`
  int blocks = 0;         ///< of braces, around `p` in this substitution
  int loops = 0;          ///< around, in this function and substitution: break needs one
};

}  // namespace termhost::shell::fish
