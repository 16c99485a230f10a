#include "shell/posix/compounds.hpp"

#include <algorithm>

#include "shell/posix/parser.hpp"
#include "shell/posix_tokens/scope.hpp"

namespace termhost::shell::posix {

NodeId Compounds::compound() {
  NodeId node = no_node;
  if (in_.peek() == '(') {
    if (in_.shell.zsh && in_.parentheses_follow()) return all_.commands.anonymous_function();
    node = in_.shell.extended && in_.peek2() == '(' ? arithmetic_command() : subshell();
  } else {
    switch (all_.keywords.current()) {
      case Keyword::If: node = if_clause(); break;
      case Keyword::While: node = while_clause(NodeKind::While); break;
      case Keyword::Until: node = while_clause(NodeKind::Until); break;
      case Keyword::For: node = for_clause(NodeKind::For, false); break;
      case Keyword::Foreach: node = for_clause(NodeKind::For, true); break;
      case Keyword::Select: node = for_clause(NodeKind::Select, false); break;
      case Keyword::Repeat: node = repeat_clause(); break;
      case Keyword::Case: node = case_clause(); break;
      case Keyword::Function: return all_.commands.function_keyword();
      case Keyword::Coproc: return all_.commands.coproc();
      case Keyword::OpenConditional: node = all_.conditionals.conditional(); break;
      case Keyword::OpenBrace: node = group(); break;
      default: in_.unexpected("a command"); return in_.open(NodeKind::SimpleCommand, in_.p);
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
  const SyntaxTree::Mark mark = in_.mark();
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

// do … done, and what the shells take instead.
NodeId Compounds::loop_body(NodeId node, NodeId last, bool csh) {
  all_.lines.skip_newlines(Layout::Role::Blank);
  if (all_.keywords.current() == Keyword::Do) {
    all_.keywords.take();
    last = in_.tree.append(node, last, all_.lists.body("a loop"));
    all_.keywords.expect(Keyword::Done, "a loop");
  } else if (in_.shell.brace_bodies && all_.keywords.current() == Keyword::OpenBrace) {
    last = in_.tree.append(node, last, braced_list());
  } else if (csh) {
    last = in_.tree.append(node, last, all_.lists.list());
    all_.keywords.expect(Keyword::End, "a foreach loop");
  } else if (in_.shell.zsh && !all_.lists.ends()) {
    in_.tree.node(node).flags |= ShortForm;
    last = in_.tree.append(node, last, in_.wrap(NodeKind::List, all_.lists.and_or()));
  } else {
    in_.unexpected("a loop");
  }
  return last;
}

NodeId Compounds::while_clause(NodeKind kind) {
  const NodeId node = in_.open(kind, in_.p);
  all_.keywords.take();
  const NodeId condition = in_.tree.append(node, no_node, all_.lists.body("a loop's condition"));
  loop_body(node, condition, false);
  return in_.close(node);
}

NodeId Compounds::arithmetic_for(NodeId node) {
  in_.tree.node(node).kind = NodeKind::ArithmeticFor;
  const std::size_t begin = in_.p;
  in_.take();
  in_.take();
  const NodeId header = in_.open(NodeKind::Arithmetic, begin);
  if (!all_.expansions.arithmetic_attempt(header, begin)) {
    if (!in_.failed) in_.p = in_.text.size();
    in_.unexpected("a for loop's header");
  }
  const NodeId last = in_.tree.append(node, no_node, in_.close(header));
  in_.skip_blanks();
  in_.accept_semicolon();
  loop_body(node, last, false);
  return in_.close(node);
}

// The word `in`, of for and case.
bool Compounds::in_follows() const {
  return in_.peek() == 'i' && in_.peek2() == 'n' &&
         is_metacharacter(in_.at(in_.over(in_.over(in_.over(in_.p) + 1) + 1)));
}

NodeId Compounds::for_clause(NodeKind kind, bool csh) {
  const NodeId node = in_.open(kind, in_.p);
  all_.keywords.take();
  in_.skip_blanks();
  if (in_.peek() == '(' && in_.peek2() == '(' && in_.shell.extended) return arithmetic_for(node);
  if (!all_.words.starts(WordPlace::Command)) in_.unexpected("a for loop");
  NodeId last = in_.tree.append(node, no_node, all_.words.word(WordPlace::Command));
  bool line_ended = all_.lines.skip_newlines(Layout::Role::Blank);
  while (in_.shell.zsh && !line_ended && !in_follows() && is_name_char(in_.peek()) &&
         all_.keywords.current() == Keyword::None) {
    last = in_.tree.append(node, last, all_.words.word(WordPlace::Command));  // zsh: several variables
    line_ended = all_.lines.skip_newlines(Layout::Role::Blank);
  }
  if (in_follows()) {
    in_.take();
    in_.take();
    in_.skip_blanks();
    while (all_.words.starts(WordPlace::Argument)) {
      last = in_.tree.append(node, last, all_.words.word(WordPlace::Argument));
      in_.skip_blanks();
    }
    if (!in_.accept_semicolon() && !all_.lines.skip_newlines(Layout::Role::Separator))
      in_.unexpected("a for loop's words");
  } else if (in_.shell.zsh && in_.peek() == '(') {
    in_.take();
    all_.lines.skip_newlines(Layout::Role::Blank);
    while (all_.words.starts(WordPlace::Argument)) {
      last = in_.tree.append(node, last, all_.words.word(WordPlace::Argument));
      all_.lines.skip_newlines(Layout::Role::Blank);
    }
    in_.expect(')', "a for loop's words");
    in_.skip_blanks();
    in_.accept_semicolon();
  } else {
    in_.accept_semicolon();
  }
  loop_body(node, last, csh);
  return in_.close(node);
}

NodeId Compounds::repeat_clause() {
  const NodeId node = in_.open(NodeKind::Repeat, in_.p);
  all_.keywords.take();
  in_.skip_blanks();
  if (!all_.words.starts(WordPlace::Argument)) in_.unexpected("a repeat loop");
  const NodeId count = in_.tree.append(node, no_node, all_.words.word(WordPlace::Argument));
  in_.skip_blanks();
  in_.accept_semicolon();
  loop_body(node, count, false);
  return in_.close(node);
}

bool Compounds::case_part_ends() const {
  if (in_.peek() != ';') return false;
  const char second = in_.peek2();
  return second == ';' || (second == '&' && in_.shell.extended) || (second == '|' && (in_.shell.zsh || in_.shell.ksh));
}

NodeId Compounds::case_clause() {
  const NodeId node = in_.open(NodeKind::Case, in_.p);
  all_.keywords.take();
  in_.skip_blanks();
  if (!all_.words.starts(WordPlace::Argument)) in_.unexpected("a case command");
  NodeId last = in_.tree.append(node, no_node, all_.words.word(WordPlace::Argument));
  all_.lines.skip_newlines(Layout::Role::Blank);
  if (in_.shell.zsh && in_.accept(';')) all_.lines.skip_newlines(Layout::Role::Blank);
  Keyword end = Keyword::Esac;
  if ((in_.shell.zsh || in_.shell.ksh) && all_.keywords.current() == Keyword::OpenBrace) {
    all_.keywords.take();
    end = Keyword::CloseBrace;
  } else if (in_follows()) {
    in_.take();
    in_.take();
    in_.skip_blanks();
    if (in_.shell.zsh && in_.peek() == ';' && !case_part_ends()) in_.take();
  } else {
    in_.unexpected("a case command");
  }
  for (;;) {
    all_.lines.skip_newlines(Layout::Role::Blank);
    if (in_.failed || all_.keywords.current() == end) break;
    last = in_.tree.append(node, last, case_item());
    if (!case_part_ends()) {
      all_.lines.skip_newlines(Layout::Role::Blank);
      break;
    }
    in_.take();
    if (in_.accept(';')) {
      if (in_.shell.bash || in_.shell.ksh) in_.accept('&');
    } else {
      in_.take();
    }
  }
  all_.keywords.expect(end, "a case command");
  return in_.close(node);
}

NodeId Compounds::case_item() {
  const NodeId node = in_.open(NodeKind::CaseItem, in_.p);
  const NodeId last = case_patterns(node);
  in_.tree.append(node, last, all_.lists.list());
  return in_.close(node);
}

NodeId Compounds::case_patterns(NodeId item) {
  NodeId last = no_node;
  if (in_.shell.zsh &&
      in_.peek() == '(') {  // all of (a|b c) is the pattern, unless a ) or | shows that it was a group in one
    last = in_.tree.append(item, last, all_.words.word(WordPlace::Pattern));
    in_.skip_blanks();
    if (in_.peek() != ')' && in_.peek() != '|') return last;
    if (in_.accept(')')) return last;
    in_.take();
  } else {
    in_.accept('(');
  }
  for (;;) {
    in_.skip_blanks();
    if (all_.words.starts(WordPlace::Pattern)) {
      last = in_.tree.append(item, last, all_.words.word(WordPlace::Pattern));
    } else if (!in_.shell.zsh) {  // zsh takes an empty pattern
      in_.unexpected("a case pattern");
    }
    in_.skip_blanks();
    if (in_.peek() != '|' || in_.failed) break;
    in_.take();
  }
  in_.expect(')', "a case pattern");
  return last;
}

}  // namespace termhost::shell::posix
