#include "shell/posix/loops.hpp"

#include "shell/posix/parser.hpp"

namespace termhost::shell::posix {

// do … done, and what the shells take instead.
NodeId Loops::loop_body(NodeId node, NodeId last, bool csh) {
  all_.lines.skip_newlines(Layout::Role::Blank);
  if (all_.keywords.current() == Keyword::Do) {
    all_.keywords.take();
    last = in_.tree.append(node, last, all_.lists.body("a loop"));
    all_.keywords.expect(Keyword::Done, "a loop");
  } else if (in_.shell.brace_bodies && all_.keywords.current() == Keyword::OpenBrace) {
    last = in_.tree.append(node, last, all_.compounds.braced_list());
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

NodeId Loops::while_clause(NodeKind kind) {
  const NodeId node = in_.open(kind, in_.p);
  all_.keywords.take();
  const NodeId condition = in_.tree.append(node, no_node, all_.lists.body("a loop's condition"));
  loop_body(node, condition, false);
  return in_.close(node);
}

NodeId Loops::arithmetic_for(NodeId node) {
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
  if (in_.peek() == ';' && in_.peek2() != ';') in_.take();
  loop_body(node, last, false);
  return in_.close(node);
}

NodeId Loops::for_clause(NodeKind kind, bool csh) {
  const NodeId node = in_.open(kind, in_.p);
  all_.keywords.take();
  in_.skip_blanks();
  if (in_.peek() == '(' && in_.peek2() == '(' && in_.shell.extended) return arithmetic_for(node);
  if (!all_.words.starts(WordPlace::Command)) in_.unexpected("a for loop");
  NodeId last = in_.tree.append(node, no_node, all_.words.word(WordPlace::Command));
  const auto at_in = [&] {
    const std::size_t i = in_.over(in_.p);
    return in_.at(i) == 'i' && in_.at(in_.over(i + 1)) == 'n' &&
           is_metacharacter(in_.at(in_.over(in_.over(i + 1) + 1)));
  };
  bool line_ended = all_.lines.skip_newlines(Layout::Role::Blank);
  while (in_.shell.zsh && !line_ended && !at_in() && is_name_char(in_.peek()) &&
         all_.keywords.current() == Keyword::None) {
    last = in_.tree.append(node, last, all_.words.word(WordPlace::Command));  // zsh: several variables
    line_ended = all_.lines.skip_newlines(Layout::Role::Blank);
  }
  if (at_in()) {
    in_.take();
    in_.take();
    in_.skip_blanks();
    while (all_.words.starts(WordPlace::Argument)) {
      last = in_.tree.append(node, last, all_.words.word(WordPlace::Argument));
      in_.skip_blanks();
    }
    if (in_.peek() == ';' && in_.peek2() != ';') {
      in_.take();
    } else if (!all_.lines.skip_newlines(Layout::Role::Separator)) {
      in_.unexpected("a for loop's words");
    }
  } else if (in_.shell.zsh && in_.peek() == '(') {
    in_.take();
    all_.lines.skip_newlines(Layout::Role::Blank);
    while (all_.words.starts(WordPlace::Argument)) {
      last = in_.tree.append(node, last, all_.words.word(WordPlace::Argument));
      all_.lines.skip_newlines(Layout::Role::Blank);
    }
    in_.expect(')', "a for loop's words");
    in_.skip_blanks();
    if (in_.peek() == ';' && in_.peek2() != ';') in_.take();
  } else if (in_.peek() == ';' && in_.peek2() != ';') {
    in_.take();
  }
  loop_body(node, last, csh);
  return in_.close(node);
}

NodeId Loops::repeat_clause() {
  const NodeId node = in_.open(NodeKind::Repeat, in_.p);
  all_.keywords.take();
  in_.skip_blanks();
  if (!all_.words.starts(WordPlace::Argument)) in_.unexpected("a repeat loop");
  const NodeId count = in_.tree.append(node, no_node, all_.words.word(WordPlace::Argument));
  in_.skip_blanks();
  if (in_.peek() == ';' && in_.peek2() != ';') in_.take();
  loop_body(node, count, false);
  return in_.close(node);
}

}  // namespace termhost::shell::posix
