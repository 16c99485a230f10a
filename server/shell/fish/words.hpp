// Words of fish: their parts, and their ends.
#pragma once

#include <cstdint>

#include "shell/fish/cursor.hpp"

namespace termhost::shell::fish {

class Statements;
class Tokens;

class Words {
 public:
  Words(Cursor& in, Tokens& tokens, Statements& statements) : in_(in), tokens_(tokens), statements_(statements) {}

  [[nodiscard]] NodeId word();

 private:
  [[nodiscard]] bool ends_at(std::uint32_t at) const;
  void word_parts(Parts& parts, char close_with);
  void literal(Parts& parts, char close_with);
  void escape(Parts& parts, char close_with);
  void single_quoted(Parts& parts);
  void double_quoted(Parts& outer);
  void dollar(Parts& parts, bool quoted);
  void substitution(Parts& parts, bool quoted);
  void subscripts(Parts& parts, bool quoted);
  void subscript(Parts& parts, bool quoted);
  void brace(Parts& parts);
  void blank_in_subscript();

  Cursor& in_;
  Tokens& tokens_;
  Statements& statements_;
  bool slice_open_ = false;  // an unquoted `[` waits for its `]`: fish counts them per outermost word
};

}  // namespace termhost::shell::fish
