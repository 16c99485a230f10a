// Compound commands. The keyword or parenthesis at the beginning tells which one.
#pragma once

#include "shell/posix_tokens/cursor.hpp"

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
  /// ;; ;& ;;& ;|, which end a part of case.
  [[nodiscard]] bool case_part_ends() const;

 private:
  [[nodiscard]] NodeId subshell();
  [[nodiscard]] NodeId group();
  [[nodiscard]] NodeId if_clause();
  /// `csh`: foreach … end.
  [[nodiscard]] NodeId for_clause(NodeKind kind, bool csh);
  [[nodiscard]] NodeId arithmetic_for(NodeId node);
  [[nodiscard]] NodeId while_clause(NodeKind kind);
  [[nodiscard]] NodeId repeat_clause();
  NodeId loop_body(NodeId node, NodeId last, bool csh);
  [[nodiscard]] bool in_follows() const;
  [[nodiscard]] NodeId case_clause();
  [[nodiscard]] NodeId case_item();
  NodeId case_patterns(NodeId item);

  Cursor& in_;
  Parser& all_;
};

}  // namespace termhost::shell::posix
