#include "shell/posix/conditionals.hpp"

#include "shell/posix/parser.hpp"
#include "shell/posix_tokens/scope.hpp"

namespace termhost::shell::posix {

NodeId Conditionals::conditional() {
  const NodeId node = in_.open(NodeKind::Conditional, in_.p);
  all_.keywords.take();
  alternatives(node, no_node);
  all_.lines.skip_newlines(Layout::Role::Blank);
  if (!closes()) in_.unexpected("[[ ]]");
  in_.take();
  in_.take();
  return in_.close(node);
}

// Terms joined by && and ||.
NodeId Conditionals::alternatives(NodeId node, NodeId last) {
  const Nest nest(in_);
  for (;;) {
    last = term(node, last);
    all_.lines.skip_newlines(Layout::Role::Blank);
    const char c = in_.peek();
    if ((c != '&' && c != '|') || in_.peek2() != c || in_.failed) return last;
    in_.take();
    in_.take();
  }
}

NodeId Conditionals::term(NodeId node, NodeId last) {
  all_.lines.skip_newlines(Layout::Role::Blank);
  while (in_.peek() == '!' && is_metacharacter(in_.peek2())) {
    in_.take();
    all_.lines.skip_newlines(Layout::Role::Blank);
  }
  if (in_.peek() == '(') {
    in_.take();
    last = alternatives(node, last);
    all_.lines.skip_newlines(Layout::Role::Blank);
    in_.expect(')', "[[ ]]");
    return last;
  }
  if (closes() || !all_.words.starts(WordPlace::Command)) {
    in_.unexpected("[[ ]]");
    return last;
  }
  last = in_.tree.append(node, last, all_.words.word(WordPlace::Operand));
  for (int operands = 1; !term_ends() && !in_.failed; ++operands) {
    if (operands == 3 && !in_.shell.zsh) {
      in_.unexpected("[[ ]]");
      break;
    }
    if ((in_.peek() == '<' || in_.peek() == '>') && !all_.words.starts(WordPlace::Argument)) {
      const std::size_t begin = in_.p;
      in_.take();
      last = in_.tree.append(node, last, in_.leaf(NodeKind::Word, begin, in_.p));
      continue;
    }
    const bool regex = operands == 2 && in_.tree.text(last) == "=~";
    const WordPlace place = regex ? WordPlace::Regex : in_.shell.zsh ? WordPlace::Argument : WordPlace::Operand;
    if (!all_.words.starts(place)) {
      in_.unexpected("[[ ]]");
      break;
    }
    last = in_.tree.append(node, last, all_.words.word(place));
  }
  return last;
}

bool Conditionals::term_ends() {
  in_.skip_blanks();
  const char c = in_.peek();
  return in_.at_end() || c == '\n' || c == ')' || c == '#' || ((c == '&' || c == '|') && in_.peek2() == c) || closes();
}

bool Conditionals::closes() const {
  return in_.peek() == ']' && in_.peek2() == ']' &&
         is_metacharacter(in_.at(in_.over(in_.over(in_.over(in_.p) + 1) + 1)));
}

}  // namespace termhost::shell::posix
