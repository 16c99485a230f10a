// A command: simple, or where a compound one begins.
#pragma once

#include "shell/posix/cursor.hpp"

namespace termhost::shell::posix {

struct Parser;

class Commands {
 public:
  Commands(Cursor& in, Parser& all) : in_(in), all_(all) {}

  [[nodiscard]] NodeId command();
  [[nodiscard]] bool compound_starts();

 private:
  [[nodiscard]] NodeId simple_command(NodeId node, NodeId last);

  Cursor& in_;
  Parser& all_;
};

}  // namespace termhost::shell::posix
