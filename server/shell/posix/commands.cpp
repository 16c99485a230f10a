#include "shell/posix/commands.hpp"

#include <utility>

#include "shell/posix/parser.hpp"
#include "shell/posix_tokens/scope.hpp"
#include "shell/syntax/short_words.hpp"

namespace termhost::shell::posix {
namespace {

// Builtins whose arguments may be array assignments.
constexpr ShortWords declaring_builtins{"declare", "typeset", "local", "export",  "readonly",
                                        "eval",    "let",     "alias", "integer", "float"};

bool is_name(std::string_view text) {
  if (text.empty() || !is_name_start(text.front())) return false;
  for (const char c : text)
    if (!is_name_char(c)) return false;
  return true;
}

}  // namespace

NodeId Commands::command() {
  const Nest nest(in_);
  in_.skip_blanks();
  in_.settle();
  if (compound_starts()) return all_.compounds.compound();
  const NodeId node = in_.open(NodeKind::SimpleCommand, in_.p);
  NodeId last = no_node;
  while (in_.shell.zsh && all_.redirections.starts()) {  // zsh takes redirections before a compound command
    last = in_.tree.append(node, last, all_.redirections.redirection());
    in_.skip_blanks();
  }
  if (last == no_node || !compound_starts()) return simple_command(node, last);
  const NodeId rest = all_.compounds.compound();
  in_.tree.node(last).next = in_.tree.node(rest).first_child;
  in_.tree.node(rest).first_child = std::exchange(in_.tree.node(node).first_child, no_node);
  in_.tree.node(rest).begin = in_.tree.node(node).begin;
  return rest;
}

bool Commands::compound_starts() {
  in_.skip_blanks();
  return in_.peek() == '(' || begins_compound(all_.keywords.current());
}

NodeId Commands::simple_command(NodeId node, NodeId last) {
  bool named = false;
  bool declaring = false;
  while (!in_.failed) {
    in_.skip_blanks();
    if (all_.redirections.starts()) {
      last = in_.tree.append(node, last, all_.redirections.redirection());
      continue;
    }
    if (!all_.words.starts(named ? WordPlace::Argument : WordPlace::Command)) break;
    if ((!named || declaring) && all_.assignments.starts(declaring)) {
      last = in_.tree.append(node, last, all_.assignments.assignment());
      continue;
    }
    last = in_.tree.append(node, last, all_.words.word(named ? WordPlace::Argument : WordPlace::Command));
    if (named && !in_.shell.zsh) continue;
    const bool only_word = in_.tree.node(node).first_child == last || in_.shell.zsh;
    if (only_word && in_.parentheses_follow()) {
      if (in_.shell.dash && !is_name(in_.tree.text(last))) in_.unexpected("a function name");
      in_.tree.node(node).kind = NodeKind::Function;
      in_.skip_blanks();
      in_.take();
      in_.skip_blanks();
      in_.take();
      return function_body(node, last);
    }
    if (!named) declaring = in_.shell.extended && declaring_builtins.contains(in_.tree.text(last));
    named = true;
  }
  if (last == no_node) in_.unexpected("a command");
  if (last != no_node && !in_.failed) in_.tree.node(node).end = in_.tree.node(last).end;
  return node;
}

NodeId Commands::function_keyword() {
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

NodeId Commands::function_body(NodeId node, NodeId last) {
  all_.lines.skip_newlines(Layout::Role::Blank);
  if (!in_.shell.any_function_body && !compound_starts()) in_.unexpected("a function definition");
  in_.tree.append(node, last, command());
  return in_.close(node);
}

NodeId Commands::anonymous_function() {
  const NodeId node = in_.open(NodeKind::Function, in_.p);
  in_.take();
  in_.skip_blanks();
  in_.take();
  all_.lines.skip_newlines(Layout::Role::Blank);
  return anonymous_arguments(node);
}

// The body of a function without a name, and the arguments it is called with at once.
NodeId Commands::anonymous_arguments(NodeId node) {
  NodeId last = in_.tree.append(node, no_node, command());
  in_.skip_blanks();
  while (!in_.failed && (all_.words.starts(WordPlace::Argument) || all_.redirections.starts())) {
    last = in_.tree.append(
        node, last,
        all_.redirections.starts() ? all_.redirections.redirection() : all_.words.word(WordPlace::Argument));
    in_.skip_blanks();
  }
  return in_.close(node);
}

NodeId Commands::coproc() {
  const NodeId node = in_.open(NodeKind::Coproc, in_.p);
  all_.keywords.take();
  in_.skip_blanks();
  NodeId last = no_node;
  if (in_.shell.zsh) {
    in_.tree.append(node, last, all_.lists.pipeline());
    return in_.close(node);
  }
  if (!compound_starts() && all_.words.starts(WordPlace::Command)) {
    Attempt attempt(in_);
    const SyntaxTree::Mark mark = in_.mark();
    const NodeId name = all_.words.word(WordPlace::Command);
    if (compound_starts() && !in_.parentheses_follow()) {
      last = in_.tree.append(node, last, name);
    } else {
      attempt.back();
      in_.tree.rewind(mark);
    }
  }
  in_.tree.append(node, last, command());
  return in_.close(node);
}

}  // namespace termhost::shell::posix
