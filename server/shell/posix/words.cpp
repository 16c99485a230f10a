#include "shell/posix/words.hpp"

#include <algorithm>

#include "shell/posix/parser.hpp"
#include "shell/posix_tokens/scope.hpp"

namespace termhost::shell::posix {

NodeId Words::word(WordPlace place) {
  in_.settle();
  const std::size_t begin = in_.p;
  skip_plain();
  if (in_.p > begin && is(in_.here(), WordEnd)) return in_.leaf(NodeKind::Word, begin, in_.p);
  const NodeId node = in_.open(NodeKind::Word, begin);
  WordParts sink{in_, node, begin};
  parts(sink, place);
  sink.finish(in_.p);
  return in_.close(node);
}

bool Words::starts(WordPlace place) const {
  const char first = in_.here();
  if (is(first, NameStart)) return true;
  const std::size_t i = in_.over(in_.p);
  const char c = in_.at(i);
  if (!is_metacharacter(c))
    return c != '#' && !(in_.shell.zsh && c == '}' && is_metacharacter(in_.at(in_.over(i + 1))));
  if (i >= in_.text.size()) return false;
  if (c == '<' || c == '>')
    return in_.shell.extended && (in_.at(in_.over(i + 1)) == '(' || (c == '<' && zsh_number_range()));
  return c == '(' && parenthesis_in_word(place);
}

void Words::parts(WordParts& sink, WordPlace place) {
  for (;;) {
    skip_plain();
    if (in_.p >= in_.text.size() || !special(sink, place)) return;
  }
}

// Reads a character that is not plain. False: the word ends before it.
bool Words::special(WordParts& sink, WordPlace place) {
  const std::size_t begin = in_.p;
  const bool starts_word = begin == in_.tree.node(sink.parent).begin;
  switch (in_.here()) {
    case '\\': backslash(sink); return true;
    case '\'': all_.expansions.single_quoted(sink); return true;
    case '"': all_.expansions.double_quoted(sink); return true;
    case '`': all_.expansions.backquoted(sink, false); return true;
    case '$': all_.expansions.dollar(sink, false); return true;
    case '*':
    case '?':
    case '+':
    case '@':
    case '!':
      if (in_.shell.extended_globs && in_.at(in_.p + 1) == '(') {
        ++in_.p;
        group_in_word(sink, begin);
        return true;
      }
      [[fallthrough]];
    case '[': glob_or_literal(sink); return true;
    case '{': braces(sink, place); return true;
    case ',':
      sink.brace_list = true;
      ++in_.p;
      return true;
    case '}':
      if (sink.in_braces) return false;
      if (in_.shell.zsh && place != WordPlace::Value && is_metacharacter(in_.at(in_.over(in_.p + 1)))) return false;
      ++in_.p;
      return true;
    case '~': tilde(sink, starts_word); return true;
    case '=':
      ++in_.p;
      if (in_.shell.zsh && starts_word && in_.here() == '(')
        all_.expansions.command_substitution(sink, begin, NodeKind::ProcessSubstitution, Operator::FileValue);
      return true;
    case '<':
    case '>': return angle(sink);
    case '(':
      if (!parenthesis_in_word(starts_word || place == WordPlace::Regex ? place : WordPlace::Argument)) return false;
      group_in_word(sink, begin);
      return true;
    case '|':
      if (place != WordPlace::Regex || in_.shell.zsh || in_.at(in_.p + 1) == '|') return false;
      ++in_.p;
      return true;
    default: return false;
  }
}

void Words::backslash(WordParts& sink) {
  const std::size_t begin = in_.p;
  if (in_.continues(begin)) return in_.settle();
  if (begin + 1 >= in_.text.size()) {
    in_.tree.set_open_ended();
    ++in_.p;
    return;
  }
  in_.p += 2;
  sink.add_leaf(NodeKind::Escape, begin);
}

void Words::tilde(WordParts& sink, bool starts_word) {
  const std::size_t begin = in_.p++;
  if (in_.shell.ksh && in_.here() == '(') return group_in_word(sink, begin);
  if (!starts_word) return;
  while (is_name_char(in_.here()) || in_.here() == '-' || in_.here() == '+' || in_.here() == '.') ++in_.p;
  sink.add_leaf(NodeKind::Tilde, begin);
}

// < or >: a range of numbers, a process substitution, or the word's end before it.
bool Words::angle(WordParts& sink) {
  const std::size_t begin = in_.p;
  if (in_.shell.zsh && in_.here() == '<' && zsh_number_range()) {
    in_.p = in_.text.find('>', in_.p) + 1;
    sink.add_leaf(NodeKind::Glob, begin);
    return true;
  }
  if (!in_.shell.extended || in_.at(in_.over(in_.p + 1)) != '(') return false;
  const Operator op = in_.here() == '<' ? Operator::Input : Operator::Output;
  in_.take();
  in_.settle();
  all_.expansions.command_substitution(sink, begin, NodeKind::ProcessSubstitution, op);
  return true;
}

bool Words::zsh_number_range() const {
  if (!in_.shell.zsh) return false;
  std::size_t i = in_.over(in_.p) + 1;
  while (is_digit(in_.at(i))) ++i;
  if (in_.at(i) != '-') return false;
  do ++i;
  while (is_digit(in_.at(i)));
  return in_.at(i) == '>';
}

// * ? [ make a pattern; a [ only when a ] follows in the word. The scan ends at the next [, so all scans together are
// linear.
void Words::glob_or_literal(WordParts& sink) {
  const std::size_t begin = in_.p++;
  const char c = in_.text[begin];
  if (c == '+' || c == '@' || c == '!') return;
  if (c == '[') {
    std::size_t i = in_.p;
    const std::size_t limit = std::min(in_.text.size(), in_.p + max_look_ahead);
    while (i < limit && in_.text[i] != ']' && in_.text[i] != '[' && !is_metacharacter(in_.text[i])) ++i;
    if (in_.at(i) != ']' || i == in_.p) return;
    const std::string_view inside = in_.text.substr(in_.p, i - in_.p);
    if (inside.find_first_of("'\"`$\\") == std::string_view::npos) in_.p = i + 1;
  }
  sink.add_leaf(NodeKind::Glob, begin);
}

// {a,b} and {1..3} become a Brace; {} and {a} and what is not closed in the word are text.
void Words::braces(WordParts& sink, WordPlace place) {
  const Nest nest(in_);
  const std::size_t begin = in_.p++;
  const SyntaxTree::Mark mark = in_.mark();
  const NodeId node = in_.open(NodeKind::Brace, begin);
  WordParts inner{in_, node, in_.p};
  inner.in_braces = true;
  parts(inner, place);
  const std::size_t end = in_.p;
  const bool closed = in_.here() == '}' && !in_.failed;
  const bool sequence =
      inner.last == no_node &&
      in_.text.substr(std::min(begin, in_.text.size()), end - begin).find("..") != std::string_view::npos;
  if (closed) ++in_.p;
  if (closed && !in_.shell.dash && place != WordPlace::Value && (inner.brace_list || sequence)) {
    inner.finish(end);
    sink.add(in_.close(node), begin);
  } else if (inner.last == no_node) {
    if (!in_.failed && in_.mark().layout == mark.layout) in_.tree.rewind(mark);
  } else {  // its parts are the word's own
    sink.flush(begin);
    const NodeId first = in_.tree.node(node).first_child;
    in_.tree.node(node) = {.kind = NodeKind::Literal,
                           .begin = static_cast<std::uint32_t>(begin),
                           .end = static_cast<std::uint32_t>(begin + 1),
                           .text = in_.text_id};
    in_.tree.append(sink.parent, sink.last, node);
    in_.tree.append(sink.parent, node, first);
    sink.last = inner.last;
    sink.literal_begin = inner.literal_begin;
  }
}

// ( … ) as a part of a word: everything in it is the word's, blanks too.
void Words::group_in_word(WordParts& sink, std::size_t begin) {
  const Nest nest(in_);
  const NodeId node = in_.open(NodeKind::Glob, begin);
  in_.take();
  WordParts inner{in_, node, in_.p};
  if (!all_.expansions.balanced(inner, '(', ')', false)) in_.unexpected("a pattern's group");
  inner.finish(in_.p);
  in_.take();
  in_.close(node);
  sink.add(node, begin);
}

// At a `(`. zsh reads it as a part of the word unless a function definition follows; a regular expression has groups
// everywhere.
bool Words::parenthesis_in_word(WordPlace place) const {
  if (place == WordPlace::Regex) return true;
  if (!in_.shell.zsh || place == WordPlace::Command || place == WordPlace::Value) return false;
  return place == WordPlace::Pattern || !in_.parentheses_follow();
}

}  // namespace termhost::shell::posix
