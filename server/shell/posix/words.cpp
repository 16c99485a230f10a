#include <algorithm>

#include "shell/posix/parser.hpp"

namespace termhost::shell::posix {

bool Parser::word_starts(WordPlace place) const {
  const char first = at(p_);
  if (is(first, NameStart)) return true;
  const std::size_t i = over(p_);
  const char c = at(i);
  if (!is_metacharacter(c)) return c != '#' && !(is_.zsh && c == '}' && is_metacharacter(at(over(i + 1))));
  if (i >= s_.size()) return false;
  if (c == '<' || c == '>') return is_.extended && (at(over(i + 1)) == '(' || (c == '<' && zsh_number_range()));
  return c == '(' && parenthesis_in_word(place);
}

NodeId Parser::word(WordPlace place) {
  settle();
  const std::size_t begin = p_;
  skip_plain();
  if (p_ > begin && is(at(p_), WordEnd)) return leaf(NodeKind::Word, begin, p_);
  const NodeId node = open(NodeKind::Word, begin);
  Sink sink{*this, node, begin};
  word_parts(sink, place);
  sink.finish(p_);
  return close(node);
}

void Parser::word_parts(Sink& sink, WordPlace place) {
  for (;;) {
    skip_plain();
    if (p_ >= s_.size() || !special_in_word(sink, place)) return;
  }
}

// Reads what stands at a character that is not plain. False: the word ends before it.
bool Parser::special_in_word(Sink& sink, WordPlace place) {
  const std::size_t begin = p_;
  const bool starts = begin == tree_.node(sink.parent).begin;
  switch (at(p_)) {
    case '\\':
      if (continues(p_)) {
        settle();
      } else if (p_ + 1 >= s_.size()) {
        tree_.set_open_ended();
        ++p_;
      } else {
        p_ += 2;
        sink.add_leaf(NodeKind::Escape, begin);
      }
      return true;
    case '\'': single_quoted(sink); return true;
    case '"': double_quoted(sink); return true;
    case '`': backquoted(sink, false); return true;
    case '$': dollar(sink, false); return true;
    case '*':
    case '?':
    case '+':
    case '@':
    case '!':
      if (is_.extended_globs && at(p_ + 1) == '(') {
        ++p_;
        group_in_word(sink, begin);
        return true;
      }
      [[fallthrough]];
    case '[': glob_or_literal(sink); return true;
    case '{': braces(sink, place); return true;
    case ',':
      sink.brace_list = true;
      ++p_;
      return true;
    case '}':
      if (sink.in_braces) return false;
      if (is_.zsh && place != WordPlace::Value && is_metacharacter(at(over(p_ + 1)))) {
        return false;
      }
      ++p_;
      return true;
    case '~':
      ++p_;
      if (is_.ksh && at(p_) == '(') {
        group_in_word(sink, begin);
      } else if (starts) {
        while (is_name_char(at(p_)) || at(p_) == '-' || at(p_) == '+' || at(p_) == '.') ++p_;
        sink.add_leaf(NodeKind::Tilde, begin);
      }
      return true;
    case '=':
      ++p_;
      if (is_.zsh && starts && at(p_) == '(')
        command_substitution(sink, begin, NodeKind::ProcessSubstitution, Operator::FileValue);
      return true;
    case '<':
    case '>': {
      if (is_.zsh && at(p_) == '<' && zsh_number_range()) {
        p_ = s_.find('>', p_) + 1;
        sink.add_leaf(NodeKind::Glob, begin);
        return true;
      }
      if (!is_.extended || at(over(p_ + 1)) != '(') return false;
      const Operator op = at(p_) == '<' ? Operator::Input : Operator::Output;
      take();
      settle();
      command_substitution(sink, begin, NodeKind::ProcessSubstitution, op);
      return true;
    }
    case '(':
      if (!parenthesis_in_word(starts || place == WordPlace::Regex ? place : WordPlace::Argument)) return false;
      group_in_word(sink, begin);
      return true;
    case '|':
      if (place != WordPlace::Regex || is_.zsh || at(p_ + 1) == '|') return false;
      ++p_;
      return true;
    default: return false;
  }
}

// At a `(`. zsh reads it as a part of the word unless a function definition follows; a regular expression has groups
// everywhere.
bool Parser::parenthesis_in_word(WordPlace place) const {
  if (place == WordPlace::Regex) return true;
  if (!is_.zsh || place == WordPlace::Command || place == WordPlace::Value) return false;
  return place == WordPlace::Pattern || !function_follows();
}

// zsh: <1-9>, <->
bool Parser::zsh_number_range() const {
  if (!is_.zsh) return false;
  std::size_t i = over(p_) + 1;
  while (is_digit(at(i))) ++i;
  if (at(i) != '-') return false;
  do ++i;
  while (is_digit(at(i)));
  return at(i) == '>';
}

// * ? [ make a pattern; a [ only when a ] follows in the word. The scan ends at the next [, so all scans together are
// linear.
void Parser::glob_or_literal(Sink& sink) {
  const std::size_t begin = p_++;
  const char c = s_[begin];
  if (c == '+' || c == '@' || c == '!') return;
  if (c == '[') {
    std::size_t i = p_;
    const std::size_t limit = std::min(s_.size(), p_ + max_look_ahead);
    while (i < limit && s_[i] != ']' && s_[i] != '[' && !is_metacharacter(s_[i])) ++i;
    if (at(i) != ']' || i == p_) return;
    const std::string_view inside = s_.substr(p_, i - p_);
    if (inside.find_first_of("'\"`$\\") == std::string_view::npos) p_ = i + 1;
  }
  sink.add_leaf(NodeKind::Glob, begin);
}

// {a,b} and {1..3} become a Brace; {} and {a} and what is not closed in the word are text.
void Parser::braces(Sink& sink, WordPlace place) {
  const Nest nest(*this);
  const std::size_t begin = p_++;
  const SyntaxTree::Mark mark = tree_.mark();
  const NodeId node = open(NodeKind::Brace, begin);
  Sink inner{*this, node, p_};
  inner.in_braces = true;
  word_parts(inner, place);
  const std::size_t end = p_;
  const bool closed = at(p_) == '}' && !failed_;
  const bool sequence =
      inner.last == no_node && s_.substr(std::min(begin, s_.size()), end - begin).find("..") != std::string_view::npos;
  if (closed) ++p_;
  if (closed && !is_.dash && place != WordPlace::Value && (inner.brace_list || sequence)) {
    inner.finish(end);
    sink.add(close(node), begin);
  } else if (inner.last == no_node) {
    if (!failed_ && tree_.mark().layout == mark.layout) tree_.rewind(mark);
  } else {  // its parts are the word's own
    sink.flush(begin);
    const NodeId first = tree_.node(node).first_child;
    tree_.node(node) = {.kind = NodeKind::Literal,
                        .begin = static_cast<std::uint32_t>(begin),
                        .end = static_cast<std::uint32_t>(begin + 1),
                        .text = text_};
    tree_.append(sink.parent, sink.last, node);
    tree_.append(sink.parent, node, first);
    sink.last = inner.last;
    sink.literal_begin = inner.literal_begin;
  }
}

// ( … ) as a part of a word: everything in it is the word's, blanks too.
void Parser::group_in_word(Sink& sink, std::size_t begin) {
  const Nest nest(*this);
  const NodeId node = open(NodeKind::Glob, begin);
  take();
  Sink inner{*this, node, p_};
  if (!balanced(inner, '(', ')', false)) unexpected("a pattern's group");
  inner.finish(p_);
  take();
  close(node);
  sink.add(node, begin);
}

// Everything up to the matching `close`, which stays. False at the end of the text.
bool Parser::balanced(Sink& sink, char opening, char closing, bool arithmetic) {
  for (int level = 0;;) {
    if (p_ >= s_.size()) return false;
    const char c = s_[p_];
    if (c == closing && level-- == 0) return true;
    if (c == opening) ++level;
    switch (c) {
      case '\\':
        if (continues(p_)) {
          settle();
        } else {
          p_ = std::min(p_ + 2, s_.size());
        }
        break;
      case '\'':
        if (arithmetic && (is_.dash || is_.zsh)) {
          ++p_;
        } else {
          single_quoted(sink);
        }
        break;
      case '"': double_quoted(sink); break;
      case '`': backquoted(sink, arithmetic); break;
      case '$': dollar(sink, arithmetic); break;
      case '\n':
      case '\t':
        if (arithmetic) record(Layout::Role::Blank, p_, p_ + 1);
        ++p_;
        break;
      default: ++p_;
    }
  }
}

void Parser::single_quoted(Sink& sink) {
  const std::size_t begin = p_;
  const std::size_t end = s_.find('\'', p_ + 1);
  if (end == std::string_view::npos) {
    fail(SyntaxError::Kind::Incomplete, "a single quote is not closed");
    return;
  }
  p_ = end + 1;
  sink.add_leaf(NodeKind::SingleQuoted, begin);
}

void Parser::ansi_quoted(Sink& sink) {
  const std::size_t begin = p_;
  take();
  std::size_t i = over(p_) + 1;
  while (i < s_.size() && s_[i] != '\'') i += s_[i] == '\\' ? 2 : 1;
  if (i >= s_.size()) {
    fail(SyntaxError::Kind::Incomplete, "a $' quote is not closed");
    return;
  }
  settle();
  p_ = i + 1;
  sink.add_leaf(NodeKind::AnsiQuoted, begin);
}

// At the " (of "…" or $"…").
void Parser::double_quoted(Sink& sink) {
  const Nest nest(*this);
  const std::size_t begin = p_;
  const NodeId node = open(NodeKind::DoubleQuoted, begin);
  if (at(p_) == '$') take();
  take();
  Sink inner{*this, node, p_};
  double_quoted_text(inner, '"');
  if (p_ >= s_.size()) {
    fail(SyntaxError::Kind::Incomplete, "a double quote is not closed");
    return;
  }
  inner.finish(p_);
  ++p_;
  close(node);
  sink.add(node, begin);
}

// Up to `end` (0: to the end of the text), which stays.
void Parser::double_quoted_text(Sink& sink, char end) {
  for (;;) {
    p_ = end_of_run(p_, PlainInQuotes);
    if (p_ >= s_.size()) return;
    switch (s_[p_]) {
      case '"':
        if (end == '"') return;
        ++p_;
        break;
      case '\\':
        if (continues(p_)) {
          settle();
        } else {
          p_ = std::min(p_ + 2, s_.size());
        }
        break;
      case '$': dollar(sink, true); break;
      case '`': backquoted(sink, true); break;
      default: break;
    }
  }
}

}  // namespace termhost::shell::posix
