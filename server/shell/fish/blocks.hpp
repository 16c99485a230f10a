// Compound commands of fish: those that `end` closes, and blocks in braces.
#pragma once

#include "shell/fish/cursor.hpp"

namespace termhost::shell::fish {

class Statements;
class Tokens;

class Blocks {
 public:
  Blocks(Cursor& in, Tokens& tokens, Statements& statements) : in_(in), tokens_(tokens), statements_(statements) {}

  /// A compound command, with the redirections after it.
  [[nodiscard]] NodeId compound();
  /// `{ … }` of fish 4, with the redirections after it.
  [[nodiscard]] NodeId braces();

 private:
  void condition(Parts& parts);
  void body(Parts& parts);
  void if_block(Parts& parts);
  void while_block(Parts& parts);
  void for_block(Parts& parts);
  void function_block(Parts& parts);
  void switch_block(Parts& parts);
  void words_of_line(Parts& parts);
  void end_of_block(Parts& parts, bool closed, const char* name);

  Cursor& in_;
  Tokens& tokens_;
  Statements& statements_;
};

}  // namespace termhost::shell::fish
