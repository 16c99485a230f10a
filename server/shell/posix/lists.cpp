#include "shell/posix/lists.hpp"

#include <utility>
#include <vector>

#include "shell/posix/parser.hpp"
#include "shell/posix_tokens/scope.hpp"

namespace termhost::shell::posix {

void Lists::script() {
  in_.tree.set_root(list());
  end_of_text("a list of commands");
}

NodeId Lists::list() {
  const Nest nest(in_);
  const NodeId node = in_.open(NodeKind::List, in_.p);
  all_.lines.skip_newlines(Layout::Role::Blank);
  skip_empty_statements();
  statements(node);
  return node;
}

// `; ;`, where the shell takes them.
void Lists::skip_empty_statements() {
  while (in_.shell.empty_lists && in_.peek() == ';' && !all_.compounds.case_part_ends()) {
    in_.take();
    all_.lines.skip_newlines(Layout::Role::Blank);
  }
}

void Lists::statements(NodeId list) {
  in_.tree.node(list).begin = in_.tree.node(list).end = static_cast<std::uint32_t>(in_.p);
  NodeId last = no_node;
  while (!ends()) {
    const NodeId statement = and_or();
    if (in_.failed) break;
    last = in_.tree.append(list, last, statement);
    in_.tree.node(list).end = in_.tree.node(statement).end;
    if (!terminator(statement)) break;
  }
  if (last == no_node) in_.close(list);
}

void Lists::end_of_text(std::string_view inside) {
  in_.skip_blanks();
  if (in_.p < in_.text.size()) in_.unexpected(inside);
  if (!in_.failed) all_.lines.read_here_documents();
}

NodeId Lists::body(std::string_view inside) {
  const NodeId node = list();
  if (!in_.shell.empty_lists && in_.tree.node(node).first_child == no_node) in_.unexpected(inside);
  return node;
}

bool Lists::ends() {
  in_.settle();
  if (in_.p >= in_.text.size() || in_.here() == ')') return true;
  if (in_.here() == ';') return all_.compounds.case_part_ends();
  return is_closing(all_.keywords.current());
}

// Reads the end of a statement. False: the list ends with it.
bool Lists::terminator(NodeId statement) {
  in_.skip_blanks();
  if (in_.peek() == '&' || (in_.shell.ksh && in_.peek() == '|' && in_.peek2() == '&')) {
    if (in_.accept('|')) in_.settle();
    in_.take();
    if (in_.shell.zsh && (in_.here() == '|' || in_.here() == '!')) ++in_.p;
    in_.tree.node(statement).flags |= Background;
    all_.lines.skip_newlines(Layout::Role::Blank);
    return true;
  }
  if (in_.peek() == ';') {
    if (all_.compounds.case_part_ends()) return false;
    in_.take();
    all_.lines.skip_newlines(Layout::Role::Blank);
    skip_empty_statements();
    return true;
  }
  if (!all_.lines.skip_newlines(Layout::Role::Separator)) return false;
  const std::size_t newline = all_.lines.newlines_at();
  skip_empty_statements();
  if (ends() && !is_closing(all_.keywords.current()))
    in_.tree.set_layout_role(in_.text_id, newline, Layout::Role::Blank);
  return true;
}

NodeId Lists::and_or() {
  NodeId node = pipeline();
  NodeId last = node;
  while (!in_.failed) {
    in_.skip_blanks();
    const Operator op = in_.peek() == '&' && in_.peek2() == '&'   ? Operator::And
                        : in_.peek() == '|' && in_.peek2() == '|' ? Operator::Or
                                                                  : Operator::None;
    if (op == Operator::None) break;
    if (last == node) node = in_.wrap(NodeKind::AndOr, node);
    in_.take();
    in_.take();
    all_.lines.skip_newlines(Layout::Role::Blank);
    if (ends_open()) break;
    const NodeId next = pipeline();
    in_.tree.node(next).op = op;
    last = in_.tree.append(node, last, next);
  }
  if (last != node) in_.tree.node(node).end = in_.tree.node(last).end;
  return node;
}

NodeId Lists::pipeline() {
  in_.skip_blanks();
  in_.settle();
  const std::size_t begin = in_.p;
  std::uint16_t flags = 0;
  for (;;) {
    const Keyword prefix = all_.keywords.current();
    if (prefix == Keyword::Bang && (in_.shell.repeated_negation || (flags & Negated) == 0)) {
      flags |= Negated;
    } else if (prefix == Keyword::Time) {
      flags |= Timed;
    } else {
      break;
    }
    all_.keywords.take();
    in_.skip_blanks();
    while (prefix == Keyword::Time && in_.shell.bash && in_.here() == '-' &&
           ((in_.at(in_.p + 1) == 'p' || in_.at(in_.p + 1) == '-') && is_metacharacter(in_.at(in_.p + 2)))) {
      in_.p += 2;
      in_.skip_blanks();
    }
  }
  if (flags != 0 && !in_.shell.dash && ends_command()) {
    const NodeId alone = in_.leaf(NodeKind::Pipeline, begin, in_.p);
    in_.tree.node(alone).flags = flags;
    return alone;
  }
  NodeId node = all_.commands.command();
  NodeId last = node;
  if (flags != 0) {
    node = in_.wrap(NodeKind::Pipeline, node);
    in_.tree.node(node).begin = static_cast<std::uint32_t>(begin);
    in_.tree.node(node).flags = flags;
  }
  while (!in_.failed) {
    in_.skip_blanks();
    if (in_.peek() != '|' || in_.peek2() == '|' || (in_.shell.ksh && in_.peek2() == '&')) break;
    if (last == node) node = in_.wrap(NodeKind::Pipeline, node);
    in_.take();
    const bool both = in_.shell.extended && in_.accept('&');
    all_.lines.skip_newlines(Layout::Role::Blank);
    if (ends_open()) break;
    if (in_.shell.ksh && all_.keywords.current() == Keyword::Bang) all_.keywords.take();
    const NodeId next = all_.commands.command();
    in_.tree.node(next).op = both ? Operator::PipeBoth : Operator::Pipe;
    last = in_.tree.append(node, last, next);
  }
  if (last != node) in_.tree.node(node).end = in_.tree.node(last).end;
  return node;
}

// After an operator: zsh lets the end of the text be the end of the list.
bool Lists::ends_open() {
  if (!in_.shell.zsh || !in_.at_end() || in_.text_id != 0) return false;
  in_.tree.set_open_ended();
  return true;
}

// After ! or time: true if no command follows.
bool Lists::ends_command() {
  in_.skip_blanks();
  in_.skip_comment();
  switch (in_.peek()) {
    case '\n':
    case ';':
    case ')':
    case '\0': return true;
    case '&': return in_.peek2() != '>' || !in_.shell.both_redirection;
    case '|': return true;
    default: return false;
  }
}

NodeId Lists::nested_text(std::string text, std::size_t source_begin) {
  std::vector<HereDocumentWaiting> outer = all_.lines.exchange_waiting({});
  const TextScope scope(in_, in_.tree.add_text(std::move(text)), source_begin);
  const NodeId node = list();
  end_of_text("a command substitution");
  (void)all_.lines.exchange_waiting(std::move(outer));
  return node;
}

}  // namespace termhost::shell::posix
