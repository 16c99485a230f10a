// The POSIX family's parser: recursive descent over the characters, because the meaning of a character depends on its
// place. The grammar is recursive, so its objects reach each other through this class.
#pragma once

#include "shell/posix/assignments.hpp"
#include "shell/posix/commands.hpp"
#include "shell/posix/compounds.hpp"
#include "shell/posix/conditionals.hpp"
#include "shell/posix/expansions.hpp"
#include "shell/posix/lines.hpp"
#include "shell/posix/lists.hpp"
#include "shell/posix/redirections.hpp"
#include "shell/posix/words.hpp"
#include "shell/posix_tokens/cursor.hpp"
#include "shell/posix_tokens/keywords.hpp"

namespace termhost::shell::posix {

struct Parser {
  Parser(SyntaxTree& tree, ShellKind shell) : in(tree, shell) {}
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  Cursor in;
  Keywords keywords{in};
  Lines lines{in, *this};
  Expansions expansions{in, *this};
  Words words{in, *this};
  Assignments assignments{in, *this};
  Redirections redirections{in, *this};
  Conditionals conditionals{in, *this};
  Compounds compounds{in, *this};
  Commands commands{in, *this};
  Lists lists{in, *this};
};

}  // namespace termhost::shell::posix
