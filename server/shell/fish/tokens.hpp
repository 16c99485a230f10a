// The tokens of fish, with the layout between them.
#pragma once

#include <string_view>

#include "shell/fish/cursor.hpp"

namespace termhost::shell::fish {

class Words;

class Tokens {
 public:
  Tokens(Cursor& in, Words& words) : in_(in), words_(words) {}

  /// Moves to the next token. A `{` begins a block if a `command` may be there: also after a separator.
  void advance(bool command = false);
  /// The keyword of the token. It is found on demand, because most words are arguments.
  [[nodiscard]] Keyword keyword() const {
    if (!in_.token.keyword) in_.token.keyword = keyword_of(in_.token.word);
    return *in_.token.keyword;
  }
  /// fish compares the unquoted word, so 'if' and i\f are keywords too.
  [[nodiscard]] Keyword keyword_of(NodeId word) const;
  /// The raw text of the word after the current token on this line, or its beginning; empty if no word follows there.
  [[nodiscard]] std::string_view next_word() const;
  [[nodiscard]] bool help_follows() const;
  void skip_terminators();
  void expect_terminator();
  /// Fails at the token.
  void unexpected();

 private:
  [[nodiscard]] bool at_terminator() const {
    return in_.token.kind == TokenKind::Newline || in_.token.kind == TokenKind::Semicolon;
  }
  [[nodiscard]] bool skip_layout();
  [[nodiscard]] Layout::Role layout_role(bool newline, TokenKind before) const;
  void read_operator();
  [[nodiscard]] bool separates() const;
  [[nodiscard]] bool names_by_braces() const;
  [[nodiscard]] bool read_redirection();

  Cursor& in_;
  Words& words_;
};

}  // namespace termhost::shell::fish
