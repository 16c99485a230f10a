#include "shell/fish/parse.hpp"

#include <utility>

#include "shell/fish/blocks.hpp"
#include "shell/fish/cursor.hpp"
#include "shell/fish/statements.hpp"
#include "shell/fish/tokens.hpp"
#include "shell/fish/words.hpp"

namespace termhost::shell {
namespace fish {
namespace {

/// The grammar of fish 3.6 and 4, found out by asking `fish -n`: what only one of them reads is read as that one does.
struct Parser {
  explicit Parser(SyntaxTree& tree) : in(tree) {}
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  Cursor in;
  Tokens tokens{in, words};
  Words words{in, tokens, statements};
  Statements statements{in, tokens, blocks};
  Blocks blocks{in, tokens, statements};
};

}  // namespace
}  // namespace fish

SyntaxTree parse_fish(std::string source) {
  SyntaxTree tree(std::move(source));
  fish::Parser(tree).statements.script();
  return tree;
}

}  // namespace termhost::shell
