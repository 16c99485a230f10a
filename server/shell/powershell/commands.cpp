#include "shell/powershell/commands.hpp"

#include <optional>
#include <string_view>

#include "shell/powershell/parser.hpp"
#include "shell/powershell_tokens/operators.hpp"

namespace termhost::shell::powershell {

NodeId Commands::chain() {
  const std::uint32_t begin = in_.p;
  NodeId id = pipeline();
  const auto joins = [this](std::uint32_t at) {
    return (in_.byte(at) == '&' && in_.byte(at + 1) == '&') || (in_.byte(at) == '|' && in_.byte(at + 1) == '|');
  };
  if (in_.ok() && joins(in_.blanks_end(in_.p, false))) {
    const NodeId whole = in_.open(NodeKind::AndOr, begin);
    Parts parts{whole};
    in_.add(parts, id);
    while (in_.ok() && joins(in_.blanks_end(in_.p, false))) {
      in_.skip_blanks();
      const Operator op = in_.here() == '&' ? Operator::And : Operator::Or;
      in_.p += 2;
      in_.skip_newlines();
      const NodeId next = pipeline();
      in_.tree.node(next).op = op;
      in_.add(parts, next);
    }
    in_.close(whole);
    id = whole;
  }
  if (in_.ok() && in_.byte(in_.blanks_end(in_.p, false)) == '&') {
    in_.skip_blanks();
    ++in_.p;
    in_.tree.node(id).flags |= Background;
  }
  return id;
}

NodeId Commands::pipeline() {
  const std::uint32_t begin = in_.p;
  NodeId id = element(true);
  if (!in_.ok() || !take_pipe()) return id;
  const NodeId whole = in_.open(NodeKind::Pipeline, begin);
  Parts parts{whole};
  in_.add(parts, id);
  do {
    const NodeId next = element(false);
    in_.tree.node(next).op = Operator::Pipe;
    in_.add(parts, next);
  } while (in_.ok() && take_pipe());
  in_.close(whole);
  return whole;
}

NodeId Commands::element(bool first) {
  in_.skip_blanks();
  return all_.expressions.starts(in_.p) ? expression_element(first) : command();
}

// An expression with its redirections, or an assignment, whose right side is a whole statement.
NodeId Commands::expression_element(bool first) {
  const NodeId id = in_.open(NodeKind::Expression, in_.p);
  Parts parts{id};
  if (!first) in_.fail(SyntaxError::Kind::Invalid, in_.p, "an expression can only be the first element of a pipeline");
  if (in_.ok()) all_.expressions.expression(parts, Expressions::Commas::Join);
  if (!in_.ok()) return id;
  const std::uint32_t length = assignment_operator(in_.text, in_.blanks_end(in_.p, false));
  if (length > 0 && in_.enter()) {
    in_.take_operator(length);
    if (in_.at_end() || in_.here() == ')' || in_.here() == '}' || in_.here() == ';')
      in_.unexpected("the value to assign");
    if (in_.ok()) in_.add(parts, all_.statements.statement());
    in_.leave();
    in_.close(id);
    return id;
  }
  for (;;) {
    const std::uint32_t before = in_.p;
    in_.p = in_.blanks_end(in_.p, false);
    const bool redirected = all_.arguments.at_redirection();
    in_.p = before;
    if (!redirected || !in_.ok()) break;
    in_.skip_blanks();
    all_.arguments.redirection(parts);
  }
  if (in_.ok() && !in_.at_statement_end(in_.blanks_end(in_.p, false))) {
    in_.skip_blanks();
    in_.unexpected("an operator or the end of the statement");
  }
  in_.close(id);
  return id;
}

// [& or .] name, arguments, redirections.
NodeId Commands::command() {
  const NodeId id = in_.open(NodeKind::SimpleCommand, in_.p);
  Parts parts{id};
  const std::string_view text = in_.text;
  const bool dot = in_.here() == '.' && (starts_token(text, in_.p + 1) || in_.byte(in_.p + 1) == '$' ||
                                         single_quote(text, in_.p + 1) + double_quote(text, in_.p + 1) > 0);
  if (dot || (in_.here() == '&' && in_.byte(in_.p + 1) != '&')) {
    ++in_.p;
    in_.skip_blanks();
  }
  while (in_.ok()) {
    const std::uint32_t at = in_.blanks_end(in_.p, false);
    if (in_.at_statement_end(at)) break;
    in_.skip_to(at, Layout::Role::Blank);
    if (in_.here() == ',') {
      in_.unexpected("an argument");
    } else if (all_.arguments.at_redirection() && parts.last != no_node) {
      all_.arguments.redirection(parts);
    } else {
      const bool named = parts.last != no_node;
      all_.arguments.argument(parts);
      if (!in_.ok()) break;
      if (in_.tree.text(parts.last) == "--%") {
        all_.arguments.verbatim_arguments(parts);
        break;
      }
      while (named && in_.ok() && in_.byte(in_.blanks_end(in_.p, false)) == ',') {
        in_.take_operator();
        if (in_.at_statement_end(in_.p) || in_.here() == ',')
          in_.unexpected("an argument");
        else
          all_.arguments.argument(parts);
      }
    }
  }
  if (in_.ok() && parts.last == no_node) in_.unexpected("a command");
  in_.close(id);
  return id;
}

// PowerShell 7 also takes a `|` that starts the next line; lines of comments may be between, empty lines may not.
bool Commands::take_pipe() {
  const std::uint32_t at = in_.blanks_end(in_.p, true);
  if (in_.byte(at) != '|' || in_.byte(at + 1) == '|' || has_empty_line(at)) return false;
  in_.skip_newlines();
  ++in_.p;
  in_.skip_newlines();
  return true;
}

bool Commands::has_empty_line(std::uint32_t before) const {
  std::optional<std::uint32_t> line;
  for (std::uint32_t end = in_.blanks_end(in_.p, false); end < before; end = in_.blanks_end(end + 1, false)) {
    if (line && in_.text.substr(*line, end - *line).find_first_not_of(" \t\r") == std::string_view::npos) return true;
    line = end + 1;
  }
  return false;
}

}  // namespace termhost::shell::powershell
