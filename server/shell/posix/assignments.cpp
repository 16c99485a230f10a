#include "shell/posix/assignments.hpp"

#include <algorithm>

#include "shell/posix/parser.hpp"
#include "shell/posix_tokens/scope.hpp"

namespace termhost::shell::posix {

bool Assignments::starts(bool only_array) const {
  std::size_t i = in_.over(in_.p);
  if (in_.shell.zsh && is_digit(in_.at(i))) {
    while (is_digit(in_.at(i)))
      i = in_.shell.zsh ? i + 1 : in_.over(i + 1);  // zsh reads no descriptor whose line is joined to the operator's
  } else if (!is_name_start(in_.at(i))) {
    return false;
  }
  while (is_name_char(in_.at(i)) || (in_.shell.ksh && in_.at(i) == '.' && is_name_start(in_.at(i + 1))))
    i = in_.over(i + 1);
  if (in_.at(i) == '[' && in_.shell.extended) {
    if (in_.shell.bash && !only_array) return true;
    i = subscript_end(i);
  }
  if (in_.at(i) == '+' && in_.shell.extended) i = in_.over(i + 1);
  return in_.at(i) == '=' && (!only_array || in_.at(in_.over(i + 1)) == '(');
}

// The end of the subscript whose [ is at `begin`, past its ], or npos: a subscript is on one line and not long.
std::size_t Assignments::subscript_end(std::size_t begin) const {
  int level = 0;
  const std::size_t limit = std::min(in_.text.size(), begin + max_look_ahead);
  for (std::size_t i = begin; i < limit && in_.text[i] != '\n'; ++i) {
    if (in_.text[i] == '\\') {
      ++i;
    } else if (in_.text[i] == '[') {
      ++level;
    } else if (in_.text[i] == ']' && --level == 0) {
      return in_.over(i + 1);
    }
  }
  return std::string_view::npos;
}

NodeId Assignments::assignment() {
  in_.settle();
  const std::size_t begin = in_.p;
  const NodeId node = in_.open(NodeKind::Assignment, begin);
  NodeId last = no_node;
  while (is_name_char(in_.here()) || in_.continues(in_.p) || (in_.shell.ksh && in_.here() == '.')) in_.take();
  if (in_.here() == '[') {
    subscript(node, last);
    in_.settle();
  }
  if (in_.peek() != '=' && !(in_.peek() == '+' && in_.peek2() == '=')) {  // bash: a subscript, but no assignment
    in_.tree.node(node).kind = NodeKind::Word;
    if (last != no_node) in_.tree.node(last).kind = NodeKind::Glob;
    WordParts sink{in_, node, in_.p, last};
    all_.words.parts(sink, WordPlace::Argument);
    sink.finish(in_.p);
    return in_.close(node);
  }
  if (in_.accept('+')) in_.tree.node(node).flags |= Appending;
  in_.take();
  in_.settle();
  if (in_.shell.extended && in_.here() == '(') {
    in_.tree.append(node, last, array());
  } else if (all_.words.value_starts()) {
    in_.tree.append(node, last, all_.words.word(WordPlace::Value));
  }
  return in_.close(node);
}

NodeId Assignments::array() {
  const Nest nest(in_);
  const NodeId node = in_.open(NodeKind::Array, in_.p);
  in_.take();
  NodeId last = no_node;
  for (;;) {
    all_.lines.skip_newlines(Layout::Role::Blank);
    while (in_.shell.ksh && in_.accept(';'))
      all_.lines.skip_newlines(Layout::Role::Blank);  // a compound variable of ksh93
    if (!all_.words.starts(WordPlace::Argument)) break;
    last = in_.tree.append(node, last, array_element());
  }
  in_.expect(')', "an array");
  return in_.close(node);
}

NodeId Assignments::array_element() {
  if (in_.shell.ksh && starts(true)) return assignment();
  const std::size_t after = in_.here() == '[' ? subscript_end(in_.p) : std::string_view::npos;
  if (after == std::string_view::npos || (in_.at(after) != '=' && !(in_.at(after) == '+' && in_.at(after + 1) == '=')))
    return all_.words.word(WordPlace::Argument);
  const NodeId node = in_.open(NodeKind::Assignment, in_.p);
  NodeId last = no_node;
  subscript(node, last);
  in_.settle();
  if (in_.accept('+')) in_.tree.node(node).flags |= Appending;
  in_.take();
  if (in_.shell.ksh && in_.here() == '(') {
    in_.tree.append(node, last, array());
  } else if (all_.words.value_starts()) {
    in_.tree.append(node, last, all_.words.word(WordPlace::Value));
  }
  return in_.close(node);
}

void Assignments::subscript(NodeId parent, NodeId& last) {
  const NodeId node = in_.open(NodeKind::Subscript, in_.p);
  in_.take();
  WordParts inner{in_, node, in_.p};
  if (!all_.expansions.balanced(inner, '[', ']', false)) in_.unexpected("a subscript");
  inner.finish(in_.p);
  in_.take();
  last = in_.tree.append(parent, last, in_.close(node));
}

}  // namespace termhost::shell::posix
