// [[ … ]]: the operands and operators as words in a row; what must be known exactly is where a newline may stand.
#include "shell/posix/parser.hpp"

namespace termhost::shell::posix {

NodeId Parser::conditional() {
  const NodeId node = open(NodeKind::Conditional, p_);
  take_keyword();
  cond_or(node, no_node);
  skip_newlines(Layout::Role::Blank);
  if (!cond_closes()) unexpected("[[ ]]");
  take();
  take();
  return close(node);
}

bool Parser::cond_closes() const {
  return peek() == ']' && peek2() == ']' && is_metacharacter(at(over(over(over(p_) + 1) + 1)));
}

// Terms joined by && and ||.
NodeId Parser::cond_or(NodeId node, NodeId last) {
  const Nest nest(*this);
  for (;;) {
    last = cond_term(node, last);
    skip_newlines(Layout::Role::Blank);
    const char c = peek();
    if ((c != '&' && c != '|') || peek2() != c || failed_) return last;
    take();
    take();
  }
}

bool Parser::cond_term_ends() {
  skip_blanks();
  const char c = peek();
  return at_end() || c == '\n' || c == ')' || c == '#' || ((c == '&' || c == '|') && peek2() == c) || cond_closes();
}

NodeId Parser::cond_term(NodeId node, NodeId last) {
  skip_newlines(Layout::Role::Blank);
  while (peek() == '!' && is_metacharacter(peek2())) {
    take();
    skip_newlines(Layout::Role::Blank);
  }
  if (peek() == '(') {
    take();
    last = cond_or(node, last);
    skip_newlines(Layout::Role::Blank);
    expect(')', "[[ ]]");
    return last;
  }
  if (cond_closes() || !word_starts(WordPlace::Command)) {
    unexpected("[[ ]]");
    return last;
  }
  last = tree_.append(node, last, word(WordPlace::Operand));
  for (int operands = 1; !cond_term_ends() && !failed_; ++operands) {
    if (operands == 3 && !is_.zsh) {
      unexpected("[[ ]]");
      break;
    }
    if ((peek() == '<' || peek() == '>') && !word_starts(WordPlace::Argument)) {
      const std::size_t begin = p_;
      take();
      last = tree_.append(node, last, leaf(NodeKind::Word, begin, p_));
      continue;
    }
    const bool regex = operands == 2 && tree_.text(last) == "=~";
    const WordPlace place = regex ? WordPlace::Regex : is_.zsh ? WordPlace::Argument : WordPlace::Operand;
    if (!word_starts(place)) {
      unexpected("[[ ]]");
      break;
    }
    last = tree_.append(node, last, word(place));
  }
  return last;
}

}  // namespace termhost::shell::posix
