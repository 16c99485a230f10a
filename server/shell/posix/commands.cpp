#include "shell/posix/commands.hpp"

#include <utility>

#include "shell/posix/parser.hpp"
#include "shell/posix/scope.hpp"
#include "shell/syntax/short_words.hpp"

namespace termhost::shell::posix {
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
  if (in_.peek() == '(') return true;
  switch (all_.keywords.current()) {
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
      return all_.functions.function_body(node, last);
    }
    if (!named) declaring = in_.shell.extended && declaring_builtins.contains(in_.tree.text(last));
    named = true;
  }
  if (last == no_node) in_.unexpected("a command");
  if (last != no_node && !in_.failed) in_.tree.node(node).end = in_.tree.node(last).end;
  return node;
}

}  // namespace termhost::shell::posix
