#include "shell/parse.hpp"
#include "shell/syntax_posix.hpp"

namespace termhost::shell {

namespace {

SyntaxTree parse(std::string source, ShellKind shell, KnownCommands* known) {
  SyntaxTree tree(std::move(source), known == nullptr ? SyntaxTree::bytes_per_word : SyntaxTree::bytes_per_change);
  const auto refuse = [&tree](SyntaxError::Kind kind, std::size_t position, std::string message) {
    tree.set_root(tree.add({.kind = NodeKind::List}));
    tree.set_error({.kind = kind, .position = position, .message = std::move(message)});
  };
  if (const std::size_t nul = tree.source().find('\0'); nul != std::string_view::npos) {
    refuse(SyntaxError::Kind::Invalid, nul, "a NUL byte cannot be part of a command");
  } else if (tree.source().size() > max_syntax_bytes) {
    refuse(SyntaxError::Kind::TooLong, max_syntax_bytes, "the text is too long");
  } else {
    posix::Parser(tree, shell, known).run();
  }
  return tree;
}

}  // namespace

SyntaxTree parse_posix(std::string source, ShellKind shell) { return parse(std::move(source), shell, nullptr); }

SyntaxTree parse_posix_again(std::string line, ShellKind shell, KnownCommands& known) {
  return parse(std::move(line), shell, &known);
}

}  // namespace termhost::shell
