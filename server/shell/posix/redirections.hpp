// Redirections: the operator and its operand.
#pragma once

#include <cstddef>
#include <string_view>

#include "shell/posix_tokens/cursor.hpp"

namespace termhost::shell::posix {

struct Parser;

class Redirections {
 public:
  Redirections(Cursor& in, Parser& all) : in_(in), all_(all) {}

  [[nodiscard]] bool starts() const {
    return is(in_.here(), StartsRedirection) && find_operator() != std::string_view::npos;
  }
  [[nodiscard]] NodeId redirection();
  /// Reads the redirections after a compound command. Returns the last child.
  NodeId redirections(NodeId node, NodeId last);

 private:
  [[nodiscard]] std::size_t find_operator() const;

  Cursor& in_;
  Parser& all_;
};

}  // namespace termhost::shell::posix
