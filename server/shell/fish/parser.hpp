// Parser for fish (grammar of fish 3.6, found out by asking `fish -n`). One class, three concerns: tokens and layout
// (syntax_fish_tokens.cpp), words (syntax_fish_words.cpp), statements (syntax_fish.cpp, syntax_fish_compound.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "shell/fish/characters.hpp"
#include "shell/fish/parse.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// What a Literal, Escape or SingleQuoted stands for.
[[nodiscard]] std::string fish_part_value(const SyntaxTree& tree, NodeId part, bool in_double_quotes);

/// What an escape outside quotes stands for (`\n`, `\x41`, `\u00e9`, `\ `): UTF-8. nullopt: fish refuses it.
[[nodiscard]] std::optional<std::string> decode_fish_escape(std::string_view escape);

class FishParser {
 public:
  explicit FishParser(std::string source) : tree_(std::move(source)), text_(tree_.source()) {}
  [[nodiscard]] SyntaxTree run();

 private:
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
    Newline,  ///< a whole run of line ends, with the blanks and comments around them
    Close,    ///< the `)` of the command substitution that is being read
    EndOfText,
  };
  struct Token {
    TokenKind kind = TokenKind::EndOfText;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    NodeId word = no_node;
    mutable std::optional<Keyword> keyword = Keyword::None;  ///< nullopt: nobody has asked; see keyword()
    Operator op = Operator::None;
    std::uint32_t digits = 0;  ///< length of the file descriptor before a redirection or pipe
  };
  /// Children of one node, in order.
  struct Builder {
    NodeId parent;
    NodeId last = no_node;
  };

  // Tokens and layout
  void advance();
  [[nodiscard]] bool skip_layout();
  [[nodiscard]] Layout::Role layout_role(bool newline, TokenKind before) const;
  void read_operator();
  [[nodiscard]] bool read_redirection();
  [[nodiscard]] std::string_view next_word_after_token() const;
  [[nodiscard]] bool help_follows() const;
  [[nodiscard]] Keyword keyword_of(NodeId word) const;
  /// Of the token. Most words are arguments, which nobody asks about.
  [[nodiscard]] Keyword keyword() const {
    if (!token_.keyword) token_.keyword = keyword_of(token_.word);
    return *token_.keyword;
  }
  [[nodiscard]] bool continues_line(std::uint32_t at) const { return byte(at) == '\\' && byte(at + 1) == '\n'; }
  [[nodiscard]] char byte(std::uint32_t at) const { return at < text_.size() ? text_[at] : '\0'; }
  [[nodiscard]] bool at_end() const { return pos_ >= text_.size(); }
  /// Behind the characters at `at` that mean nothing in a word.
  [[nodiscard]] std::uint32_t plain_end(std::uint32_t at) const {
    while (at < text_.size() && !fish::is(text_[at], fish::Special)) ++at;
    return at;
  }

  // Words
  NodeId word();
  [[nodiscard]] bool word_ends_at(std::uint32_t at) const;
  void word_parts(Builder& parts, char close_with);
  void literal(Builder& parts, char close_with);
  void escape(Builder& parts, char close_with);
  void single_quoted(Builder& parts);
  void double_quoted(Builder& parts);
  void dollar(Builder& parts, bool quoted);
  void substitution(Builder& parts, bool quoted);
  void subscripts(Builder& parts, bool quoted);
  void subscript(Builder& parts, bool quoted);
  void brace(Builder& parts);
  void blank_in_subscript();

  // Statements
  void start();
  NodeId list();
  NodeId conjunction();
  NodeId pipeline();
  NodeId pipeline_element(bool first);
  NodeId statement();
  NodeId negation();
  NodeId simple_command();
  NodeId compound();
  void condition(Builder& parts);
  void body(Builder& parts);
  void if_block(Builder& parts);
  void while_block(Builder& parts);
  void for_block(Builder& parts);
  void function_block(Builder& parts);
  void switch_block(Builder& parts);
  void words(Builder& parts);
  void end_of_block(Builder& parts);
  void redirection(Builder& parts);
  void check_name(NodeId name);
  void check_pipeline(NodeId pipeline);
  [[nodiscard]] bool is_plain_call() const;
  [[nodiscard]] bool is_assignment() const;
  [[nodiscard]] bool looks_like_assignment() const;
  [[nodiscard]] bool at_terminator() const {
    return token_.kind == TokenKind::Newline || token_.kind == TokenKind::Semicolon;
  }
  void skip_terminators();
  void expect_terminator();
  void unexpected();

  // Nodes
  NodeId open(NodeKind kind, std::uint32_t begin) { return tree_.add({.kind = kind, .begin = begin, .end = begin}); }
  void add(Builder& parts, NodeId child) { parts.last = tree_.append(parts.parent, parts.last, child); }
  void close(NodeId id, std::uint32_t end) { tree_.node(id).end = end; }
  void leaf(Builder& parts, NodeKind kind, std::uint32_t begin, std::uint32_t end) {
    add(parts, tree_.add({.kind = kind, .begin = begin, .end = end}));
  }
  void fail(SyntaxError::Kind kind, std::size_t position, std::string message);

  SyntaxTree tree_;
  std::string_view text_;
  std::uint32_t pos_ = 0;
  Token token_;
  std::uint32_t consumed_ = 0;  ///< end of the last token that was taken
  int depth_ = 0;
  int substitutions_ = 0;
  bool slice_open_ = false;  ///< an unquoted `[` waits for its `]`: fish counts them per outermost word
  int loops_ = 0;            ///< loops around, in this function and substitution: break needs one
};

}  // namespace termhost::shell
