#include "shell/fish/words.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/utf8.hpp"
#include "shell/fish/statements.hpp"
#include "shell/fish/tokens.hpp"
#include "shell/fish/value.hpp"

namespace termhost::shell::fish {

// fish 3.5 and newer: an `&` inside a word with a word character after it is data (`a&b`).
bool Words::ends_at(std::uint32_t at) const {
  if (in_.text[at] != '&') return is(in_.text[at], Separator);
  return at + 1 >= in_.text.size() || is(in_.text[at + 1], Separator) ||
         (in_.text[at + 1] == ')' && in_.substitutions > 0) || (in_.text[at + 1] == '}' && in_.blocks > 0);
}

NodeId Words::word() {
  const bool outermost = in_.substitutions == 0;
  if (outermost) slice_open_ = false;
  const std::uint32_t begin = in_.p;
  in_.p = in_.plain_end(begin);
  const NodeId id = in_.open(NodeKind::Word, begin);
  if (in_.p > begin && (in_.at_end() || ends_at(in_.p))) {
    in_.close(id, in_.p);
    return id;
  }
  in_.p = begin;
  Parts parts{id};
  word_parts(parts, '\0');
  if (outermost && slice_open_) in_.fail(SyntaxError::Kind::Incomplete, begin, "a '[' has no ']'");
  in_.close(id, in_.p);
  return id;
}

// `close`: '}' inside a brace expansion, ']' inside an index, else nothing: the word ends where fish separates words.
void Words::word_parts(Parts& parts, char close_with) {
  const std::uint32_t begin = in_.p;
  while (!in_.at_end()) {
    const char c = in_.text[in_.p];
    const bool bare = close_with == '\0' && !slice_open_;
    if (c == close_with) return;
    if (bare && ends_at(in_.p)) return;
    switch (c) {
      case '\\': escape(parts, close_with); break;
      case '\'': single_quoted(parts); break;
      case '"': double_quoted(parts); break;
      case '$': dollar(parts, false); break;
      case '(': substitution(parts, false); break;
      case '{': brace(parts); break;
      case ')':
        if (close_with == '\0' && in_.substitutions > 0) return;
        return in_.fail(SyntaxError::Kind::Invalid, in_.p, "a ')' closes nothing");
      case '}':
        if (close_with == '\0' && in_.blocks > 0) return;
        return in_.fail(SyntaxError::Kind::Invalid, in_.p, "a '}' closes nothing");
      case '*':
      case '?':
        in_.add_leaf(parts, NodeKind::Glob, in_.p, in_.p + 1);
        ++in_.p;
        break;
      case '~':
        if (in_.p == begin && close_with == '\0') {
          in_.add_leaf(parts, NodeKind::Tilde, in_.p, in_.p + 1);
          ++in_.p;
          break;
        }
        [[fallthrough]];
      default: literal(parts, close_with);
    }
  }
}

// Text without meaning. A `[` that is not the word's first character makes separators data up to its `]`.
void Words::literal(Parts& parts, char close_with) {
  const std::uint32_t begin = in_.p;
  do {
    const char c = in_.text[in_.p];
    if (c == '[' && (begin != in_.tree.node(parts.parent).begin || in_.p != begin || in_.substitutions > 0))
      slice_open_ = true;
    if (c == ']') slice_open_ = false;
    if (is(c, Separator) && close_with == ']') blank_in_subscript();
    in_.p = in_.plain_end(in_.p + 1);
    if (in_.at_end()) break;
    const char next = in_.text[in_.p];
    if (next == close_with) break;
    if (close_with == '\0' && !slice_open_ && ends_at(in_.p)) break;
    if (next != ',' && next != '[' && next != ']' && !is(next, Separator) && next != '~') break;
  } while (true);
  in_.add_leaf(parts, NodeKind::Literal, begin, in_.p);
}

// In an index a line end only separates numbers.
void Words::blank_in_subscript() {
  const char c = in_.text[in_.p];
  if (c == '\n' || c == '\t') in_.record(Layout::Role::Blank, in_.p, in_.p + 1);
}

void Words::escape(Parts& parts, char close_with) {
  const std::uint32_t begin = in_.p;
  if (begin + 1 >= in_.text.size())
    return in_.fail(SyntaxError::Kind::Incomplete, begin, "a backslash ends the text: fish would wait for more");
  if (in_.continues_line(begin)) {
    in_.p += 2;
    const bool ends_the_word = close_with == '\0' && !slice_open_ && !in_.at_end() && ends_at(in_.p);
    const auto role = ends_the_word ? Layout::Role::Blank : Layout::Role::Continuation;
    in_.record(role, begin, in_.p);
    return;
  }
  static constexpr std::string_view hex = "0123456789abcdefABCDEF";
  const auto take_digits = [this](std::string_view digits, std::uint32_t most) {
    for (std::uint32_t n = 0; n < most && !in_.at_end() && digits.find(in_.text[in_.p]) != std::string_view::npos; ++n)
      ++in_.p;
  };
  in_.p += 2;
  switch (in_.text[begin + 1]) {
    case 'x':
    case 'X': take_digits(hex, 2); break;
    case 'u': take_digits(hex, 4); break;
    case 'U': take_digits(hex, 8); break;
    case 'c':
      if (!in_.at_end()) ++in_.p;
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
      while (!in_.at_end() && base::is_utf8_continuation(in_.text[in_.p])) ++in_.p;
  }
  if (!decode_fish_escape(in_.text.substr(begin, in_.p - begin)))
    return in_.fail(SyntaxError::Kind::Invalid, begin, "fish has no such escape");
  in_.add_leaf(parts, NodeKind::Escape, begin, in_.p);
}

void Words::single_quoted(Parts& parts) {
  const std::uint32_t begin = in_.p++;
  while (!in_.at_end() && in_.text[in_.p] != '\'') {
    in_.p = static_cast<std::uint32_t>(std::min(in_.text.find_first_of("\\'", in_.p), in_.text.size()));
    if (in_.here() == '\\') in_.p += 2;
  }
  if (in_.at_end()) return in_.fail(SyntaxError::Kind::Incomplete, begin, "a single quote is open");
  ++in_.p;
  in_.add_leaf(parts, NodeKind::SingleQuoted, begin, in_.p);
}

void Words::double_quoted(Parts& outer) {
  const std::uint32_t begin = in_.p++;
  const NodeId id = in_.open(NodeKind::DoubleQuoted, begin);
  Parts parts{id};
  std::uint32_t text_begin = in_.p;
  const auto flush = [&] {
    if (in_.p > text_begin) in_.add_leaf(parts, NodeKind::Literal, text_begin, in_.p);
  };
  for (;;) {
    in_.p = static_cast<std::uint32_t>(std::min(in_.text.find_first_of("\\\"$", in_.p), in_.text.size()));
    if (in_.at_end()) return in_.fail(SyntaxError::Kind::Incomplete, begin, "a double quote is open");
    const char c = in_.text[in_.p];
    if (c == '\\') {
      if (in_.continues_line(in_.p)) in_.record(Layout::Role::Continuation, in_.p, in_.p + 2);
      in_.p += 2;
      continue;
    }
    flush();
    if (c == '"') break;
    if (in_.byte(in_.p + 1) == '(')
      substitution(parts, true);
    else
      dollar(parts, true);
    if (!in_.ok()) return;
    text_begin = in_.p;
  }
  ++in_.p;
  in_.close(id, in_.p);
  in_.add(outer, id);
}

void Words::dollar(Parts& parts, bool quoted) {
  const std::uint32_t begin = in_.p;
  if (in_.byte(in_.p + 1) == '(') return substitution(parts, quoted);
  while (in_.here() == '$') ++in_.p;
  for (; in_.continues_line(in_.p); in_.p += 2) in_.record(Layout::Role::Continuation, in_.p, in_.p + 2);
  if (!is(in_.here(), Name)) {
    const bool cut = in_.at_end() && !quoted;
    return in_.fail(cut ? SyntaxError::Kind::Incomplete : SyntaxError::Kind::Invalid, begin,
                    "a '$' has no variable name");
  }
  std::uint32_t end = in_.p;
  while (is(in_.byte(end), Name)) ++end;
  in_.p = end;
  Parts inner = in_.begin(parts, NodeKind::Parameter, begin);
  subscripts(inner, quoted);
  in_.close(inner.parent, in_.p);
}

// `(…)` or `$(…)`, with the indexes after it.
void Words::substitution(Parts& parts, bool quoted) {
  const std::uint32_t begin = in_.p;
  if (!in_.enter(begin)) return;
  in_.p += in_.here() == '$' ? 2 : 1;
  const NodeId id = in_.open(NodeKind::CommandSubstitution, begin);
  in_.add(parts, id);
  const int loops = std::exchange(in_.loops, 0);
  const int blocks = std::exchange(in_.blocks, 0);
  const Token token = std::exchange(in_.token, Token{});
  const std::uint32_t consumed = in_.consumed;
  ++in_.substitutions;
  tokens_.advance();
  const NodeId commands = statements_.list();
  --in_.substitutions;
  if (in_.ok() && in_.token.kind == TokenKind::EndOfText)
    in_.fail(SyntaxError::Kind::Incomplete, begin, "a '(' is open");
  if (in_.ok() && in_.token.kind != TokenKind::Close) tokens_.unexpected();
  if (!in_.ok()) return;
  Parts inner{id};
  in_.add(inner, commands);
  in_.loops = loops;
  in_.blocks = blocks;
  in_.token = token;
  in_.consumed = consumed;
  in_.leave();
  in_.close(id, in_.p);
  subscripts(parts, quoted);
}

void Words::subscripts(Parts& parts, bool quoted) {
  while (in_.here() == '[' && in_.ok()) subscript(parts, quoted);
}

// In double quotes an index without end is accepted: fish complains only when it runs.
void Words::subscript(Parts& parts, bool quoted) {
  const std::uint32_t begin = in_.p++;
  if (!in_.enter(begin)) return;
  Parts inner = in_.begin(parts, NodeKind::Subscript, begin);
  if (quoted) {
    while (!in_.at_end() && in_.here() != ']' && in_.here() != '"' && in_.ok()) {
      if (in_.here() == '$') {
        dollar(inner, true);
      } else {
        blank_in_subscript();
        in_.p += in_.here() == '\\' ? 2 : 1;
      }
    }
  } else {
    const bool slice_open = std::exchange(slice_open_, false);
    word_parts(inner, ']');
    slice_open_ = slice_open;
  }
  in_.leave();
  if (!in_.ok()) return;
  if (in_.here() == ']') {
    ++in_.p;
  } else if (!quoted) {
    return in_.fail(SyntaxError::Kind::Incomplete, begin, "a '[' has no ']'");
  }
  in_.close(inner.parent, in_.p);
}

void Words::brace(Parts& parts) {
  const std::uint32_t begin = in_.p++;
  if (!in_.enter(begin)) return;
  Parts inner = in_.begin(parts, NodeKind::Brace, begin);
  word_parts(inner, '}');
  if (!in_.ok()) return;
  if (in_.at_end()) return in_.fail(SyntaxError::Kind::Incomplete, begin, "a '{' is open");
  ++in_.p;
  in_.leave();
  in_.close(inner.parent, in_.p);
}

}  // namespace termhost::shell::fish
