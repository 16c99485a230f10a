#include "shell/fish/tokens.hpp"

#include <algorithm>
#include <array>

#include "shell/fish/value.hpp"
#include "shell/fish/words.hpp"
#include "shell/syntax/short_words.hpp"

namespace termhost::shell::fish {
namespace {

struct Row {
  std::string_view word;
  Keyword keyword;
};
constexpr WordTable keywords(std::array{
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

Keyword find(std::string_view unquoted) {
  const Row* row = keywords.find(unquoted);
  return row == nullptr ? Keyword::None : row->keyword;
}

}  // namespace

void Tokens::advance(bool command) {
  in_.consumed = in_.token.end;
  command = command || separates();
  if (skip_layout()) return;
  in_.token = Token{.begin = in_.p};
  if (in_.at_end()) {
    in_.token.kind = TokenKind::EndOfText;
  } else if (in_.here() == ')' && in_.substitutions > 0) {
    in_.token.kind = TokenKind::Close;
    ++in_.p;
  } else if (in_.here() == ';') {
    in_.token.kind = TokenKind::Semicolon;
    ++in_.p;
  } else if (in_.here() == '}' && in_.blocks > 0) {
    in_.token.kind = TokenKind::CloseBrace;
    ++in_.p;
  } else if (in_.here() == '{' && command && !names_by_braces()) {
    in_.token.kind = TokenKind::OpenBrace;
    ++in_.p;
  } else if (!is(in_.here(), StartsRedirection) || !read_redirection()) {
    read_operator();
  }
  in_.token.end = in_.p;
}

// True if a statement may begin after the token.
bool Tokens::separates() const {
  switch (in_.token.kind) {
    case TokenKind::Word:
    case TokenKind::Redirection:
    case TokenKind::Close:
    case TokenKind::CloseBrace: return false;
    default: return true;
  }
}

// `{ls,-l}` is `ls -l` before fish 4. Without a comma after the first word, braces are not part of a name there.
bool Tokens::names_by_braces() const {
  const auto blanks_end = [this](std::size_t at) {
    return std::min(in_.text.find_first_not_of(" \t\n", at), in_.text.size());
  };
  const std::size_t first = blanks_end(in_.p + 1);
  const std::size_t end = std::min(in_.text.find_first_of(" \t\n,}", first), in_.text.size());
  return in_.byte(static_cast<std::uint32_t>(blanks_end(end))) == ',';
}

// Blanks, comments, continued lines; with a line end among them the run is a token of its own (then true). After a
// continued line a comment swallows its line end.
bool Tokens::skip_layout() {
  const std::uint32_t begin = in_.p;
  std::uint32_t at = begin;
  while (in_.byte(at) == ' ') ++at;
  in_.p = at;
  if (!is(in_.byte(at), StartsLayout)) return false;
  bool newline = false;
  bool comment = false;
  bool plain = true;
  bool continued = false;
  for (;;) {
    const char c = in_.byte(at);
    if (c == ' ') {
      ++at;
    } else if (c == '\n') {
      newline = true;
      continued = false;
      ++at;
    } else if (is(c, Blank)) {
      plain = false;
      ++at;
    } else if (in_.continues_line(at)) {
      plain = false;
      continued = true;
      at += 2;
    } else if (c == '#') {
      comment = true;
      at = static_cast<std::uint32_t>(std::min(in_.text.find('\n', at), in_.text.size()));
      if (continued && at < in_.text.size()) ++at;
    } else {
      break;
    }
  }
  in_.p = at;
  if (newline || comment || !plain) {
    in_.record(layout_role(newline, in_.token.kind), begin, in_.p);
  }
  if (newline) in_.token = Token{.kind = TokenKind::Newline, .begin = begin, .end = in_.p};
  return newline;
}

// A line end separates statements, unless the token before it already did or wants more, or nothing is there to
// separate. (Between `(` and the first token, and at the start of the text, the token before is EndOfText.)
Layout::Role Tokens::layout_role(bool newline, TokenKind before) const {
  const bool nothing_follows =
      in_.at_end() || (in_.here() == ')' && in_.substitutions > 0) || (in_.here() == '}' && in_.blocks > 0);
  if (nothing_follows || before == TokenKind::EndOfText) return Layout::Role::Comment;
  if (!newline) return Layout::Role::Blank;
  switch (before) {
    case TokenKind::Pipe:
    case TokenKind::AndIf:
    case TokenKind::OrIf:
    case TokenKind::Background:
    case TokenKind::OpenBrace:
    case TokenKind::Semicolon: return Layout::Role::Blank;
    default: return Layout::Role::Separator;
  }
}

void Tokens::read_operator() {
  const auto take = [this](TokenKind kind, Operator op, std::uint32_t length) {
    in_.token.kind = kind;
    in_.token.op = op;
    in_.p += length;
  };
  const char next = in_.byte(in_.p + 1);
  switch (in_.here()) {
    case '&':
      if (next == '&') return take(TokenKind::AndIf, Operator::And, 2);
      if (next == '|') return take(TokenKind::Pipe, Operator::PipeBoth, 2);
      return take(TokenKind::Background, Operator::None, 1);
    case '|':
      if (next == '|') return take(TokenKind::OrIf, Operator::Or, 2);
      if (next == '&') return in_.fail(SyntaxError::Kind::Invalid, in_.p, "'|&' is not fish syntax; use '&|'");
      return take(TokenKind::Pipe, Operator::Pipe, 1);
    default: break;
  }
  in_.token.kind = TokenKind::Word;
  in_.token.word = words_.word();
  if (in_.ok()) in_.token.keyword.reset();
}

// `[fd](>|>>|<)[&|?]`, `[fd]>|`, `&>`, `&>>`. Digits that no redirection follows are a word.
bool Tokens::read_redirection() {
  std::uint32_t at = in_.p;
  const bool both = in_.byte(at) == '&' && in_.byte(at + 1) == '>';
  if (both) ++at;
  while (is(in_.byte(at), Digit)) ++at;
  const char direction = in_.byte(at);
  if (direction != '<' && direction != '>') return false;
  in_.token.kind = TokenKind::Redirection;
  in_.token.digits = both ? 0 : at - in_.p;
  ++at;
  const bool append = direction == '>' && in_.byte(at) == '>';
  if (append) ++at;
  in_.token.op = direction == '<' ? Operator::Input : append ? Operator::Append : Operator::Output;
  if (both) {
    in_.token.op = append ? Operator::AppendBoth : Operator::OutputBoth;
  } else if (direction == '>' && in_.byte(at) == '|') {
    if (in_.token.digits > 0 &&
        in_.text.substr(in_.p, in_.token.digits).find_first_not_of('0') == std::string_view::npos)
      in_.fail(SyntaxError::Kind::Invalid, in_.p, "standard input can't be the output of a pipe");
    in_.token.kind = TokenKind::Pipe;
    in_.token.op = Operator::Pipe;
    ++at;
  } else if (in_.byte(at) == '&') {
    in_.token.op = direction == '<' ? Operator::DuplicateIn : Operator::DuplicateOut;
    ++at;
  }
  if (!both && in_.token.kind == TokenKind::Redirection && direction == '>' && in_.byte(at) == '?') {
    in_.token.op = Operator::Other;
    ++at;
  }
  if (in_.ok()) in_.p = at;
  return true;
}

Keyword Tokens::keyword_of(NodeId word) const {
  const std::string_view text = in_.tree.text(word);
  if (in_.tree.children(word).empty()) return find(text);
  constexpr std::size_t longest_spelling = 64;
  if (text.size() > longest_spelling) return Keyword::None;
  const auto unquoted = static_value_fish(in_.tree, word);
  return unquoted ? find(*unquoted) : Keyword::None;
}

std::string_view Tokens::next_word() const {
  std::uint32_t at = in_.token.end;
  while (is(in_.byte(at), Blank) || in_.continues_line(at)) at += in_.byte(at) == '\\' ? 2 : 1;
  if (at >= in_.text.size() || in_.byte(at) == '#' || is(in_.byte(at), StopsWordAhead)) return {};
  std::uint32_t end = at;
  while (end < in_.text.size() && !is(in_.text[end], StopsWordAhead) && end - at < 8) ++end;
  if (is(in_.byte(at), Digit) && (in_.byte(end) == '<' || in_.byte(end) == '>') &&
      std::all_of(in_.text.begin() + at, in_.text.begin() + end, [](char c) { return is(c, Digit); }))
    return {};
  return in_.text.substr(at, end - at);
}

bool Tokens::help_follows() const {
  const std::string_view next = next_word();
  return next == "-h" || next == "--help";
}

void Tokens::skip_terminators() {
  while (at_terminator()) advance();
}

void Tokens::expect_terminator() {
  if (!at_terminator()) return unexpected();
  advance();
}

void Tokens::unexpected() {
  const auto kind = in_.token.kind == TokenKind::EndOfText ? SyntaxError::Kind::Incomplete : SyntaxError::Kind::Invalid;
  switch (in_.token.kind) {
    case TokenKind::EndOfText: return in_.fail(kind, in_.token.begin, "the text ends where fish expects more");
    case TokenKind::Word:
      if (keyword() == Keyword::End) return in_.fail(kind, in_.token.begin, "'end' closes nothing");
      if (keyword() == Keyword::Else) return in_.fail(kind, in_.token.begin, "there is no 'if' before 'else'");
      if (keyword() == Keyword::Case) return in_.fail(kind, in_.token.begin, "there is no 'switch' before 'case'");
      return in_.fail(kind, in_.token.begin, "fish expects the end of the statement, not a word");
    case TokenKind::Newline: return in_.fail(kind, in_.token.begin, "the line ends where fish expects more");
    case TokenKind::Semicolon: return in_.fail(kind, in_.token.begin, "fish expects more before ';'");
    case TokenKind::Close: return in_.fail(kind, in_.token.begin, "fish expects more before ')'");
    case TokenKind::OpenBrace: return in_.fail(kind, in_.token.begin, "fish expects more before '{'");
    case TokenKind::CloseBrace: return in_.fail(kind, in_.token.begin, "fish expects more before '}'");
    case TokenKind::Redirection: return in_.fail(kind, in_.token.begin, "fish expects a command, not a redirection");
    case TokenKind::Pipe:
    case TokenKind::AndIf:
    case TokenKind::OrIf:
    case TokenKind::Background: return in_.fail(kind, in_.token.begin, "fish expects a command, not an operator");
  }
}

}  // namespace termhost::shell::fish
