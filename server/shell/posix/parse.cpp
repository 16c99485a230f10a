#include "shell/posix/parse.hpp"

#include "shell/posix/parser.hpp"

namespace termhost::shell {

namespace {

// Rejects texts that are not read at all.
bool refused(SyntaxTree& tree) {
  const auto refuse = [&tree](SyntaxError::Kind kind, std::size_t position, std::string message) {
    tree.set_root(tree.add({.kind = NodeKind::List}));
    tree.set_error({.kind = kind, .position = position, .message = std::move(message)});
    return true;
  };
  if (const std::size_t nul = tree.source().find('\0'); nul != std::string_view::npos)
    return refuse(SyntaxError::Kind::Invalid, nul, "a NUL byte cannot be part of a command");
  if (tree.source().size() > max_syntax_bytes)
    return refuse(SyntaxError::Kind::TooLong, max_syntax_bytes, "the text is too long");
  return false;
}

}  // namespace

SyntaxTree parse_posix(std::string source, ShellKind shell) {
  SyntaxTree tree(std::move(source));
  if (!refused(tree)) posix::Parser(tree, shell).lists.script();
  return tree;
}

}  // namespace termhost::shell
