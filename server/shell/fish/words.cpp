#include <algorithm>
#include <utility>

#include "base/utf8.hpp"
#include "shell/fish/characters.hpp"
#include "shell/fish/parser.hpp"

namespace termhost::shell {
using fish::is;

/// fish 3.5 and newer: an `&` inside a word with a word character after it is data (`a&b`).
bool FishParser::word_ends_at(std::uint32_t at) const {
  if (text_[at] != '&') return is(text_[at], fish::Separator);
  return at + 1 >= text_.size() || is(text_[at + 1], fish::Separator) || (text_[at + 1] == ')' && substitutions_ > 0);
}

NodeId FishParser::word() {
  const bool outermost = substitutions_ == 0;
  if (outermost) slice_open_ = false;
  const std::uint32_t begin = pos_;
  pos_ = plain_end(begin);
  const NodeId id = open(NodeKind::Word, begin);
  if (pos_ > begin && (at_end() || word_ends_at(pos_))) {
    close(id, pos_);
    return id;
  }
  pos_ = begin;
  Builder parts{id};
  word_parts(parts, '\0');
  if (outermost && slice_open_) fail(SyntaxError::Kind::Incomplete, begin, "a '[' has no ']'");
  close(id, pos_);
  return id;
}

/// `close`: '}' inside a brace expansion, ']' inside an index, else nothing: the word ends where fish separates words.
void FishParser::word_parts(Builder& parts, char close_with) {
  const std::uint32_t begin = pos_;
  while (!at_end()) {
    const char c = text_[pos_];
    const bool bare = close_with == '\0' && !slice_open_;
    if (c == close_with) return;
    if (bare && word_ends_at(pos_)) return;
    switch (c) {
      case '\\': escape(parts, close_with); break;
      case '\'': single_quoted(parts); break;
      case '"': double_quoted(parts); break;
      case '$': dollar(parts, false); break;
      case '(': substitution(parts, false); break;
      case '{': brace(parts); break;
      case ')':
        if (close_with == '\0' && substitutions_ > 0) return;
        return fail(SyntaxError::Kind::Invalid, pos_, "a ')' closes nothing");
      case '}': return fail(SyntaxError::Kind::Invalid, pos_, "a '}' closes nothing");
      case '*':
      case '?':
        leaf(parts, NodeKind::Glob, pos_, pos_ + 1);
        ++pos_;
        break;
      case '~':
        if (pos_ == begin && close_with == '\0') {
          leaf(parts, NodeKind::Tilde, pos_, pos_ + 1);
          ++pos_;
          break;
        }
        [[fallthrough]];
      default: literal(parts, close_with);
    }
  }
}

/// Text without meaning. A `[` that is not the word's first character makes separators data up to its `]`.
void FishParser::literal(Builder& parts, char close_with) {
  const std::uint32_t begin = pos_;
  do {
    const char c = text_[pos_];
    if (c == '[' && (begin != tree_.node(parts.parent).begin || pos_ != begin || substitutions_ > 0))
      slice_open_ = true;
    if (c == ']') slice_open_ = false;
    if (is(c, fish::Separator) && close_with == ']') blank_in_subscript();
    pos_ = plain_end(pos_ + 1);
    if (at_end()) break;
    const char next = text_[pos_];
    if (next == close_with) break;
    if (close_with == '\0' && !slice_open_ && word_ends_at(pos_)) break;
    if (next != ',' && next != '[' && next != ']' && !is(next, fish::Separator) && next != '~') break;
  } while (true);
  leaf(parts, NodeKind::Literal, begin, pos_);
}

/// In an index a line end only separates numbers.
void FishParser::blank_in_subscript() {
  const char c = text_[pos_];
  if (c == '\n' || c == '\t') tree_.add_layout({.role = Layout::Role::Blank, .begin = pos_, .end = pos_ + 1});
}

void FishParser::escape(Builder& parts, char close_with) {
  const std::uint32_t begin = pos_;
  if (begin + 1 >= text_.size())
    return fail(SyntaxError::Kind::Incomplete, begin, "a backslash ends the text: fish would wait for more");
  if (continues_line(begin)) {
    pos_ += 2;
    const bool ends_the_word = close_with == '\0' && !slice_open_ && !at_end() && word_ends_at(pos_);
    const auto role = ends_the_word ? Layout::Role::Blank : Layout::Role::Continuation;
    tree_.add_layout({.role = role, .begin = begin, .end = pos_});
    return;
  }
  static constexpr std::string_view hex = "0123456789abcdefABCDEF";
  const auto take_digits = [this](std::string_view digits, std::uint32_t most) {
    for (std::uint32_t n = 0; n < most && !at_end() && digits.find(text_[pos_]) != std::string_view::npos; ++n) ++pos_;
  };
  pos_ += 2;
  switch (text_[begin + 1]) {
    case 'x':
    case 'X': take_digits(hex, 2); break;
    case 'u': take_digits(hex, 4); break;
    case 'U': take_digits(hex, 8); break;
    case 'c':
      if (!at_end()) ++pos_;
      break;
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7': take_digits("01234567", 2); break;
    default:
      while (!at_end() && base::is_utf8_continuation(text_[pos_])) ++pos_;
  }
  if (!decode_fish_escape(text_.substr(begin, pos_ - begin)))
    return fail(SyntaxError::Kind::Invalid, begin, "fish knows no such escape");
  leaf(parts, NodeKind::Escape, begin, pos_);
}

void FishParser::single_quoted(Builder& parts) {
  const std::uint32_t begin = pos_++;
  while (!at_end() && text_[pos_] != '\'') {
    pos_ = static_cast<std::uint32_t>(std::min(text_.find_first_of("\\'", pos_), text_.size()));
    if (byte(pos_) == '\\') pos_ += 2;
  }
  if (at_end()) return fail(SyntaxError::Kind::Incomplete, begin, "a single quote is open");
  ++pos_;
  leaf(parts, NodeKind::SingleQuoted, begin, pos_);
}

void FishParser::double_quoted(Builder& outer) {
  const std::uint32_t begin = pos_++;
  const NodeId id = open(NodeKind::DoubleQuoted, begin);
  Builder parts{id};
  std::uint32_t text_begin = pos_;
  const auto flush = [&] {
    if (pos_ > text_begin) leaf(parts, NodeKind::Literal, text_begin, pos_);
  };
  for (;;) {
    pos_ = static_cast<std::uint32_t>(std::min(text_.find_first_of("\\\"$", pos_), text_.size()));
    if (at_end()) return fail(SyntaxError::Kind::Incomplete, begin, "a double quote is open");
    const char c = text_[pos_];
    if (c == '\\') {
      if (continues_line(pos_)) tree_.add_layout({.role = Layout::Role::Continuation, .begin = pos_, .end = pos_ + 2});
      pos_ += 2;
      continue;
    }
    flush();
    if (c == '"') break;
    if (byte(pos_ + 1) == '(')
      substitution(parts, true);
    else
      dollar(parts, true);
    if (!tree_.ok()) return;
    text_begin = pos_;
  }
  ++pos_;
  close(id, pos_);
  add(outer, id);
}

void FishParser::dollar(Builder& parts, bool quoted) {
  const std::uint32_t begin = pos_;
  if (byte(pos_ + 1) == '(') return substitution(parts, quoted);
  while (byte(pos_) == '$') ++pos_;
  for (; continues_line(pos_); pos_ += 2)
    tree_.add_layout({.role = Layout::Role::Continuation, .begin = pos_, .end = pos_ + 2});
  if (!is(byte(pos_), fish::Name)) {
    const bool cut = at_end() && !quoted;
    return fail(cut ? SyntaxError::Kind::Incomplete : SyntaxError::Kind::Invalid, begin, "a '$' has no variable name");
  }
  std::uint32_t end = pos_;
  while (is(byte(end), fish::Name)) ++end;
  pos_ = end;
  const NodeId id = open(NodeKind::Parameter, begin);
  add(parts, id);
  Builder inner{id};
  subscripts(inner, quoted);
  close(id, pos_);
}

/// `(…)` or `$(…)`, with the indexes after it.
void FishParser::substitution(Builder& parts, bool quoted) {
  const std::uint32_t begin = pos_;
  if (++depth_ > max_syntax_depth) return fail(SyntaxError::Kind::TooDeep, begin, "nested too deeply");
  pos_ += byte(pos_) == '$' ? 2 : 1;
  const NodeId id = open(NodeKind::CommandSubstitution, begin);
  add(parts, id);
  const int loops = std::exchange(loops_, 0);
  const Token token = std::exchange(token_, Token{});
  const std::uint32_t consumed = consumed_;
  ++substitutions_;
  advance();
  const NodeId commands = list();
  --substitutions_;
  if (tree_.ok() && token_.kind == TokenKind::EndOfText) fail(SyntaxError::Kind::Incomplete, begin, "a '(' is open");
  if (tree_.ok() && token_.kind != TokenKind::Close) unexpected();
  if (!tree_.ok()) return;
  Builder inner{id};
  add(inner, commands);
  loops_ = loops;
  token_ = token;
  consumed_ = consumed;
  --depth_;
  close(id, pos_);
  subscripts(parts, quoted);
}

void FishParser::subscripts(Builder& parts, bool quoted) {
  while (byte(pos_) == '[' && tree_.ok()) subscript(parts, quoted);
}

/// In double quotes an index without end is accepted: fish complains only when it runs.
void FishParser::subscript(Builder& parts, bool quoted) {
  const std::uint32_t begin = pos_++;
  if (++depth_ > max_syntax_depth) return fail(SyntaxError::Kind::TooDeep, begin, "nested too deeply");
  const NodeId id = open(NodeKind::Subscript, begin);
  add(parts, id);
  Builder inner{id};
  if (quoted) {
    while (!at_end() && byte(pos_) != ']' && byte(pos_) != '"' && tree_.ok()) {
      if (byte(pos_) == '$') {
        dollar(inner, true);
      } else {
        blank_in_subscript();
        pos_ += byte(pos_) == '\\' ? 2 : 1;
      }
    }
  } else {
    const bool slice_open = std::exchange(slice_open_, false);
    word_parts(inner, ']');
    slice_open_ = slice_open;
  }
  --depth_;
  if (!tree_.ok()) return;
  if (byte(pos_) == ']') {
    ++pos_;
  } else if (!quoted) {
    return fail(SyntaxError::Kind::Incomplete, begin, "a '[' has no ']'");
  }
  close(id, pos_);
}

void FishParser::brace(Builder& parts) {
  const std::uint32_t begin = pos_++;
  if (++depth_ > max_syntax_depth) return fail(SyntaxError::Kind::TooDeep, begin, "nested too deeply");
  const NodeId id = open(NodeKind::Brace, begin);
  add(parts, id);
  Builder inner{id};
  word_parts(inner, '}');
  if (!tree_.ok()) return;
  if (at_end()) return fail(SyntaxError::Kind::Incomplete, begin, "a '{' is open");
  ++pos_;
  --depth_;
  close(id, pos_);
}

}  // namespace termhost::shell
