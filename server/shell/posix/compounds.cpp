#include <algorithm>

#include "shell/posix/parse.hpp"
#include "shell/posix/parser.hpp"
#include "shell/posix/scope.hpp"

namespace termhost::shell::posix {

NodeId Parser::compound() {
  NodeId node = no_node;
  if (peek() == '(') {
    if (is_.zsh && function_follows()) return anonymous_function();
    node = is_.extended && peek2() == '(' ? arithmetic_command() : subshell();
  } else {
    switch (keyword()) {
      case Keyword::If: node = if_clause(); break;
      case Keyword::While: node = while_clause(NodeKind::While); break;
      case Keyword::Until: node = while_clause(NodeKind::Until); break;
      case Keyword::For: node = for_clause(NodeKind::For, false); break;
      case Keyword::Foreach: node = for_clause(NodeKind::For, true); break;
      case Keyword::Select: node = for_clause(NodeKind::Select, false); break;
      case Keyword::Repeat: node = repeat_clause(); break;
      case Keyword::Case: node = case_clause(); break;
      case Keyword::Function: return function_keyword();
      case Keyword::Coproc: return coproc();
      case Keyword::OpenConditional: node = conditional(); break;
      case Keyword::OpenBrace: node = group(); break;
      case Keyword::None:
      case Keyword::Then:
      case Keyword::Elif:
      case Keyword::Else:
      case Keyword::Fi:
      case Keyword::Do:
      case Keyword::Done:
      case Keyword::End:
      case Keyword::Esac:
      case Keyword::Time:
      case Keyword::Bang:
      case Keyword::CloseBrace: unexpected("a command"); return open(NodeKind::SimpleCommand, p_);
    }
  }
  NodeId last = no_node;
  for (const NodeId child : tree_.children(node)) last = child;
  redirections(node, last);
  return node;
}

NodeId Parser::redirections(NodeId node, NodeId last) {
  skip_blanks();
  while (redirection_starts()) {
    last = tree_.append(node, last, redirection());
    tree_.node(node).end = tree_.node(last).end;
    skip_blanks();
  }
  return last;
}

NodeId Parser::subshell() {
  const NodeId node = open(NodeKind::Subshell, p_);
  take();
  tree_.append(node, no_node, body("a subshell"));
  expect(')', "a subshell");
  return close(node);
}

NodeId Parser::braced_list() {
  take_keyword();
  const NodeId list = body("a group of commands");
  expect_keyword(Keyword::CloseBrace, "a group of commands");
  return list;
}

NodeId Parser::group() {
  const NodeId node = open(NodeKind::Group, p_);
  const NodeId last = tree_.append(node, no_node, braced_list());
  close(node);
  if (!is_.zsh) return node;
  skip_blanks();
  constexpr std::string_view always = "always";
  if (s_.substr(std::min(p_, s_.size()), always.size()) != always || !is_metacharacter(at(p_ + always.size())))
    return node;
  p_ += always.size();
  skip_newlines(Layout::Role::Blank);
  if (keyword() != Keyword::OpenBrace) unexpected("an always block");
  tree_.node(node).kind = NodeKind::Always;
  tree_.append(node, last, braced_list());
  return close(node);
}

NodeId Parser::if_clause() {
  const NodeId node = open(NodeKind::If, p_);
  NodeId last = no_node;
  bool braces = false;
  do {
    take_keyword();
    last = tree_.append(node, last, body("an if condition"));
    skip_newlines(Layout::Role::Blank);
    if (keyword() == Keyword::Then) {
      take_keyword();
      last = tree_.append(node, last, body("an if command"));
      braces = false;
    } else if (is_.zsh && keyword() == Keyword::OpenBrace) {
      last = tree_.append(node, last, braced_list());
      braces = true;
      skip_blanks();
      if (at(p_) == '\n' || at(p_) == ';' || at_end()) return close(node);
    } else if (is_.zsh && !at_end() && !list_ends()) {
      tree_.node(node).flags |= ShortForm;
      const NodeId list = wrap(NodeKind::List, and_or());
      tree_.append(node, last, list);
      return close(node);
    } else {
      unexpected("an if command");
    }
  } while (keyword() == Keyword::Elif);
  if (keyword() == Keyword::Else) {
    take_keyword();
    skip_newlines(Layout::Role::Blank);
    if (braces && keyword() == Keyword::OpenBrace) {
      tree_.append(node, last, braced_list());
      return close(node);
    }
    braces = false;
    tree_.append(node, last, body("an else part"));
  }
  if (!braces) expect_keyword(Keyword::Fi, "an if command");
  return close(node);
}

// do … done, and what the shells take instead.
NodeId Parser::loop_body(NodeId node, NodeId last, bool csh) {
  skip_newlines(Layout::Role::Blank);
  if (keyword() == Keyword::Do) {
    take_keyword();
    last = tree_.append(node, last, body("a loop"));
    expect_keyword(Keyword::Done, "a loop");
  } else if (is_.brace_bodies && keyword() == Keyword::OpenBrace) {
    last = tree_.append(node, last, braced_list());
  } else if (csh) {
    last = tree_.append(node, last, list());
    expect_keyword(Keyword::End, "a foreach loop");
  } else if (is_.zsh && !list_ends()) {
    tree_.node(node).flags |= ShortForm;
    last = tree_.append(node, last, wrap(NodeKind::List, and_or()));
  } else {
    unexpected("a loop");
  }
  return last;
}

NodeId Parser::while_clause(NodeKind kind) {
  const NodeId node = open(kind, p_);
  take_keyword();
  const NodeId condition = tree_.append(node, no_node, body("a loop's condition"));
  loop_body(node, condition, false);
  return close(node);
}

NodeId Parser::arithmetic_for(NodeId node) {
  tree_.node(node).kind = NodeKind::ArithmeticFor;
  const std::size_t begin = p_;
  take();
  take();
  const NodeId header = open(NodeKind::Arithmetic, begin);
  if (!arithmetic_attempt(header, begin)) {
    if (!failed_) p_ = s_.size();
    unexpected("a for loop's header");
  }
  const NodeId last = tree_.append(node, no_node, close(header));
  skip_blanks();
  if (peek() == ';' && peek2() != ';') take();
  loop_body(node, last, false);
  return close(node);
}

NodeId Parser::for_clause(NodeKind kind, bool csh) {
  const NodeId node = open(kind, p_);
  take_keyword();
  skip_blanks();
  if (peek() == '(' && peek2() == '(' && is_.extended) return arithmetic_for(node);
  if (!word_starts(WordPlace::Command)) unexpected("a for loop");
  NodeId last = tree_.append(node, no_node, word(WordPlace::Command));
  const auto at_in = [&] {
    const std::size_t i = over(p_);
    return at(i) == 'i' && at(over(i + 1)) == 'n' && is_metacharacter(at(over(over(i + 1) + 1)));
  };
  bool line_ended = skip_newlines(Layout::Role::Blank);
  while (is_.zsh && !line_ended && !at_in() && is_name_char(peek()) && keyword() == Keyword::None) {
    last = tree_.append(node, last, word(WordPlace::Command));  // zsh: several variables
    line_ended = skip_newlines(Layout::Role::Blank);
  }
  if (at_in()) {
    take();
    take();
    skip_blanks();
    while (word_starts(WordPlace::Argument)) {
      last = tree_.append(node, last, word(WordPlace::Argument));
      skip_blanks();
    }
    if (peek() == ';' && peek2() != ';') {
      take();
    } else if (!skip_newlines(Layout::Role::Separator)) {
      unexpected("a for loop's words");
    }
  } else if (is_.zsh && peek() == '(') {
    take();
    skip_newlines(Layout::Role::Blank);
    while (word_starts(WordPlace::Argument)) {
      last = tree_.append(node, last, word(WordPlace::Argument));
      skip_newlines(Layout::Role::Blank);
    }
    expect(')', "a for loop's words");
    skip_blanks();
    if (peek() == ';' && peek2() != ';') take();
  } else if (peek() == ';' && peek2() != ';') {
    take();
  }
  loop_body(node, last, csh);
  return close(node);
}

NodeId Parser::repeat_clause() {
  const NodeId node = open(NodeKind::Repeat, p_);
  take_keyword();
  skip_blanks();
  if (!word_starts(WordPlace::Argument)) unexpected("a repeat loop");
  const NodeId count = tree_.append(node, no_node, word(WordPlace::Argument));
  skip_blanks();
  if (peek() == ';' && peek2() != ';') take();
  loop_body(node, count, false);
  return close(node);
}

// ;; ;& ;;& ;|
bool Parser::case_terminator() const {
  if (peek() != ';') return false;
  const char second = peek2();
  return second == ';' || (second == '&' && is_.extended) || (second == '|' && (is_.zsh || is_.ksh));
}

NodeId Parser::case_clause() {
  const NodeId node = open(NodeKind::Case, p_);
  take_keyword();
  skip_blanks();
  if (!word_starts(WordPlace::Argument)) unexpected("a case command");
  NodeId last = tree_.append(node, no_node, word(WordPlace::Argument));
  skip_newlines(Layout::Role::Blank);
  if (is_.zsh && accept(';')) skip_newlines(Layout::Role::Blank);
  Keyword end = Keyword::Esac;
  if ((is_.zsh || is_.ksh) && keyword() == Keyword::OpenBrace) {
    take_keyword();
    end = Keyword::CloseBrace;
  } else if (peek() == 'i' && peek2() == 'n' && is_metacharacter(at(over(over(over(p_) + 1) + 1)))) {
    take();
    take();
    skip_blanks();
    if (is_.zsh && peek() == ';' && !case_terminator()) take();
  } else {
    unexpected("a case command");
  }
  for (;;) {
    skip_newlines(Layout::Role::Blank);
    if (failed_ || keyword() == end) break;
    last = tree_.append(node, last, case_item());
    if (!case_terminator()) {
      skip_newlines(Layout::Role::Blank);
      break;
    }
    take();
    if (accept(';')) {
      if (is_.bash || is_.ksh) accept('&');
    } else {
      take();
    }
  }
  expect_keyword(end, "a case command");
  return close(node);
}

NodeId Parser::case_item() {
  const NodeId node = open(NodeKind::CaseItem, p_);
  const NodeId last = case_patterns(node);
  tree_.append(node, last, list());
  return close(node);
}

NodeId Parser::case_patterns(NodeId item) {
  NodeId last = no_node;
  if (is_.zsh && peek() == '(') {  // all of (a|b c) is the pattern, unless a ) or | tells that it was a group in one
    last = tree_.append(item, last, word(WordPlace::Pattern));
    skip_blanks();
    if (peek() != ')' && peek() != '|') return last;
    if (accept(')')) return last;
    take();
  } else {
    accept('(');
  }
  for (;;) {
    skip_blanks();
    if (word_starts(WordPlace::Pattern)) {
      last = tree_.append(item, last, word(WordPlace::Pattern));
    } else if (!is_.zsh) {  // zsh takes an empty pattern
      unexpected("a case pattern");
    }
    skip_blanks();
    if (peek() != '|' || failed_) break;
    take();
  }
  expect(')', "a case pattern");
  return last;
}

NodeId Parser::function_keyword() {
  const NodeId node = open(NodeKind::Function, p_);
  take_keyword();
  skip_blanks();
  NodeId last = no_node;
  while (word_starts(WordPlace::Command) && (is_.zsh || last == no_node)) {
    if (last != no_node && keyword() == Keyword::OpenBrace) break;
    if (is_.zsh && keyword() == Keyword::OpenBrace) break;
    last = tree_.append(node, last, word(WordPlace::Command));
    skip_blanks();
  }
  if (last == no_node && !is_.zsh) unexpected("a function definition");
  if (function_follows()) {
    skip_blanks();
    take();
    skip_blanks();
    take();
  }
  if (last != no_node) return function_body(node, last);
  skip_newlines(Layout::Role::Blank);
  return anonymous_arguments(node);
}

NodeId Parser::anonymous_function() {
  const NodeId node = open(NodeKind::Function, p_);
  take();
  skip_blanks();
  take();
  skip_newlines(Layout::Role::Blank);
  return anonymous_arguments(node);
}

// The body of a function without a name, and the arguments it is called with at once.
NodeId Parser::anonymous_arguments(NodeId node) {
  NodeId last = tree_.append(node, no_node, command());
  skip_blanks();
  while (!failed_ && (word_starts(WordPlace::Argument) || redirection_starts())) {
    last = tree_.append(node, last, redirection_starts() ? redirection() : word(WordPlace::Argument));
    skip_blanks();
  }
  return close(node);
}

NodeId Parser::coproc() {
  const NodeId node = open(NodeKind::Coproc, p_);
  take_keyword();
  skip_blanks();
  NodeId last = no_node;
  if (is_.zsh) {
    tree_.append(node, last, pipeline());
    return close(node);
  }
  if (!compound_starts() && word_starts(WordPlace::Command)) {
    Attempt attempt(*this);
    const SyntaxTree::Mark mark = tree_.mark();
    const NodeId name = word(WordPlace::Command);
    if (compound_starts() && !function_follows()) {
      last = tree_.append(node, last, name);
    } else {
      attempt.back();
      tree_.rewind(mark);
    }
  }
  tree_.append(node, last, command());
  return close(node);
}

}  // namespace termhost::shell::posix
