#include "shell/posix/compounds.hpp"

#include <algorithm>

#include "shell/posix/parser.hpp"
#include "shell/posix/scope.hpp"

namespace termhost::shell::posix {

NodeId Compounds::compound() {
  NodeId node = no_node;
  if (in_.peek() == '(') {
    if (in_.shell.zsh && in_.parentheses_follow()) return all_.functions.anonymous_function();
    node = in_.shell.extended && in_.peek2() == '(' ? arithmetic_command() : subshell();
  } else {
    switch (all_.keywords.current()) {
      case Keyword::If: node = if_clause(); break;
      case Keyword::While: node = all_.loops.while_clause(NodeKind::While); break;
      case Keyword::Until: node = all_.loops.while_clause(NodeKind::Until); break;
      case Keyword::For: node = all_.loops.for_clause(NodeKind::For, false); break;
      case Keyword::Foreach: node = all_.loops.for_clause(NodeKind::For, true); break;
      case Keyword::Select: node = all_.loops.for_clause(NodeKind::Select, false); break;
      case Keyword::Repeat: node = all_.loops.repeat_clause(); break;
      case Keyword::Case: node = all_.cases.case_clause(); break;
      case Keyword::Function: return all_.functions.function_keyword();
      case Keyword::Coproc: return all_.functions.coproc();
      case Keyword::OpenConditional: node = all_.conditionals.conditional(); break;
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
      case Keyword::CloseBrace: in_.unexpected("a command"); return in_.open(NodeKind::SimpleCommand, in_.p);
    }
  }
  NodeId last = no_node;
  for (const NodeId child : in_.tree.children(node)) last = child;
  all_.redirections.redirections(node, last);
  return node;
}

NodeId Compounds::subshell() {
  const NodeId node = in_.open(NodeKind::Subshell, in_.p);
  in_.take();
  in_.tree.append(node, no_node, all_.lists.body("a subshell"));
  in_.expect(')', "a subshell");
  return in_.close(node);
}

NodeId Compounds::braced_list() {
  all_.keywords.take();
  const NodeId list = all_.lists.body("a group of commands");
  all_.keywords.expect(Keyword::CloseBrace, "a group of commands");
  return list;
}

NodeId Compounds::group() {
  const NodeId node = in_.open(NodeKind::Group, in_.p);
  const NodeId last = in_.tree.append(node, no_node, braced_list());
  in_.close(node);
  if (!in_.shell.zsh) return node;
  in_.skip_blanks();
  constexpr std::string_view always = "always";
  if (in_.text.substr(std::min(in_.p, in_.text.size()), always.size()) != always ||
      !is_metacharacter(in_.at(in_.p + always.size())))
    return node;
  in_.p += always.size();
  all_.lines.skip_newlines(Layout::Role::Blank);
  if (all_.keywords.current() != Keyword::OpenBrace) in_.unexpected("an always block");
  in_.tree.node(node).kind = NodeKind::Always;
  in_.tree.append(node, last, braced_list());
  return in_.close(node);
}

NodeId Compounds::if_clause() {
  const NodeId node = in_.open(NodeKind::If, in_.p);
  NodeId last = no_node;
  bool braces = false;
  do {
    all_.keywords.take();
    last = in_.tree.append(node, last, all_.lists.body("an if condition"));
    all_.lines.skip_newlines(Layout::Role::Blank);
    if (all_.keywords.current() == Keyword::Then) {
      all_.keywords.take();
      last = in_.tree.append(node, last, all_.lists.body("an if command"));
      braces = false;
    } else if (in_.shell.zsh && all_.keywords.current() == Keyword::OpenBrace) {
      last = in_.tree.append(node, last, braced_list());
      braces = true;
      in_.skip_blanks();
      if (in_.here() == '\n' || in_.here() == ';' || in_.at_end()) return in_.close(node);
    } else if (in_.shell.zsh && !in_.at_end() && !all_.lists.ends()) {
      in_.tree.node(node).flags |= ShortForm;
      const NodeId list = in_.wrap(NodeKind::List, all_.lists.and_or());
      in_.tree.append(node, last, list);
      return in_.close(node);
    } else {
      in_.unexpected("an if command");
    }
  } while (all_.keywords.current() == Keyword::Elif);
  if (all_.keywords.current() == Keyword::Else) {
    all_.keywords.take();
    all_.lines.skip_newlines(Layout::Role::Blank);
    if (braces && all_.keywords.current() == Keyword::OpenBrace) {
      in_.tree.append(node, last, braced_list());
      return in_.close(node);
    }
    braces = false;
    in_.tree.append(node, last, all_.lists.body("an else part"));
  }
  if (!braces) all_.keywords.expect(Keyword::Fi, "an if command");
  return in_.close(node);
}

NodeId Compounds::arithmetic_command() {
  const std::size_t begin = in_.p;
  const SyntaxTree::Mark mark = in_.tree.mark();
  const NodeId node = in_.open(NodeKind::Arithmetic, begin);
  in_.take();
  in_.take();
  if (all_.expansions.arithmetic_attempt(node, begin)) return in_.close(node);
  if (!in_.failed) {
    in_.tree.rewind(mark);
    in_.p = begin;
  }
  return subshell();
}

}  // namespace termhost::shell::posix
