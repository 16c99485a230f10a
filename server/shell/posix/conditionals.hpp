// [[ … ]]: operands and operators are a row of words. Only the places where a newline is allowed must be exact.
#pragma once

#include "shell/posix_tokens/cursor.hpp"

namespace termhost::shell::posix {

struct Parser;

class Conditionals {
 public:
  Conditionals(Cursor& in, Parser& all) : in_(in), all_(all) {}

  [[nodiscard]] NodeId conditional();

 private:
  NodeId alternatives(NodeId node, NodeId last);
  NodeId term(NodeId node, NodeId last);
  [[nodiscard]] bool term_ends();
  [[nodiscard]] bool closes() const;

  Cursor& in_;
  Parser& all_;
};

}  // namespace termhost::shell::posix
