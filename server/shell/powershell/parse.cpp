#include "shell/powershell/parse.hpp"

#include <utility>

#include "shell/powershell/parser.hpp"

namespace termhost::shell {

SyntaxTree parse_powershell(std::string source) {
  SyntaxTree tree(std::move(source));
  powershell::Parser(tree).scripts.script();
  return tree;
}

}  // namespace termhost::shell
