// for, select, while, until and repeat.
#pragma once

#include "shell/posix/cursor.hpp"

namespace termhost::shell::posix {

struct Parser;

class Loops {
 public:
  Loops(Cursor& in, Parser& all) : in_(in), all_(all) {}

  /// `csh`: foreach … end.
  [[nodiscard]] NodeId for_clause(NodeKind kind, bool csh);
  [[nodiscard]] NodeId while_clause(NodeKind kind);
  [[nodiscard]] NodeId repeat_clause();

 private:
  [[nodiscard]] NodeId arithmetic_for(NodeId node);
  NodeId for_words(NodeId node, NodeId last);
  NodeId loop_body(NodeId node, NodeId last, bool csh);

  Cursor& in_;
  Parser& all_;
};

}  // namespace termhost::shell::posix
