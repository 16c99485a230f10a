#include "shell/parse.hpp"
#include "shell/syntax_posix.hpp"

namespace termhost::shell {

namespace {

// What is not read at all.
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

SyntaxTree parse(std::string source, ShellKind shell, KnownCommands* known) {
  SyntaxTree tree(std::move(source), known == nullptr ? SyntaxTree::bytes_per_word : SyntaxTree::bytes_per_change);
  if (!refused(tree)) posix::Parser(tree, shell, known).run();
  return tree;
}

}  // namespace

SyntaxTree parse_posix(std::string source, ShellKind shell) { return parse(std::move(source), shell, nullptr); }

bool parse_posix_pieces(std::string& source, ShellKind shell, std::size_t bytes, const TakePiece& take) {
  SyntaxTree tree(std::move(source), SyntaxTree::in_pieces);
  posix::Parser parser(tree, shell, nullptr);
  bool wanted = !refused(tree);
  for (std::uint32_t begin = 0; wanted && parser.run_piece(bytes);) {
    const auto end = static_cast<std::uint32_t>(parser.position());
    wanted = tree.ok() && take({tree, begin, end});
    begin = end;
  }
  wanted = wanted && !tree.open_ended();
  source = std::move(tree).take_source();
  return wanted;
}

SyntaxTree parse_posix_again(std::string line, ShellKind shell, KnownCommands& known) {
  return parse(std::move(line), shell, &known);
}

}  // namespace termhost::shell
