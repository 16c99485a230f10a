// Assignments, of arrays too, and their subscripts.
#pragma once

#include <cstddef>

#include "shell/posix_tokens/cursor.hpp"

namespace termhost::shell::posix {

struct Parser;

class Assignments {
 public:
  Assignments(Cursor& in, Parser& all) : in_(in), all_(all) {}

  [[nodiscard]] bool starts(bool only_array) const;
  [[nodiscard]] NodeId assignment();

 private:
  [[nodiscard]] std::size_t subscript_end(std::size_t begin) const;
  [[nodiscard]] NodeId array();
  [[nodiscard]] NodeId array_element();
  void subscript(NodeId parent, NodeId& last);

  Cursor& in_;
  Parser& all_;
};

}  // namespace termhost::shell::posix
