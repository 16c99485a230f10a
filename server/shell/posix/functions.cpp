#include "shell/posix/functions.hpp"

#include "shell/posix/parser.hpp"
#include "shell/posix/scope.hpp"

namespace termhost::shell::posix {

NodeId Functions::function_keyword() {
  const NodeId node = in_.open(NodeKind::Function, in_.p);
  all_.keywords.take();
  in_.skip_blanks();
  NodeId last = no_node;
  while (all_.words.starts(WordPlace::Command) && (in_.shell.zsh || last == no_node)) {
    if (last != no_node && all_.keywords.current() == Keyword::OpenBrace) break;
    if (in_.shell.zsh && all_.keywords.current() == Keyword::OpenBrace) break;
    last = in_.tree.append(node, last, all_.words.word(WordPlace::Command));
    in_.skip_blanks();
  }
  if (last == no_node && !in_.shell.zsh) in_.unexpected("a function definition");
  if (in_.parentheses_follow()) {
    in_.skip_blanks();
    in_.take();
    in_.skip_blanks();
    in_.take();
  }
  if (last != no_node) return function_body(node, last);
  all_.lines.skip_newlines(Layout::Role::Blank);
  return anonymous_arguments(node);
}

NodeId Functions::function_body(NodeId node, NodeId last) {
  all_.lines.skip_newlines(Layout::Role::Blank);
  if (!in_.shell.any_function_body && !all_.commands.compound_starts()) in_.unexpected("a function definition");
  in_.tree.append(node, last, all_.commands.command());
  return in_.close(node);
}

NodeId Functions::anonymous_function() {
  const NodeId node = in_.open(NodeKind::Function, in_.p);
  in_.take();
  in_.skip_blanks();
  in_.take();
  all_.lines.skip_newlines(Layout::Role::Blank);
  return anonymous_arguments(node);
}

// The body of a function without a name, and the arguments it is called with at once.
NodeId Functions::anonymous_arguments(NodeId node) {
  NodeId last = in_.tree.append(node, no_node, all_.commands.command());
  in_.skip_blanks();
  while (!in_.failed && (all_.words.starts(WordPlace::Argument) || all_.redirections.starts())) {
    last = in_.tree.append(
        node, last,
        all_.redirections.starts() ? all_.redirections.redirection() : all_.words.word(WordPlace::Argument));
    in_.skip_blanks();
  }
  return in_.close(node);
}

NodeId Functions::coproc() {
  const NodeId node = in_.open(NodeKind::Coproc, in_.p);
  all_.keywords.take();
  in_.skip_blanks();
  NodeId last = no_node;
  if (in_.shell.zsh) {
    in_.tree.append(node, last, all_.lists.pipeline());
    return in_.close(node);
  }
  if (!all_.commands.compound_starts() && all_.words.starts(WordPlace::Command)) {
    Attempt attempt(in_);
    const SyntaxTree::Mark mark = in_.tree.mark();
    const NodeId name = all_.words.word(WordPlace::Command);
    if (all_.commands.compound_starts() && !in_.parentheses_follow()) {
      last = in_.tree.append(node, last, name);
    } else {
      attempt.back();
      in_.tree.rewind(mark);
    }
  }
  in_.tree.append(node, last, all_.commands.command());
  return in_.close(node);
}

}  // namespace termhost::shell::posix
