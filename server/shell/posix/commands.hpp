// A command: simple, a function definition, a coprocess, or the start of a compound one.
#pragma once

#include "shell/posix_tokens/cursor.hpp"

namespace termhost::shell::posix {

struct Parser;

class Commands {
 public:
  Commands(Cursor& in, Parser& all) : in_(in), all_(all) {}

  [[nodiscard]] NodeId command();
  [[nodiscard]] bool compound_starts();
  /// After the keyword `function`.
  [[nodiscard]] NodeId function_keyword();
  /// zsh: () { … } arguments
  [[nodiscard]] NodeId anonymous_function();
  [[nodiscard]] NodeId coproc();

 private:
  [[nodiscard]] NodeId simple_command(NodeId node, NodeId last);
  [[nodiscard]] NodeId function_body(NodeId node, NodeId last);
  [[nodiscard]] NodeId anonymous_arguments(NodeId node);

  Cursor& in_;
  Parser& all_;
};

}  // namespace termhost::shell::posix
