// Function definitions, and coproc, which looks like one.
#pragma once

#include "shell/posix/cursor.hpp"

namespace termhost::shell::posix {

struct Parser;

class Functions {
 public:
  Functions(Cursor& in, Parser& all) : in_(in), all_(all) {}

  /// Behind the keyword `function`, or a name and ( ).
  [[nodiscard]] NodeId function_keyword();
  [[nodiscard]] NodeId function_body(NodeId node, NodeId last);
  /// zsh: () { … } arguments
  [[nodiscard]] NodeId anonymous_function();
  [[nodiscard]] NodeId coproc();

 private:
  [[nodiscard]] NodeId anonymous_arguments(NodeId node);

  Cursor& in_;
  Parser& all_;
};

}  // namespace termhost::shell::posix
