#include "shell/powershell/characters.hpp"
#include "shell/powershell/operators.hpp"
#include "shell/powershell/parser.hpp"

namespace termhost::shell {

bool PowerShellParser::at_statement_end(std::uint32_t at) const {
  if (at >= end_) return true;
  const char c = text_[at];
  return c == '\n' || c == ';' || c == ')' || c == '}' || c == '|' || c == '&';
}

/// Pipelines joined by && and ||, and the & that sends them to the background.
NodeId PowerShellParser::chain() {
  const std::uint32_t begin = pos_;
  NodeId id = pipeline();
  const auto joins = [this](std::uint32_t at) {
    return (byte(at) == '&' && byte(at + 1) == '&') || (byte(at) == '|' && byte(at + 1) == '|');
  };
  if (ok() && joins(blanks_end(pos_, false))) {
    const NodeId whole = open(NodeKind::AndOr, begin);
    Builder parts{whole};
    add(parts, id);
    while (ok() && joins(blanks_end(pos_, false))) {
      skip_blanks();
      const Operator op = byte(pos_) == '&' ? Operator::And : Operator::Or;
      pos_ += 2;
      skip_newlines();
      const NodeId next = pipeline();
      tree_.node(next).op = op;
      add(parts, next);
    }
    close(whole);
    id = whole;
  }
  if (ok() && byte(blanks_end(pos_, false)) == '&') {
    skip_blanks();
    ++pos_;
    tree_.node(id).flags |= Background;
  }
  return id;
}

NodeId PowerShellParser::pipeline() {
  const std::uint32_t begin = pos_;
  NodeId id = element(true);
  if (!ok() || !take_pipe()) return id;
  const NodeId whole = open(NodeKind::Pipeline, begin);
  Builder parts{whole};
  add(parts, id);
  do {
    const NodeId next = element(false);
    tree_.node(next).op = Operator::Pipe;
    add(parts, next);
  } while (ok() && take_pipe());
  close(whole);
  return whole;
}

/// PowerShell 7 also takes a `|` that starts the next line.
bool PowerShellParser::take_pipe() {
  const std::uint32_t at = blanks_end(pos_, true);
  if (byte(at) != '|' || byte(at + 1) == '|') return false;
  skip_newlines();
  ++pos_;
  skip_newlines();
  return true;
}

NodeId PowerShellParser::element(bool first) {
  skip_blanks();
  return starts_expression(pos_) ? expression_element(first) : command();
}

/// An expression with its redirections, or an assignment, whose right side is a whole statement.
NodeId PowerShellParser::expression_element(bool first) {
  const NodeId id = open(NodeKind::Expression, pos_);
  Builder parts{id};
  if (!first) fail(SyntaxError::Kind::Invalid, pos_, "an expression can only be the first element of a pipeline");
  if (ok()) expression(parts, Commas::Join);
  if (!ok()) return id;
  const std::uint32_t length = powershell::assignment_operator(text_.substr(0, end_), blanks_end(pos_, false));
  if (length > 0 && enter()) {
    skip_blanks();
    pos_ += length;
    skip_newlines();
    if (at_end() || byte(pos_) == ')' || byte(pos_) == '}' || byte(pos_) == ';') unexpected("the value to assign");
    if (ok()) add(parts, statement());
    leave();
    close(id);
    return id;
  }
  for (;;) {
    const std::uint32_t before = pos_;
    pos_ = blanks_end(pos_, false);
    const bool redirected = at_redirection();
    pos_ = before;
    if (!redirected || !ok()) break;
    skip_blanks();
    redirection(parts);
  }
  if (ok() && !at_statement_end(blanks_end(pos_, false))) {
    skip_blanks();
    unexpected("an operator or the end of the statement");
  }
  close(id);
  return id;
}

/// [& or .] name, arguments, redirections.
NodeId PowerShellParser::command() {
  const NodeId id = open(NodeKind::SimpleCommand, pos_);
  Builder parts{id};
  const std::string_view text = text_.substr(0, end_);
  const bool dot =
      byte(pos_) == '.' && (powershell::starts_token(text, pos_ + 1) || byte(pos_ + 1) == '$' ||
                            powershell::single_quote(text, pos_ + 1) + powershell::double_quote(text, pos_ + 1) > 0);
  if (dot || (byte(pos_) == '&' && byte(pos_ + 1) != '&')) {
    ++pos_;
    skip_blanks();
  }
  while (ok()) {
    const std::uint32_t at = blanks_end(pos_, false);
    if (at_statement_end(at)) break;
    skip_to(at, Layout::Role::Blank);
    if (byte(pos_) == ',') {
      unexpected("an argument");
    } else if (at_redirection() && parts.last != no_node) {
      redirection(parts);
    } else {
      const bool named = parts.last != no_node;
      argument(parts);
      if (!ok()) break;
      if (tree_.text(parts.last) == "--%") {
        verbatim_arguments(parts);
        break;
      }
      while (named && ok() && byte(blanks_end(pos_, false)) == ',') {
        skip_blanks();
        ++pos_;
        skip_newlines();
        if (at_statement_end(pos_) || byte(pos_) == ',')
          unexpected("an argument");
        else
          argument(parts);
      }
    }
  }
  if (ok() && parts.last == no_node) unexpected("a command");
  close(id);
  return id;
}

}  // namespace termhost::shell
