#include <algorithm>
#include <array>
#include <utility>

#include "shell/fish/characters.hpp"
#include "shell/fish/parse.hpp"
#include "shell/fish/parser.hpp"
#include "shell/fish/value.hpp"
#include "shell/syntax/short_words.hpp"

namespace termhost::shell {

using fish::is;

void FishParser::advance() {
  consumed_ = token_.end;
  if (skip_layout()) return;
  token_ = Token{.begin = pos_};
  if (at_end()) {
    token_.kind = TokenKind::EndOfText;
  } else if (byte(pos_) == ')' && substitutions_ > 0) {
    token_.kind = TokenKind::Close;
    ++pos_;
  } else if (byte(pos_) == ';') {
    token_.kind = TokenKind::Semicolon;
    ++pos_;
  } else if (!is(byte(pos_), fish::StartsRedirection) || !read_redirection()) {
    read_operator();
  }
  token_.end = pos_;
}

/// Blanks, comments, continued lines; with a line end among them the run is a token of its own (then true). After a
/// continued line a comment swallows its line end.
bool FishParser::skip_layout() {
  const std::uint32_t begin = pos_;
  std::uint32_t at = begin;
  while (byte(at) == ' ') ++at;
  pos_ = at;
  if (!is(byte(at), fish::StartsLayout)) return false;
  bool newline = false;
  bool comment = false;
  bool plain = true;
  bool continued = false;
  for (;;) {
    const char c = byte(at);
    if (c == ' ') {
      ++at;
    } else if (c == '\n') {
      newline = true;
      continued = false;
      ++at;
    } else if (is(c, fish::Blank)) {
      plain = false;
      ++at;
    } else if (continues_line(at)) {
      plain = false;
      continued = true;
      at += 2;
    } else if (c == '#') {
      comment = true;
      at = static_cast<std::uint32_t>(std::min(text_.find('\n', at), text_.size()));
      if (continued && at < text_.size()) ++at;
    } else {
      break;
    }
  }
  pos_ = at;
  if (newline || comment || !plain) {
    tree_.add_layout({.role = layout_role(newline, token_.kind), .begin = begin, .end = pos_});
  }
  if (newline) token_ = Token{.kind = TokenKind::Newline, .begin = begin, .end = pos_};
  return newline;
}

/// A line end separates statements, unless the token before it already did or wants more, or nothing is there to
/// separate. (Between `(` and the first token, and at the start of the text, the token before is EndOfText.)
Layout::Role FishParser::layout_role(bool newline, TokenKind before) const {
  const bool nothing_follows = at_end() || (byte(pos_) == ')' && substitutions_ > 0);
  if (nothing_follows || before == TokenKind::EndOfText) return Layout::Role::Comment;
  if (!newline) return Layout::Role::Blank;
  switch (before) {
    case TokenKind::Pipe:
    case TokenKind::AndIf:
    case TokenKind::OrIf:
    case TokenKind::Background:
    case TokenKind::Semicolon: return Layout::Role::Blank;
    case TokenKind::Word:
    case TokenKind::Redirection:
    case TokenKind::Newline:
    case TokenKind::Close:
    case TokenKind::EndOfText: return Layout::Role::Separator;
  }
  return Layout::Role::Separator;
}

void FishParser::read_operator() {
  const auto take = [this](TokenKind kind, Operator op, std::uint32_t length) {
    token_.kind = kind;
    token_.op = op;
    pos_ += length;
  };
  const char next = byte(pos_ + 1);
  switch (byte(pos_)) {
    case '&':
      if (next == '&') return take(TokenKind::AndIf, Operator::And, 2);
      if (next == '|') return take(TokenKind::Pipe, Operator::PipeBoth, 2);
      return take(TokenKind::Background, Operator::None, 1);
    case '|':
      if (next == '|') return take(TokenKind::OrIf, Operator::Or, 2);
      if (next == '&') return fail(SyntaxError::Kind::Invalid, pos_, "'|&' is not fish; it would be '&|'");
      return take(TokenKind::Pipe, Operator::Pipe, 1);
    default: break;
  }
  token_.kind = TokenKind::Word;
  token_.word = word();
  if (tree_.ok()) token_.keyword.reset();
}

/// `[fd](>|>>|<)[&|?]`, `[fd]>|`, `&>`, `&>>`. Digits that no redirection follows are a word.
bool FishParser::read_redirection() {
  std::uint32_t at = pos_;
  const bool both = byte(at) == '&' && byte(at + 1) == '>';
  if (both) ++at;
  while (is(byte(at), fish::Digit)) ++at;
  const char direction = byte(at);
  if (direction != '<' && direction != '>') return false;
  token_.kind = TokenKind::Redirection;
  token_.digits = both ? 0 : at - pos_;
  ++at;
  const bool append = direction == '>' && byte(at) == '>';
  if (append) ++at;
  token_.op = direction == '<' ? Operator::Input : append ? Operator::Append : Operator::Output;
  if (both) {
    token_.op = append ? Operator::AppendBoth : Operator::OutputBoth;
  } else if (direction == '>' && byte(at) == '|') {
    if (token_.digits > 0 && text_.substr(pos_, token_.digits).find_first_not_of('0') == std::string_view::npos)
      fail(SyntaxError::Kind::Invalid, pos_, "standard input can't be the output of a pipe");
    token_.kind = TokenKind::Pipe;
    token_.op = Operator::Pipe;
    ++at;
  } else if (byte(at) == '&') {
    token_.op = direction == '<' ? Operator::DuplicateIn : Operator::DuplicateOut;
    ++at;
  }
  if (!both && token_.kind == TokenKind::Redirection && direction == '>' && byte(at) == '?') {
    token_.op = Operator::Other;
    ++at;
  }
  if (tree_.ok()) pos_ = at;
  return true;
}

/// fish compares the unquoted word, so 'if' and i\f are keywords too.
FishParser::Keyword FishParser::keyword_of(NodeId word) const {
  struct Row {
    std::string_view word;
    Keyword keyword;
  };
  static constexpr WordTable keywords(std::array{
      Row{"and", Keyword::And},
      Row{"or", Keyword::Or},
      Row{"not", Keyword::Not},
      Row{"!", Keyword::Not},
      Row{"time", Keyword::Time},
      Row{"begin", Keyword::Begin},
      Row{"if", Keyword::If},
      Row{"else", Keyword::Else},
      Row{"while", Keyword::While},
      Row{"for", Keyword::For},
      Row{"in", Keyword::In},
      Row{"function", Keyword::Function},
      Row{"switch", Keyword::Switch},
      Row{"case", Keyword::Case},
      Row{"end", Keyword::End},
      Row{"command", Keyword::Command},
      Row{"builtin", Keyword::Builtin},
      Row{"exec", Keyword::Exec},
  });
  const auto find = [](std::string_view unquoted) {
    const Row* row = keywords.find(unquoted);
    return row == nullptr ? Keyword::None : row->keyword;
  };
  const std::string_view text = tree_.text(word);
  if (tree_.children(word).empty()) return find(text);
  constexpr std::size_t longest_spelling = 64;
  if (text.size() > longest_spelling) return Keyword::None;
  const auto unquoted = static_value_fish(tree_, word);
  return unquoted ? find(*unquoted) : Keyword::None;
}

/// The raw text of the word after the current token on this line; empty if no word follows there.
std::string_view FishParser::next_word_after_token() const {
  std::uint32_t at = token_.end;
  while (is(byte(at), fish::Blank) || continues_line(at)) at += byte(at) == '\\' ? 2 : 1;
  if (at >= text_.size() || byte(at) == '#' || is(byte(at), fish::StopsWordAhead)) return {};
  std::uint32_t end = at;
  while (end < text_.size() && !is(text_[end], fish::StopsWordAhead) && end - at < 8) ++end;
  if (is(byte(at), fish::Digit) && (byte(end) == '<' || byte(end) == '>') &&
      std::all_of(text_.begin() + at, text_.begin() + end, [](char c) { return is(c, fish::Digit); }))
    return {};
  return text_.substr(at, end - at);
}

bool FishParser::help_follows() const {
  const std::string_view next = next_word_after_token();
  return next == "-h" || next == "--help";
}

}  // namespace termhost::shell
