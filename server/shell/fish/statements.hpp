// Statements of fish: lists, pipelines and simple commands.
#pragma once

#include "shell/fish/cursor.hpp"

namespace termhost::shell::fish {

class Blocks;
class Tokens;

class Statements {
 public:
  Statements(Cursor& in, Tokens& tokens, Blocks& blocks) : in_(in), tokens_(tokens), blocks_(blocks) {}

  /// All of the source.
  void script();
  [[nodiscard]] NodeId list();
  /// `and`/`or` before a job, and jobs joined by && and ||.
  [[nodiscard]] NodeId conjunction();
  void redirection(Parts& parts);

 private:
  [[nodiscard]] NodeId pipeline();
  [[nodiscard]] NodeId pipeline_element(bool first);
  [[nodiscard]] NodeId statement();
  [[nodiscard]] NodeId negation();
  [[nodiscard]] NodeId simple_command();
  void check_name(NodeId name);
  void check_pipeline(NodeId pipeline);
  [[nodiscard]] bool is_plain_call() const;
  [[nodiscard]] bool is_assignment() const;
  [[nodiscard]] bool looks_like_assignment() const;

  Cursor& in_;
  Tokens& tokens_;
  Blocks& blocks_;
};

}  // namespace termhost::shell::fish
