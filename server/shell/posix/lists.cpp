#include <utility>

#include "shell/posix/parse.hpp"
#include "shell/posix/parser.hpp"
#include "shell/syntax/short_words.hpp"

namespace termhost::shell::posix {

void Parser::run() {
  tree_.set_root(list());
  end_of_text();
}

void Parser::end_of_text() {
  skip_blanks();
  if (p_ < s_.size()) unexpected("a list of commands");
  if (!waiting_.empty() && !failed_) read_here_documents();
}

bool Parser::list_ends() {
  settle();
  if (p_ >= s_.size() || at(p_) == ')') return true;
  if (at(p_) == ';') return case_terminator();
  return is_closing(keyword());
}

NodeId Parser::list() {
  const Nest nest(*this);
  const NodeId node = open(NodeKind::List, p_);
  skip_to_first_statement();
  statements(node);
  return node;
}

void Parser::skip_to_first_statement() {
  skip_newlines(Layout::Role::Blank);
  while (is_.empty_lists && peek() == ';' && !case_terminator()) {
    take();
    skip_newlines(Layout::Role::Blank);
  }
}

void Parser::statements(NodeId list) {
  tree_.node(list).begin = tree_.node(list).end = static_cast<std::uint32_t>(p_);
  NodeId last = no_node;
  while (!list_ends()) {
    const NodeId statement = and_or();
    if (failed_) break;
    last = tree_.append(list, last, statement);
    tree_.node(list).end = tree_.node(statement).end;
    if (!terminator(statement)) break;
  }
  if (last == no_node) close(list);
}

NodeId Parser::body(std::string_view inside) {
  const NodeId node = list();
  if (!is_.empty_lists && tree_.node(node).first_child == no_node) unexpected(inside);
  return node;
}

// What ends a statement. False: the list ends with it.
bool Parser::terminator(NodeId statement) {
  skip_blanks();
  if (peek() == '&' || (is_.ksh && peek() == '|' && peek2() == '&')) {
    if (accept('|')) settle();
    take();
    if (is_.zsh && (at(p_) == '|' || at(p_) == '!')) ++p_;
    tree_.node(statement).flags |= Background;
    skip_newlines(Layout::Role::Blank);
    return true;
  }
  if (peek() == ';') {
    if (case_terminator()) return false;
    do {
      take();
      skip_newlines(Layout::Role::Blank);
    } while (is_.empty_lists && peek() == ';' && !case_terminator());
    return true;
  }
  if (!skip_newlines(Layout::Role::Separator)) return false;
  const std::size_t newline = newlines_at_;
  while (is_.empty_lists && peek() == ';' && !case_terminator()) {
    take();
    skip_newlines(Layout::Role::Blank);
  }
  if (list_ends() && !is_closing(keyword())) tree_.set_layout_role(newline, Layout::Role::Blank);
  return true;
}

NodeId Parser::and_or() {
  NodeId node = pipeline();
  NodeId last = node;
  while (!failed_) {
    skip_blanks();
    const Operator op = peek() == '&' && peek2() == '&'   ? Operator::And
                        : peek() == '|' && peek2() == '|' ? Operator::Or
                                                          : Operator::None;
    if (op == Operator::None) break;
    if (last == node) node = wrap(NodeKind::AndOr, node);
    take();
    take();
    skip_newlines(Layout::Role::Blank);
    if (is_.zsh && at_end() && text_ == 0) {  // zsh lets the end of the text be the end of the list
      tree_.set_open_ended();
      break;
    }
    const NodeId next = pipeline();
    tree_.node(next).op = op;
    last = tree_.append(node, last, next);
  }
  if (last != node) tree_.node(node).end = tree_.node(last).end;
  return node;
}

// After ! or time: whether they stand alone.
bool Parser::ends_command() {
  skip_blanks();
  skip_comment();
  switch (peek()) {
    case '\n':
    case ';':
    case ')':
    case '\0': return true;
    case '&': return peek2() != '>' || !is_.both_redirection;
    case '|': return true;
    default: return false;
  }
}

NodeId Parser::pipeline() {
  skip_blanks();
  settle();
  const std::size_t begin = p_;
  std::uint16_t flags = 0;
  for (;;) {
    const Keyword prefix = keyword();
    if (prefix == Keyword::Bang && (is_.repeated_negation || (flags & Negated) == 0)) {
      flags |= Negated;
    } else if (prefix == Keyword::Time) {
      flags |= Timed;
    } else {
      break;
    }
    take_keyword();
    skip_blanks();
    while (prefix == Keyword::Time && is_.bash && at(p_) == '-' &&
           ((at(p_ + 1) == 'p' || at(p_ + 1) == '-') && is_metacharacter(at(p_ + 2)))) {
      p_ += 2;
      skip_blanks();
    }
  }
  if (flags != 0 && !is_.dash && ends_command()) {
    const NodeId alone = leaf(NodeKind::Pipeline, begin, p_);
    tree_.node(alone).flags = flags;
    return alone;
  }
  NodeId node = command();
  NodeId last = node;
  if (flags != 0) {
    node = wrap(NodeKind::Pipeline, node);
    tree_.node(node).begin = static_cast<std::uint32_t>(begin);
    tree_.node(node).flags = flags;
  }
  while (!failed_) {
    skip_blanks();
    if (peek() != '|' || peek2() == '|' || (is_.ksh && peek2() == '&')) break;
    if (last == node) node = wrap(NodeKind::Pipeline, node);
    take();
    const bool both = is_.extended && accept('&');
    skip_newlines(Layout::Role::Blank);
    if (is_.zsh && at_end() && text_ == 0) {
      tree_.set_open_ended();
      break;
    }
    if (is_.ksh && keyword() == Keyword::Bang) take_keyword();
    const NodeId next = command();
    tree_.node(next).op = both ? Operator::PipeBoth : Operator::Pipe;
    last = tree_.append(node, last, next);
  }
  if (last != node) tree_.node(node).end = tree_.node(last).end;
  return node;
}

bool Parser::compound_starts() {
  skip_blanks();
  if (peek() == '(') return true;
  switch (keyword()) {
    case Keyword::If:
    case Keyword::While:
    case Keyword::Until:
    case Keyword::For:
    case Keyword::Foreach:
    case Keyword::Select:
    case Keyword::Repeat:
    case Keyword::Case:
    case Keyword::Function:
    case Keyword::Coproc:
    case Keyword::OpenBrace:
    case Keyword::OpenConditional: return true;
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
    case Keyword::CloseBrace: return false;
  }
  return false;
}

NodeId Parser::command() {
  const Nest nest(*this);
  skip_blanks();
  settle();
  if (compound_starts()) return compound();
  const NodeId node = open(NodeKind::SimpleCommand, p_);
  NodeId last = no_node;
  while (is_.zsh && redirection_starts()) {  // zsh takes redirections before a compound command
    last = tree_.append(node, last, redirection());
    skip_blanks();
  }
  if (last == no_node || !compound_starts()) return simple_command(node, last);
  const NodeId rest = compound();
  tree_.node(last).next = tree_.node(rest).first_child;
  tree_.node(rest).first_child = std::exchange(tree_.node(node).first_child, no_node);
  tree_.node(rest).begin = tree_.node(node).begin;
  return rest;
}

bool Parser::function_follows() const {
  std::size_t i = over(p_);
  while (is_blank(at(i))) i = over(i + 1);
  if (at(i) != '(') return false;
  i = over(i + 1);
  while (is_blank(at(i))) i = over(i + 1);
  return at(i) == ')';
}

namespace {

// Their arguments may be array assignments.
constexpr ShortWords declaring_builtins{"declare", "typeset", "local", "export",  "readonly",
                                        "eval",    "let",     "alias", "integer", "float"};

bool is_name(std::string_view text) {
  if (text.empty() || !is_name_start(text.front())) return false;
  for (const char c : text)
    if (!is_name_char(c)) return false;
  return true;
}

}  // namespace

NodeId Parser::simple_command(NodeId node, NodeId last) {
  bool named = false;
  bool declaring = false;
  while (!failed_) {
    skip_blanks();
    if (redirection_starts()) {
      last = tree_.append(node, last, redirection());
      continue;
    }
    if (!word_starts(named ? WordPlace::Argument : WordPlace::Command)) break;
    if ((!named || declaring) && assignment_starts(declaring)) {
      last = tree_.append(node, last, assignment());
      continue;
    }
    last = tree_.append(node, last, word(named ? WordPlace::Argument : WordPlace::Command));
    if (named && !is_.zsh) continue;
    const bool only_word = tree_.node(node).first_child == last || is_.zsh;
    if (only_word && function_follows()) {
      if (is_.dash && !is_name(tree_.text(last))) unexpected("a function name");
      tree_.node(node).kind = NodeKind::Function;
      skip_blanks();
      take();
      skip_blanks();
      take();
      return function_body(node, last);
    }
    if (!named) declaring = is_.extended && declaring_builtins.contains(tree_.text(last));
    named = true;
  }
  if (last == no_node) unexpected("a command");
  if (last != no_node && !failed_) tree_.node(node).end = tree_.node(last).end;
  return node;
}

NodeId Parser::function_body(NodeId node, NodeId last) {
  skip_newlines(Layout::Role::Blank);
  if (!is_.any_function_body && !compound_starts()) unexpected("a function definition");
  tree_.append(node, last, command());
  return close(node);
}

}  // namespace termhost::shell::posix
