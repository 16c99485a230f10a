#include "shell/posix/cases.hpp"

#include "shell/posix/parser.hpp"

namespace termhost::shell::posix {

bool Cases::terminator_follows() const {
  if (in_.peek() != ';') return false;
  const char second = in_.peek2();
  return second == ';' || (second == '&' && in_.shell.extended) || (second == '|' && (in_.shell.zsh || in_.shell.ksh));
}

NodeId Cases::case_clause() {
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
  } else if (in_.peek() == 'i' && in_.peek2() == 'n' &&
             is_metacharacter(in_.at(in_.over(in_.over(in_.over(in_.p) + 1) + 1)))) {
    in_.take();
    in_.take();
    in_.skip_blanks();
    if (in_.shell.zsh && in_.peek() == ';' && !terminator_follows()) in_.take();
  } else {
    in_.unexpected("a case command");
  }
  for (;;) {
    all_.lines.skip_newlines(Layout::Role::Blank);
    if (in_.failed || all_.keywords.current() == end) break;
    last = in_.tree.append(node, last, case_item());
    if (!terminator_follows()) {
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

NodeId Cases::case_item() {
  const NodeId node = in_.open(NodeKind::CaseItem, in_.p);
  const NodeId last = case_patterns(node);
  in_.tree.append(node, last, all_.lists.list());
  return in_.close(node);
}

NodeId Cases::case_patterns(NodeId item) {
  NodeId last = no_node;
  if (in_.shell.zsh &&
      in_.peek() == '(') {  // all of (a|b c) is the pattern, unless a ) or | tells that it was a group in one
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
