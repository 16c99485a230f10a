// Compound commands: the keyword or parenthesis that one begins with says which.
#pragma once

#include "shell/posix/cursor.hpp"

namespace termhost::shell::posix {

struct Parser;

class Compounds {
 public:
  Compounds(Cursor& in, Parser& all) : in_(in), all_(all) {}

  [[nodiscard]] NodeId compound();
  /// { … }: the list alone.
  [[nodiscard]] NodeId braced_list();
  /// (( … )), or a subshell that begins so.
  [[nodiscard]] NodeId arithmetic_command();

 private:
  [[nodiscard]] NodeId subshell();
  [[nodiscard]] NodeId group();
  [[nodiscard]] NodeId if_clause();

  Cursor& in_;
  Parser& all_;
};

}  // namespace termhost::shell::posix
